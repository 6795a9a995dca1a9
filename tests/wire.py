"""What a client makes of the messages of the server."""

import copy
from typing import Any


def with_changes(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The state message that a message of changes to another one stands for."""
    after = {**copy.deepcopy(before), **change, "type": "state"}
    for path, value in after.pop("set"):
        part = after
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = value
    return after
