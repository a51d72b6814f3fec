"""How many thieves are still inside after a right has changed while they signed in: it must be nobody.

    python -m benchmarks.sign_in_races
    python -m benchmarks.sign_in_races --times 20 --postgres

A thief has the password and signs in eight times, a moment apart, while the owner changes it, recovers the account with a code, or deletes it; every browser
that got in comes at once to a table where the owner sits.  Then it is counted who is signed in and which sockets have the owner's chair, and what the store holds.  With `--postgres` the
thieves are at one process and the owner at another.  Nothing is held open here: when what is hashed is left to the machine, and the moments are drawn.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import create_engine

from tests.server import stores
from tests.server.conftest import Server
from tests.server.people import Visitor, evening
from tests.server.test_accounts import PASSWORD, Browser, who, with_account

THIEVES = 8
NEW = "a walk that nobody stole"
APART = 0.12  # seconds between two sign-ins, at most
HEARD = 5.0  # seconds in which every process has heard of what ended

Change = Callable[[Browser, str, str], Coroutine[None, None, object]]
CHANGES: dict[str, Change] = {
    "a new password": lambda owner, name, code: owner.do("/password", password=PASSWORD, new=NEW),
    "a recovery": lambda owner, name, code: owner.do("/recover", name=name, code=code, new=NEW),
    "a deletion": lambda owner, name, code: owner.do("/delete", password=PASSWORD),
}


async def steal(port: int, name: str, code: str, wait: float, met: Counter[str]) -> tuple[Browser, Visitor | None]:
    """Sign in after a while, and come to a table where the owner sits if that succeeds."""
    thief = Browser(port)
    await asyncio.sleep(wait)
    answer = await thief.post("/api/account/sign_in", {"name": name, "password": PASSWORD})
    met[f"answered {answer.status_code}"] += 1
    return thief, await thief.visit(code) if answer.status_code == 200 else None


async def sits(table: Visitor) -> bool:
    """Whether a socket has the owner's chair after the time in which everybody has heard; a new guest's has none."""
    end = time.monotonic() + HEARD
    while table.closed is None and time.monotonic() < end:
        if table.view and table.view["you"] is None:
            return False
        await asyncio.sleep(0.02)
    return table.closed is None


async def race(near: Server, far: Server, change: Change, name: str, met: Counter[str]) -> None:
    """Run one of them, and count what became of it."""
    owner, made = await with_account(near.port, name)
    code = await owner.open(name=name)
    trying = [
        asyncio.create_task(steal(far.port, name, code, number * random.uniform(0, APART), met)) for number in range(THIEVES)
    ]
    await asyncio.sleep(random.uniform(0, THIEVES * APART / 2))
    await change(owner, name, made["codes"][0])
    thieves = await asyncio.gather(*trying)
    met["signed in"] += sum([await who(thief) != "" for thief, _ in thieves])
    met["sockets open"] += sum(await asyncio.gather(*(sits(table) for _, table in thieves if table is not None)))


def left_in(url: str) -> int:
    """Return the sessions in a store whose account is none, or is of another version."""
    engine = create_engine(url)
    with engine.connect() as store:
        inside = "select 1 from accounts where accounts.person = sessions.person and accounts.version = sessions.version"
        count: int = store.exec_driver_sql(f"select count(*) from sessions where not exists ({inside})").scalar_one()
    engine.dispose()
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=100, help="races of each kind")
    parser.add_argument("--postgres", action="store_true", help="at two processes of a PostgreSQL that is started for it")
    given = parser.parse_args()
    with ExitStack() as kept:
        folders = [Path(kept.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        if given.postgres:
            url = kept.enter_context(stores.postgres()).url
            servers = [Server(folder, settings={"database": url}) for folder in folders]
        else:
            servers = [Server(folders[0])] * 2
            url = f"sqlite:///{servers[0].data / 'tables.sqlite3'}"
        for server in {*servers}:
            kept.callback(server.stop)
        print(
            "| while eight sign in | races | told they are in | refused | signed in afterwards | in the owner's chair afterwards | seconds |"
        )
        print("|---|---|---|---|---|---|---|")
        inside = 0
        for what, change in CHANGES.items():
            met: Counter[str] = Counter()
            began = time.monotonic()
            for number in range(given.times):
                name = f"{what[2:8].title()} {number}"
                asyncio.run(evening(race(servers[0], servers[1], change, name, met)))
            inside += met["signed in"] + met["sockets open"]
            counts = (given.times, met["answered 200"], met["answered 403"], met["signed in"], met["sockets open"])
            print(f"| {what} | {' | '.join(map(str, counts))} | {time.monotonic() - began:.0f} |", flush=True)
        stale = left_in(url)
        print(f"\nSessions in the store that are none: {stale}.  Left inside: {inside}.")
    raise SystemExit(bool(inside))


if __name__ == "__main__":
    main()
