"""Records (`.qp`) to examples, and the deals of a folder of examples back to records.

Rows of examples hold no hidden cards.  So beside the files of examples that were made of records lie files
`_deals-FIRST-END.positions`, with each deal as a position (`qipai.engine.positions`), from which records are written
again.  Deals between bots need none: they follow from the seed.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from qipai.engine.errors import QipaiError
from qipai.engine.files import replace_file, text_of
from qipai.engine.game import Action
from qipai.engine.positions import format_position, parse_position
from qipai.engine.records import Record as EngineRecord
from qipai.records import read_record
from qipai.records.composing import compose
from qipai.records.qp import Record
from qipai.records.verifying import replay, terms_of
from qipai.session.deal import decision_told
from qipai.session.shuffles import read_shuffle

from .agreeing import SHARD, DataTerms, Work, agree_on, work_of
from .collecting import Columns, Reader, follow
from .making import fill
from .shards import Examples, Rows, name_of, packed

Decided = tuple[EngineRecord, EngineRecord, list[tuple[int, Action]]]  # setup, order, (seat, action) in order


def take_in(
    files: Sequence[str | Path],
    folder: str | Path,
    shard: int = SHARD,
    compact: bool = False,
    longest: int | None = None,
    candidates: int | None = None,
    forced: bool = False,
) -> Examples:
    """Write each decision of records (`.qp`) as an example, and return the folder's examples.

    `files`: of one game under the same rules for the same number of players; deal n is the n-th of them.  The other
    arguments are those of `make`.  Nobody's name is written.  Raises `QipaiError` for records that the rules do not
    confirm or that differ in game, rules or players.
    """
    paths = [Path(file) for file in files]
    if not paths:
        raise QipaiError("There are no records to take in.")
    table = terms_of(_read(paths[0]))
    terms = agree_on(table.game, table.ruleset, len(paths), table.players, (), 0, shard, compact, longest, candidates, forced)
    fill(Path(folder), terms, _take_in, (terms, paths, Path(folder)))
    return Examples(folder)


def _take_in(terms: DataTerms, paths: list[Path], folder: Path, shard: tuple[int, int]) -> tuple[tuple[int, int], bytes]:
    """Read the records of one file of examples; write their positions and return the file's bytes."""
    work, lines = work_of(terms), list[str]()
    columns = Columns(work)
    for deal in range(*shard):
        setup, order, decisions = _decided(work, paths[deal])
        follow(work, columns, deal, setup, order, iter(decisions))
        lines.append(format_position(work.table.game, work.table.ruleset, setup, order, decisions))
    replace_file(_positions(folder, shard), "".join(f"{line}\n" for line in lines).encode())
    return shard, packed(columns)


def _positions(folder: Path, shard: tuple[int, int]) -> Path:
    return folder / f"_{Path(name_of(*shard)).stem}.positions"


def _read(path: Path) -> Record:
    try:
        return read_record(text_of(path.read_bytes()))
    except QipaiError as error:
        raise QipaiError(f"{path}: {error}") from error


def _decided(work: Work, path: Path) -> Decided:
    """Return the cards and the decisions of a record.  Raises `QipaiError` if the rules do not confirm it."""
    record = _read(path)
    table = terms_of(record)
    if (table.game, table.ruleset, table.players) != (work.table.game, work.table.ruleset, work.table.players):
        raise QipaiError(f"{path} is of another game, other rules or another number of players than the first record.")
    decisions = []
    try:
        for _, facts in replay(record):
            told = decision_told(facts[0]) if facts else None
            if told is not None:
                decisions.append((int(told["seat"]), table.game.notation.parse_action(told["action"], table.ruleset)))
    except QipaiError as error:
        raise QipaiError(f"{path}: {error}") from error
    setup, order = read_shuffle(table.game, record.facts[0])
    return setup, order, decisions


def give_out(folder: str | Path, out: str | Path) -> list[Path]:
    """Write every deal of a folder of examples as a record, `deal-NUMBER.qp` in `out`, and return the files.

    Cards that are alike for the rules are told as the first of them, and players by their seats.  Raises `QipaiError`
    if a deal does not follow from the examples.
    """
    examples = Examples(folder)
    Path(out).mkdir(parents=True, exist_ok=True)
    made = []
    for shard, rows in zip(examples.work.shards(), examples, strict=True):
        for deal, (setup, order, decisions) in enumerate(_deals(examples, shard, rows), start=shard[0]):
            path = Path(out) / f"deal-{deal:08}.qp"
            replace_file(path, compose(examples.work.table, setup, order, decisions).encode())
            made.append(path)
    return made


def _deals(examples: Examples, shard: tuple[int, int], rows: Rows) -> Iterator[Decided]:
    """Yield the deals of a file of examples with their hidden cards."""
    work = examples.work
    game, _, rules, players = work.table
    if not examples.terms.bots:
        for line in _positions(examples.folder, shard).read_text(encoding="utf-8").splitlines():
            read = parse_position(game, line)
            yield read.setup, read.order, list(read.decisions)
        return
    setup = game.setup(rules, players)
    for deal in range(*shard):
        of_deal = rows.deal == deal
        noted = dict(zip(rows.step[of_deal].tolist(), rows.action[of_deal].tolist(), strict=True))
        order = game.shuffled(rules, setup, examples.terms.seed, deal)
        yield setup, order, list(_filled(work, setup, order, noted, deal))


def _filled(work: Work, setup: Any, order: Any, noted: dict[int, int], deal: int) -> Iterator[tuple[int, Action]]:
    """Yield all decisions of a deal, with those that were forced and not kept."""
    reader = Reader(work)
    game = reader.game
    reader.begin(setup, order)
    step = 0
    while not game.is_over(reader.state):
        seat = int(game.to_act(reader.state))
        legal = game.legal(reader.state, reader.rules, seat)
        action = noted.get(step, legal[0])
        if action not in legal or (step not in noted and len(legal) > 1):
            raise QipaiError(f"Decision {step} of deal {deal} does not follow from the examples.")
        yield seat, action
        game.apply_action(reader.state, reader.rules, seat, action)
        step += 1
