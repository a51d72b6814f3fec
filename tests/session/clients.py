"""What a client makes of what it is sent, as docs/protocol.md says it."""

import json
from typing import Any


def copied(view: Any) -> Any:
    return json.loads(json.dumps(view))


def after(view: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The view after an `ev`; the earlier one is left as it is."""
    if "table" in message:
        return message["table"]
    view = copied(view)
    for path, value in message["changed"].items():
        *way, last = (int(key) if key.isdecimal() else key for key in path.split("/"))
        part: Any = view
        for key in way:
            part = part[key]
        assert isinstance(part, list) or last in part, f"{path} is not there"
        part[last] = value
    if view["deal"]:
        view["deal"]["log"] += [fact for fact in message["facts"] if "seq" in fact]
    return view
