"""Which names look alike, so that nobody can be taken for somebody else."""

import unicodedata

# Letters that are drawn like another one, by the one that stands for all of them.
LOOK_ALIKE = {
    "a": "аα", "b": "вьβ", "c": "сϲ", "d": "ԁ", "e": "еёεє", "h": "нһ", "j": "ј", "k": "кκ", "l": "i1|ıіїιӏ!", "m": "мμ", "n": "пηո",
    "o": "0оοσօ", "p": "рρ", "q": "ԛ", "r": "г", "s": "ѕ5$", "t": "тτ", "u": "υцս", "v": "ѵν", "w": "ԝωш", "x": "хχ", "y": "уγү", "z": "ζ2",
    "日": "曰", "己": "已巳", "未": "末", "土": "士", "千": "干", "入": "人", "口": "囗", "大": "太", "王": "玉", "一": "ー丨",
}  # fmt: skip
FOLDED = {ord(other): letter for letter, others in LOOK_ALIKE.items() for other in others}
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton_of(name: str) -> str:
    """Return what is left of a name without what eyes pass over: case, accents, blanks, points, and letters that look alike.

    >>> skeleton_of("Ann"), skeleton_of("ÀNN"), skeleton_of("а.n n"), skeleton_of("Bill") == skeleton_of("bi11")
    ('ann', 'ann', 'ann', True)
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    kept = "".join(one for one in plain if unicodedata.category(one)[0] not in "MPZC" or one in "|!")
    folded = kept.translate(FOLDED)
    for pair, letter in PAIRS:
        folded = folded.replace(pair, letter)
    return unicodedata.normalize("NFC", folded)
