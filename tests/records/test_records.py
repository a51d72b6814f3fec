"""Records: what a log becomes as a file, what the rules confirm, and what is said of every fault."""

import json
from pathlib import Path
from random import Random

import pytest

from qipai.engine.errors import QipaiError, RecordError
from qipai.games import GAN_DENG_YAN
from qipai.records import Record, read_record, replay_steps, tell_record, verify, write_record
from tests.session.live import Live

HERE = Path(__file__).parent
DEALS = sorted(HERE.glob("*.qp"))


def evening(variant: str = "default", seed: int = 1, **terms: object) -> Live:
    live = Live(GAN_DENG_YAN, **{"seats": 3, "deals": 2, "variant": variant, **terms}).people("Ann", "林婉清")
    live.play_session(Random(seed))
    return live


@pytest.fixture(scope="module")
def record_text() -> str:
    return write_record(evening().log)


# -- writing and reading


@pytest.mark.parametrize("variant", GAN_DENG_YAN.variants)
def test_every_deal_of_an_evening_can_be_written_read_and_verified(variant: str) -> None:
    live = evening(variant, seed=7, rules={"decks": "2"})
    for serial in (1, 2):
        record = read_record(write_record(live.log, serial))
        verify(record)
        assert record.header.deal == serial
        assert record.result.points == live.session.scores[serial - 1]
    assert record.result.totals == [sum(column) for column in zip(*live.session.scores, strict=True)]


def test_the_header_says_who_played_what_and_when(record_text: str) -> None:
    header = json.loads(record_text.splitlines()[0])
    assert header["qipai"] == 1
    assert header["game"] == "gan_deng_yan"
    assert header["rules_version"] == GAN_DENG_YAN.rules_version
    assert header["players"] == ["Ann", "林婉清", "Abacus"]
    assert header["when"].startswith("2025-06-15T15:")
    assert header["when"].endswith("Z")
    assert header["rules"] == {}
    assert header["deal"] == 2


def test_only_options_that_differ_from_the_default_are_in_the_header() -> None:
    live = evening("airplane", rules={"announce_at": "3"}, deals=1)
    header = read_record(write_record(live.log)).header
    assert header.variant == "airplane"
    assert header.rules == {"triplet_mode": "ordinary", "announce_at": "3"}


def test_names_are_left_out_without_consent() -> None:
    text = write_record(evening().log, names=False)
    assert "Ann" not in text
    assert "林" not in text
    assert read_record(text).header.players == ["seat 1", "seat 2", "seat 3"]


def test_a_record_knows_nothing_of_guests_and_chairs() -> None:
    live = Live(GAN_DENG_YAN, seats=2, deals=1, clock="fast").people("Ann")
    live.do(live.session.begin())
    live.do(live.session.autopilot(0, True))
    live.do(live.session.rename(0, "Bo"))
    live.play_deal(Random(1))
    text = write_record(live.log)
    assert "guest" not in text
    assert {json.loads(line).get("event") for line in text.splitlines()} >= {"shuffled", "dealt", "laid", "scored"}
    assert not {"autopilot", "renamed", "settled"} & {json.loads(line).get("event") for line in text.splitlines()}
    assert read_record(text).header.players[0] == "Ann"  # as the deal began
    verify(read_record(text))


def test_a_deal_in_progress_has_no_record() -> None:
    live = Live(GAN_DENG_YAN, seats=2, deals=2)
    live.do(live.session.begin())
    with pytest.raises(RecordError, match="no finished deal"):
        write_record(live.log)
    live.play_deal(Random(1))
    first = write_record(live.log)
    live.do(live.session.deal())
    assert write_record(live.log) == first
    with pytest.raises(RecordError, match="Deal 2 is not in the log, or not finished"):
        write_record(live.log, 2)


# -- deals worked out by hand


@pytest.mark.parametrize("path", DEALS, ids=lambda path: path.stem)
def test_a_deal_worked_out_by_hand(path: Path) -> None:
    verify(read_record(path.read_text(encoding="utf-8")))


def test_there_are_deals_worked_out_by_hand() -> None:
    assert len(DEALS) >= 2


# -- faults


@pytest.mark.slow
def test_a_change_of_any_fact_is_found(record_text: str) -> None:
    """Every line of a record changed in turn: a value, a field left out, the line left out, the line twice."""
    lines = record_text.splitlines()
    verify(read_record(record_text))
    for number in range(2, len(lines)):
        told = json.loads(lines[number])
        changed = [
            [*lines[:number], *lines[number + 1 :]],
            [*lines[:number], lines[number], *lines[number:]],
            *[[*lines[:number], json.dumps({**told, key: other(part)}), *lines[number + 1 :]] for key, part in told.items()],
            *[[*lines[:number], json.dumps({k: v for k, v in told.items() if k != key}), *lines[number + 1 :]] for key in told],
        ]
        for text in changed:
            with pytest.raises(RecordError, match=r"^Line \d+: "):
                verify(read_record("\n".join(text)))


def other(part: object) -> object:
    match part:
        case bool():
            return not part
        case int():
            return part + 1
        case str():
            return part + "5"
        case list():
            return part[1:] if part else [1]
        case dict():
            return {**part, "7": {"cards": ["5H"]}}
    return "something"


HEADER = json.loads(
    '{"qipai":1,"game":"gan_deng_yan","rules_version":2,"variant":"default","rules":{},"players":["A","B"],'
    '"when":"2026-11-21T20:15:00Z","deal":1,"setup":{"players":2,"dealer":-1,"hand_size":5,'
    '"pack":[0,0,0,4,4,4,4,4,4,4,4,4,4,4,4,4,2,0],"stakes":[0,0,0,0,0,0]}}'
)
SHUFFLED = '{"event":"shuffled","deal":1,"hidden":{"order":["3S"],"lots":[0,0,0,0,0,0,0,0]}}'
RESULT = '{"result":{"points":[5,-5],"totals":[5,-5]}}'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: the file is empty"),
        ("  \n\n", "Line 1: the file is empty"),
        ("hello", "Line 1: this is no record"),
        ("[1]", "Line 1: this is no record"),
        ('{"a":1}', "Line 1: this is no record"),
        ("[" * 5000, "Line 1: this is no record"),
        ('{"qipai": 1e999}', "Line 1: this is no record"),
        ({"qipai": 9}, "Line 1: the record is of format 9; this program reads format 1"),
        ({"game": 7}, "Line 1: the header cannot be read: .*game"),
        ({"colour": "red"}, "Line 1: the header cannot be read: .*colour"),
        ({"game": "mahjong"}, "Line 1: There is no game 'mahjong'"),
        ({"players": ["A"]}, "Line 1: 1 players are named; gan_deng_yan has 2 to 6"),
        ({"when": "yesterday"}, "Line 1: 'yesterday' is no time"),
        ({"rules": {"decks": "3"}}, "Line 1: decks = 3"),
        ({"rules": {"tea": "hot"}}, "Line 1: .*no option 'tea'"),
        ({"rules_version": 0}, "Line 1: the deal was played under version 0 of the rules"),
        ({"setup": {}}, "Line 2: the setup or the order of the cards cannot be read"),
        ({"setup": {**HEADER["setup"], "players": 3}}, "Line 1: the setup is not for 2 players"),
        ({"setup": {**HEADER["setup"], "pack": [1]}}, "Line 2: the setup or the order of the cards cannot be read"),
        ({}, "Line 2: the cards in the order of drawing are not the pack"),
        (json.dumps(HEADER), "Line 2: the facts of a deal begin with the event 'shuffled'"),
        (f"{json.dumps(HEADER)}\n{RESULT}", "Line 2: the facts of a deal begin with the event 'shuffled'"),
        (f'{json.dumps(HEADER)}\n{{"event":7}}\n{RESULT}', "Line 2: this is no fact"),
        (f'{json.dumps(HEADER)}\n{{"event":"dealt","to_eyes":{{"me":{{}}}}}}\n{RESULT}', "Line 2: this is no fact"),
        (f"{json.dumps(HEADER)}\n{SHUFFLED}\nnonsense\n{RESULT}", "Line 3: this is no fact"),
        (f"{json.dumps(HEADER)}\n{SHUFFLED}", "Line 2: the facts of a deal begin|Line 2: a record ends with"),
        (f"{json.dumps(HEADER)}\n{SHUFFLED}\n{SHUFFLED}", "Line 3: a record ends with"),
        (
            f'{json.dumps(HEADER)}\n{SHUFFLED}\n{{"result":{{"points":[1],"totals":[1]}}}}',
            "Line 3: 1 points are told of 2 players",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(text: str | dict[str, object], sentence: str) -> None:
    if isinstance(text, dict):
        text = f"{json.dumps({**HEADER, **text})}\n{SHUFFLED}\n{RESULT}"
    with pytest.raises(RecordError, match=f"^{sentence}"):
        verify(read_record(text))


def test_a_wrong_result_is_found(record_text: str) -> None:
    lines = record_text.splitlines()
    result = json.loads(lines[-1])
    result["result"]["points"][0] += 1
    with pytest.raises(RecordError, match=rf"^Line {len(lines)}: the result is .* and the rules say"):
        verify(read_record("\n".join([*lines[:-1], json.dumps(result)])))


# -- replaying


def test_a_replay_has_a_step_for_each_fact_and_all_cards_in_it(record_text: str) -> None:
    record = read_record(record_text)
    steps = replay_steps(record)
    assert len(steps) == len(record.facts)
    pack = len(record.facts[0].hidden["order"])
    laid = 0
    for fact, step in zip(record.facts, steps, strict=True):
        laid += len(fact.public["cards"]) if fact.event == "laid" else 0
        drawn = sum(map(len, step.hands)) + laid
        if fact.event != "shuffled":
            assert drawn <= pack
        if fact.event == "cleared":
            assert step.last == [None, None, None]
        elif "action" in fact.public:
            assert step.last[fact.public["seat"]] == fact.seen_by(-1)
    assert [len(hand) for hand in steps[1].hands] == record.facts[1].public["counts"]
    assert [sorted(hand) for hand in steps[-1].hands] == [sorted(hand) for hand in record.facts[-1].public["hands"]]
    assert steps[-1].to_act == []
    numbers = [step.seq for step in steps]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 1 + sum("action" in fact.public for fact in record.facts)


def test_the_hands_of_a_replay_follow_from_the_facts_alone(record_text: str) -> None:
    """A deal of another version of the rules is shown as it was told: the same hands, whatever the rules say now."""
    record = read_record(record_text)
    old = Record(record.header.__class__(**{**_fields(record), "rules_version": 0}), record.facts, record.result)
    assert [[sorted(hand) for hand in step.hands] for step in replay_steps(old)] == [
        [sorted(hand) for hand in step.hands] for step in replay_steps(record)
    ]
    assert [step.last for step in replay_steps(old)] == [step.last for step in replay_steps(record)]
    assert {str(step.board) for step in replay_steps(old)} == {"{}"}


def test_a_record_of_earlier_rules_is_told_and_not_confirmed() -> None:
    """Written when every seat had places of its own in the talon, and no stakes were in a setup."""
    record = read_record((HERE / "earlier" / "gan_deng_yan_version_1.qp").read_text(encoding="utf-8"))
    with pytest.raises(RecordError) as raised:
        verify(record)
    assert str(raised.value) == (
        "Line 1: the deal was played under version 1 of the rules of gan_deng_yan; this program knows version 2."
    )
    told = list(tell_record(record))
    assert "West draws 1 (6C)" in told
    assert [len(hand) for hand in replay_steps(record)[-1].hands] == [7, 6, 0]


def _fields(record: Record) -> dict[str, object]:
    return {name: getattr(record.header, name) for name in record.header.__struct_fields__}


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_record_is_told_in_every_language(record_text: str, language: str) -> None:
    record = read_record(record_text)
    lines = list(tell_record(record, language))
    assert lines[0].startswith(GAN_DENG_YAN.titles[language])
    assert not any("{" in line for line in lines)
    assert sum("林婉清" in line for line in lines) > 5
    passes = GAN_DENG_YAN.words["events"]["passed"][language].format(name="Ann")
    assert lines.count(passes) == sum(fact.public == {"seat": 0, "action": "pass"} for fact in record.facts)
    assert f"Ann {record.result.points[0]:+}" in "\n".join(lines)


def test_no_record_is_told_in_a_language_that_is_not_there(record_text: str) -> None:
    with pytest.raises(QipaiError, match="there are en, zh-Hans, zh-Hant"):
        list(tell_record(read_record(record_text), "fr"))


def test_a_fact_that_the_words_do_not_fit_is_told_as_it_is(record_text: str) -> None:
    lines = record_text.splitlines()
    record = read_record("\n".join([*lines[:3], '{"event":"laid","seat":99}', lines[-1]]))
    assert list(tell_record(record))[-1] == '{"event":"laid","seat":99}'
