"""Recorded moments shown by the real page: its socket is ours, everything else is the server's."""

import json
from typing import Any

import msgspec
from playwright.sync_api import WebSocketRoute, expect

from .people import Person
from .recorded_views import CODE, NOON, Moment


class Playback:
    """A table's page that shows one recorded moment after another."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.seq = 0
        self.refusal: dict[str, Any] = {"code": "no", "text": {}, "section": ""}  # what is said to everything that is tried
        self._socket: WebSocketRoute | None = None
        self._shown: Moment | None = None
        person.page.route_web_socket("**/ws/table/*", self._open)
        person.page.goto(f"/t/{CODE}")
        expect(person.page.locator("main [role=status]")).to_be_visible()
        while self._socket is None:
            person.page.wait_for_timeout(10)

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._hear)
        if self._shown:  # a page comes again when nobody answered its pings, which a long computation of the test keeps waiting
            self._send(self._shown)

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["k"] == "ping":
            self._tell({"k": "pong", "n": message["n"], "now": NOON})
        elif message["k"] == "ask":
            self._tell({"k": "why", "id": message["id"], "choices": [], **self.refusal})
        elif "id" in message:
            self._tell({"k": "no", "id": message["id"], **self.refusal})

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(msgspec.json.encode(message).decode())

    def show(self, moment: Moment) -> None:
        """Show a moment as somebody sees it who has just come, and then tell what led to it."""
        self.person.page.wait_for_timeout(0)  # who comes again meanwhile is heard of before, not after
        self._shown = moment
        self._send(moment)
        self.draw()

    def _send(self, moment: Moment) -> None:
        for message in ({"k": "snap"}, {"k": "ev", "facts": moment.facts}):
            self.seq += 1
            self._tell({**message, "seq": self.seq, "table": moment.table, "clocks": moment.clocks})

    def go_on(self, moment: Moment) -> None:
        """Tell what happened next, to somebody who saw what was before."""
        self._shown = moment
        self.seq += 1
        self._tell({"k": "ev", "facts": moment.facts, "seq": self.seq, "table": moment.table, "clocks": moment.clocks})
        self.draw()

    def clear(self, moment: Moment) -> None:
        """Take everything from the table, so that nothing is left of what was chosen, and no refusal."""
        self._shown = None
        self.seq += 1
        self._tell({"k": "snap", "seq": self.seq, "table": msgspec.structs.replace(moment.table, phase="closed"), "clocks": []})

    def be_refused(self, text: dict[str, str]) -> None:
        """Choose something and press the solid button, and be told this; not of what can be laid in several ways, which may be laid."""
        self.refusal = {**self.refusal, "text": text, "section": "7.7"}
        self.person.page.keyboard.press("h")
        self.draw()
        if not self.person.page.locator("#reading").count():
            self.person.page.keyboard.press("Enter")
        self.draw()

    def draw(self) -> None:
        """Wait until what was told is on the screen."""
        self.person.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
