"""The named fields of a position as plain data: what snapshots are made of."""

from typing import Any


def fields_of(holder: object, names: tuple[str, ...]) -> dict[str, Any]:
    """The named fields as plain data, lists copied."""
    values: dict[str, Any] = {}
    for name in names:
        value = getattr(holder, name)
        values[name] = list(value) if isinstance(value, list) else value
    return values


def set_fields(holder: object, names: tuple[str, ...], values: dict[str, Any]) -> None:
    """Put named fields back."""
    for name in names:
        value = values[name]
        setattr(holder, name, list(value) if isinstance(value, list) else value)
