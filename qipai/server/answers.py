"""Answers over HTTP: JSON, and refusals as JSON with a code and a sentence in each language."""

from typing import Any

import msgspec
from starlette.responses import Response

from .refusals import Refused


def answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(content), status, headers, "application/json")


def refuse(refused: Refused) -> Response:
    """`{code, text, section, wait}`; a wait stands in `Retry-After` as well."""
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
