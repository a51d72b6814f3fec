"""What every game is made of.  Nothing here knows a rule of any game.

- the contract: `contract.py` (what a room hands over), `game.py` (`Game`, the public class), `verbs.py`, `defaults.py`, `boundary.py`
- records: `schema.py` (declare fields), `deriving.py` (clear, copy, turn, compare, show), `forms.py`, `records.py` (the two kinds of record)
- chance: `shuffling.py` (generator and shuffle), `chance.py` (the same for callers in Python)
- compiling: `compiling.py` (the decorators), `keeping.py` and `reaching.py` (the cache), `announcing.py` (messages while compiling)
- text: `positions.py`, `catalogue.py` and `wording.py` (sentences), `lines.py`, `points.py`, `options.py` (house rules)
- people: `telling.py` (facts, faces, choices), `boards.py` (what a room's board has of its records), `errors.py`
- the checks: `conformance/`
"""
