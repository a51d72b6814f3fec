"""A whole server that invents a number when it knows the honest one, two people at its table, and what they can prove.

People promise, sign and compare by docs/fairness.md, with the code of `lying.py`, which knows neither client nor server.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cryptography", reason="cryptography is not installed here (the extra `sealed`)")

from tests.reference.fair_record import refusal

from .conftest import Server
from .lying import Pair, list_of, pairs_of
from .people import Guest, Visitor, together
from .test_fair_deals import shuffled_facts, told

ANNS = Pair(bytes.fromhex("a1" * 32), "5a" * 32)


async def deal_sealed(server: Server) -> tuple[Visitor, list[tuple[int, str]], Path]:
    """Ann promises and uncovers, Ben is there and promises nothing, bots have the other chairs; Ann, the list that she was shown, and the record."""
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(deals=1, seats=3)
    one, two = await ann.visit(code, seals=True), await ben.visit(code, seals=True)
    await two.do("sit", seat=1, name="Ben")
    await one.until(lambda ann: ann.view["seats"][1]["name"] == "Ben")
    await one.until_heard(lambda ann: told(ann, "pledged") and told(ann, "pledged")[-1]["seal"])
    pledge = told(one, "pledged")[-1]
    answer = await one.do("add", deal=pledge["deal"], promised=ANNS.promise(pledge["seal"]))
    assert answer["k"] == "ok", answer
    begun = asyncio.create_task(one.do("begin"))
    await one.until_heard(lambda ann: told(ann, "uncovering"))
    (asked,) = told(one, "uncovering")
    assert asked["seal"] == pledge["seal"]
    shown = pairs_of(asked["added"])
    given = ANNS.given(pledge["seal"], list_of(pledge["seal"], asked["start"], shown), 0)
    uncovered = {name: given[name] for name in ("number", "key", "signed")}
    assert (await one.do("uncover", deal=pledge["deal"], **uncovered))["k"] == "ok"
    assert (await begun)["k"] == "ok"
    await asyncio.gather(one.play(), two.play())
    path = server.folder / "deal.qp"
    path.write_text((await ann.ask(f"/api/records/{pledge['deal']}.qp")).text, encoding="utf-8")
    return one, shown, path


def replay(path: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "qipai", "replay", str(path), "--verify"]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "QIPAI_RULES": "plain"})


def fact_of(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8").splitlines()[1])


def head_of(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8").splitlines()[0])


@together
async def test_an_honest_server_proves_itself(start: Callable[..., Server]) -> None:
    ann, shown, path = await deal_sealed(start(seals=True))
    (told_fact,) = shuffled_facts(ann)
    fact = fact_of(path)
    assert pairs_of(told_fact["added"]) == shown == [(0, ANNS.promise(fact["seal"]))]
    assert {name: value for name, value in fact.items() if name != "hidden"} == told_fact
    assert refusal(fact, head_of(path)) is None
    verified = replay(path)
    assert verified.returncode == 0, verified.stdout + verified.stderr


@pytest.mark.parametrize("chair", [1, 2])
@together
async def test_an_invented_number_is_seen_and_refused(start: Callable[..., Server], chair: int) -> None:
    """For Ben, who promised nothing, and for a bot."""
    ann, shown, path = await deal_sealed(start(seals=True, grinds=chair))
    (told_fact,) = shuffled_facts(ann)
    fact = fact_of(path)
    assert fact["hidden"]["order"][0] == "R"  # the server chose the cards
    assert [seat for seat, _ in pairs_of(told_fact["added"])] == [0, chair]
    assert pairs_of(told_fact["added"]) != shown  # which Ann's browser sees at once
    people = [one["seat"] for one in fact["added"]]
    head = head_of(path)
    head["players"] = [f"person {seat}" if seat in people else name for seat, name in enumerate(head["players"])]
    assert refusal(fact, head) == "the number at seat 0 is not signed for this list"  # even if the chair had been a person's
    verified = replay(path)
    assert verified.returncode == 1, verified.stdout + verified.stderr
    assert "Line 2:" in verified.stdout + verified.stderr
