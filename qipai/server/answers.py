"""HTTP answers: JSON, and refusals as JSON with a code and a sentence in each language."""

from typing import Any

import msgspec
from starlette.responses import PlainTextResponse, Response

from .measuring import measures
from .refusals import Refused


def answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return `content` as a JSON response."""
    return Response(msgspec.json.encode(content), status, headers, "application/json")


def refuse(refused: Refused) -> Response:
    """Return a refusal as a JSON response: `{code, text, section, wait}`.

    A wait, in seconds, is also sent as `Retry-After`.
    """
    measures.refusals[refused.refusal.code] += 1
    content = {
        "code": refused.refusal.code,
        "text": refused.refusal.text,
        "section": refused.refusal.section,
        "wait": max(1, round(refused.wait)) if refused.wait else 0,
    }
    headers = {"retry-after": str(content["wait"])} if refused.wait else {}
    if refused.status == 401:
        headers["www-authenticate"] = "Bearer"
    return answer(content, refused.status, headers)


def told(refused: Refused) -> Response:
    """Return a refusal to somebody who opens a page: its sentence in each language, a line each."""
    measures.refusals[refused.refusal.code] += 1
    return PlainTextResponse("\n".join(refused.refusal.text.values()) + "\n", refused.status)
