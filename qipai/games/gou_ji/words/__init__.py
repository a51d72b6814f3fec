"""What people are told, in three languages: the sentences are in the TOML files of this folder."""

from qipai.engine.options import words_of

GAME, WORDS, HOUSE_RULES = words_of(__file__, "names", "events", "board", "terms", "refusals", "exercises")
refuse, said = WORDS.refuse, WORDS.said
