"""What browsers ask and say about being told that it is their turn."""

import hashlib
import time

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from qipai.engine.errors import LANGUAGES

from . import webpush
from .answers import answer
from .api import body_of, guest_of, house_of
from .gate import address_of
from .guests import digest_in
from .house import House
from .protocol import NewPush, OldPush, PushKey
from .refusals import Refused
from .storage import accounts, pushes
from .storage.pushes import PushRow


async def push_key(request: Request) -> Response:
    """GET /api/push: say with which key browsers ask for an address."""
    key = await house_of(request).notices.key()
    return answer(PushKey(webpush.unpadded(webpush.public_key(key))))


async def subscribe(request: Request) -> Response:
    """POST /api/push: tell the guest by this browser when it is their turn."""
    wanted = await body_of(request, NewPush)
    house = house_of(request)
    guest, headers = await guest_of(request)
    house.trifles_of_guest.ask(guest, "slow_down")
    house.changes_of_address.ask(address_of(request.scope), "slow_down")
    if wanted.language not in LANGUAGES:
        raise Refused("unknown_language", languages=", ".join(LANGUAGES))
    row = checked(wanted, guest, guest if headers else digest_in(request), house)

    def change(store: Connection) -> str:
        if not accounts.may_act(store, row.session, guest):
            return "signed_out"
        return "" if pushes.subscribe(store, row) else "push_unseated"

    refusal = await house.database.write(change)
    if refusal:
        raise Refused(refusal)
    return answer({"ok": True}, 201, headers)


def checked(wanted: NewPush, guest: str, session: str, house: House) -> PushRow:
    """Return a browser as it is stored.  Raises `Refused` for one that no push service has named."""
    try:
        theirs, auth = webpush.padded(wanted.p256dh), webpush.padded(wanted.auth)
    except ValueError:
        raise Refused("bad_push") from None
    if (
        not webpush.is_service(wanted.endpoint, house.settings.push_services)
        or len(auth) != 16
        or not webpush.is_public_key(theirs)
    ):
        raise Refused("bad_push")
    now = time.time_ns() // 1_000_000
    return PushRow(id_of(wanted.endpoint), guest, wanted.endpoint, theirs, auth, wanted.language, now, session)


async def unsubscribe(request: Request) -> Response:
    """DELETE /api/push: tell nobody by this browser any more.  Who knows the endpoint may say so."""
    wanted = await body_of(request, OldPush)
    house = house_of(request)
    house.changes_of_address.ask(address_of(request.scope), "slow_down")
    await house.database.write(lambda connection: pushes.unsubscribe(connection, id_of(wanted.endpoint)))
    return answer({"ok": True})


def id_of(endpoint: str) -> str:
    """Return the name of a browser: a digest of its address."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
