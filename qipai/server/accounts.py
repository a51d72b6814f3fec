"""Accounts: names that nobody else has, passwords and recovery codes, and browsers that are signed in.

Passwords are hashed with Argon2id by a package that may be missing (the extra `club`); without it this server keeps no accounts, and
names that have one stay reserved.
"""

import asyncio
import base64
import hashlib
import re
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError

from qipai.club.names import skeleton_of
from qipai.session import chairs

from .guests import guest_of, new_token
from .limits import REMEMBERED, Buckets, Limits
from .passwords import is_common
from .refusals import Refused
from .storage import accounts
from .storage.accounts import AccountRow, Confirmed, SessionRow
from .storage.database import Database

LEAST, MOST = 10, 256  # characters of a password
AT_ONCE = 2  # passwords that are hashed at the same time: each takes 64 MB
WAITING = 40  # most that wait for it
PASSES, MEMORY, LANES = 3, 64 * 1024, 4  # costs of Argon2id by RFC 9106 where memory is short; KiB
CODES = 10  # recovery codes of an account
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without what looks alike
CODE = 17  # letters of a code: 31**17 is more than 2**80
LONGEST_SKELETON = 256

BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip

T = TypeVar("T")


def hasher() -> Any:
    """Return the hasher of passwords, or None if its package is missing."""
    try:
        from argon2 import PasswordHasher
    except ModuleNotFoundError:
        return None
    return PasswordHasher(time_cost=PASSES, memory_cost=MEMORY, parallelism=LANES)


def hash_of_nothing() -> str:
    """Return what looks like the hash of a password, but is none of any: to try a password for nobody takes as long as for somebody."""
    salt, digest = (base64.b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (16, 32))
    return f"$argon2id$v=19$m={MEMORY},t={PASSES},p={LANES}${salt}${digest}"


def new_codes() -> list[str]:
    """Return new recovery codes, in groups as people copy them."""
    letters = ["".join(secrets.choice(ALPHABET) for _ in range(CODE)) for _ in range(CODES)]
    return [f"{code[:4]}-{code[4:8]}-{code[8:12]}-{code[12:]}" for code in letters]


def digest_of_code(code: str) -> str:
    """Return as what a recovery code is stored.  Case and what stands between its letters do not count."""
    return hashlib.sha256(re.sub(r"[^0-9a-z]", "", code.casefold()).encode()).hexdigest()


def label_of(headers: Mapping[str, str]) -> str:
    """Return the browser and the system of a request, as a person would recognise them; "" if they are unknown."""
    agent = headers.get("user-agent", "")
    found = [next((name for mark, name in kinds if mark in agent), "") for kinds in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, found))


def skeleton(name: str) -> str:
    """Return what is left of a name without what eyes pass over, as it is stored."""
    return skeleton_of(name[: 2 * chairs.LONGEST_NAME])[:LONGEST_SKELETON]


class Accounts:
    """The accounts of a store."""

    def __init__(self, database: Database, limits: Limits, words: Collection[str]) -> None:
        """`words`: those that everybody tries as passwords (`words_of`)."""
        self._database = database
        self._words = words
        self._known: OrderedDict[str, None] = (
            OrderedDict()
        )  # a name and an address from which it was signed in, since the start
        self._hasher = hasher()
        self._nothing = hash_of_nothing()
        self._threads = ThreadPoolExecutor(AT_ONCE, "password")
        self._waiting = 0
        self.of_address = Buckets(limits.accounts_of_address)
        self.tries_of_address = Buckets(limits.sign_ins_of_address)
        self.tries_of_name = Buckets(limits.sign_ins_of_name)

    @property
    def available(self) -> bool:
        """Whether this server keeps accounts."""
        return self._hasher is not None

    def close(self) -> None:
        """Hash no more."""
        self._threads.shutdown(cancel_futures=True)

    # -- names

    async def check_name(self, name: str, person: str, address: str) -> str:
        """Return a name for a chair, tidied.  Raises `Refused` if it is none, or looks like that of somebody else's account."""
        name = chairs.check_name(name)
        wanted = skeleton(name)
        owner = await self._database.read(lambda store: accounts.owner_of(store, wanted))
        if owner not in (None, person):
            self.of_address.ask(address, "slow_down")  # names are not to be tried by the thousand
            raise Refused("name_taken")
        return name

    # -- passwords

    async def hash(self, name: str, password: str) -> str:
        """Return the hash of a new password.  Raises `Refused` if it is too short, or one that everybody tries."""
        password = unicodedata.normalize("NFC", password)
        if not LEAST <= len(password) <= MOST or skeleton(password) == skeleton(name):
            raise Refused("weak_password", least=LEAST, most=MOST)
        if is_common(password, self._words, name):
            raise Refused("common_password")
        return await self._work(self._hasher.hash, password)

    async def _fits(self, hashed: str, password: str) -> bool:
        """Return whether a password is the one that was hashed."""
        from argon2.exceptions import InvalidHashError, VerificationError

        with suppress(VerificationError, InvalidHashError):
            return bool(await self._work(self._hasher.verify, hashed, unicodedata.normalize("NFC", password)))
        return False

    async def _work(self, work: Callable[..., T], *given: str) -> T:
        """Run what hashes in a thread.  Raises `Refused` if too many wait for one."""
        self._check_waiting()
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
        finally:
            self._waiting -= 1

    def _check_waiting(self) -> None:
        """Raise `Refused` if too many passwords wait to be hashed."""
        if self._waiting >= WAITING:
            raise Refused("slow_down", wait=5)

    async def sign_in(
        self, name: str, password: str, browser: SessionRow, instead: str, address: str
    ) -> tuple[AccountRow, set[str]]:
        """Sign a browser in to the account with a name and a password, in place of a session; return the account and which sessions ended.

        `browser`: a session of nobody.  Raises `Refused`, in the same words and after the same work, if there is no such account, and
        if its password is another by the time that this one is known to be right.
        """
        wanted = skeleton(name)
        account = await self._database.read(lambda store: accounts.account_named(store, wanted))
        hashed = account.password if account else self._nothing
        here = f"name {wanted} at {address}"  # whoever tries it elsewhere takes nothing from where its owner is at home
        if not await self._try(here if here in self._known else f"name {wanted}", hashed, password, address) or account is None:
            raise Refused("wrong_sign_in")
        session = replace(browser, person=account.person, version=account.version)
        ended = await self._database.write(lambda store: accounts.sign_in(store, session, instead))
        if ended is None:
            raise Refused("wrong_sign_in")
        self._remember(wanted, address)
        return account, ended

    def _remember(self, wanted: str, address: str) -> None:
        """Note that a name was signed in from an address, so that wrong passwords from there are counted apart."""
        here = f"name {wanted} at {address}"
        self._known[here] = None
        self._known.move_to_end(here)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    async def confirm(self, account: AccountRow, password: str, address: str) -> None:
        """Raise `Refused` unless a password is that of an account."""
        if not await self._try(f"person {account.person}", account.password, password, address):
            raise Refused("wrong_password")

    async def _try(self, key: str, hashed: str, password: str, address: str) -> bool:
        """Return whether a password fits.  Wrong ones are limited by `key`, all by address."""
        self.tries_of_address.ask(address, "slow_down")
        self._check_waiting()  # before anything is taken of the name: its owner must not pay for what is not compared
        self.tries_of_name.ask(key, "slow_down")
        fits = await self._fits(hashed, password)
        if fits:
            self.tries_of_name.take(key, -1)
        return fits

    async def recover(
        self, name: str, code: str, new: str, browser: SessionRow, instead: str, address: str
    ) -> tuple[AccountRow, set[str]]:
        """Use up a recovery code, set a new password and sign in with it, as `sign_in`; every other session ends.  Raises `Refused`."""
        self.tries_of_address.ask(address, "slow_down")
        wanted, digest = skeleton(name), digest_of_code(code)
        hashed = await self.hash(name, new)  # before anything is looked up, so that the answer takes as long for every name
        found = await self._database.write(lambda store: accounts.recover(store, wanted, digest, hashed, browser, instead))
        if found is None:
            raise Refused("wrong_sign_in")
        self._remember(wanted, address)
        return found

    # -- changes

    async def claim(self, person: str, name: str, password: str, session: SessionRow, address: str) -> list[str]:
        """Make an account of a guest; return its recovery codes.  Raises `Refused` if the name is taken or there is an account."""
        wanted = skeleton(name)
        if not wanted:
            raise Refused("name_taken")
        self.of_address.ask(address, "slow_down")
        hashed, codes = await self.hash(name, password), new_codes()
        account = AccountRow(person, name, wanted, hashed, session.made_at)
        digests = [digest_of_code(code) for code in codes]
        try:
            await self._database.write(lambda store: accounts.claim(store, account, session, digests))
        except IntegrityError:
            owner = await self._database.read(lambda store: accounts.owner_of(store, wanted))
            if owner not in (None, person):
                raise Refused("name_taken") from None
            gone = await self._database.read(lambda store: accounts.account_of(store, person)) is None
            raise Refused("signed_out" if gone else "signed_in") from None
        self._remember(wanted, address)
        return codes

    async def change_password(self, asked: Confirmed, new: str, browser: SessionRow) -> set[str]:
        """Set a new password, with which this browser alone stays signed in; return which sessions ended.  Raises `Refused`."""
        hashed = await self.hash(asked.account.name, new)
        session = replace(browser, person=asked.account.person)
        refusal, ended = await self._database.write(lambda store: accounts.change_password(store, asked, hashed, session))
        allow(refusal)
        return ended

    async def renew_codes(self, asked: Confirmed) -> list[str]:
        """Make new recovery codes in place of the old ones.  Raises `Refused`."""
        codes = new_codes()
        digests = [digest_of_code(code) for code in codes]
        allow(await self._database.write(lambda store: accounts.renew_codes(store, asked, digests)))
        return codes

    async def rename(self, here: str, person: str, name: str, address: str, now: int) -> None:
        """Change the name of an account.  Raises `Refused` if it is taken, and unless the browser `here` is signed in."""
        self.of_address.ask(address, "slow_down")
        wanted = skeleton(name)
        try:
            if not wanted:
                raise Refused("name_taken")
            done = await self._database.write(lambda store: accounts.rename(store, here, person, name, wanted, now))
        except IntegrityError:
            raise Refused("name_taken") from None
        allow("" if done else "signed_out")


def allow(refusal: str) -> None:
    """Raise `Refused` if there is a code of one."""
    if refusal:
        raise Refused(refusal)


def session_for(person: str, headers: Mapping[str, str], now: int) -> tuple[str, SessionRow]:
    """Return a new credential, and the session that it opens once it is stored; that of nobody for a `person` who is not known yet ("")."""
    token = new_token()
    return token, SessionRow(guest_of(token), person, label_of(headers), now, now)
