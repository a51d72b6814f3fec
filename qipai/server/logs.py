"""Lines on standard error: text for people, or JSON for programs.  No line holds a card, a name, a code or a token."""

import json
import logging
import sys
from datetime import UTC, datetime

DENIED = "ASGI callable returned without completing handshake."  # uvicorn says so of each handshake that was refused
NO_HTTP = "Invalid HTTP request received."  # uvicorn says so of what it cannot read
OVER_TLS = (
    "Something came that is no HTTP.  If somebody typed https://: this server's address begins with http://, and certificates are a "
    "proxy's work (docs/hosting.md)."
)
NO_TEXT = (
    "Invalid UTF-8 sequence received from client."  # uvicorn says so of a frame, with a traceback that anybody could ask for
)
LOGGERS = ("qipai", "uvicorn")


class JsonLines(logging.Formatter):
    """Writes a line of JSON: `at` (UTC), `level`, `logger`, `message`, and the fields that were passed as `extra={"told": …}`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "told", {}),
        }
        return json.dumps(line, ensure_ascii=False)


def explained(record: logging.LogRecord) -> bool:
    """Return whether a record is written; put into plain words what uvicorn says of a request over TLS."""
    if record.msg == NO_HTTP:
        record.msg = OVER_TLS
    return record.msg not in (DENIED, NO_TEXT)


def set_up(form: str) -> None:
    """Send what the server logs to standard error in a form: "text" or "json"."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(explained)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(levelname)s: %(message)s"))
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == "qipai" and form == "json" else logging.WARNING)
