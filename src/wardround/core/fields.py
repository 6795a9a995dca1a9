"""The fields of an object, read from the object itself: snapshots, copies and pickles need no list.

A class names its fields once, in ``__init__``. Uncompiled they stand in ``vars()``, compiled in
``__mypyc_attrs__``; here is the only place that knows. A field whose name begins with an underscore
is derived from the others and is never saved.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr


def field_names(holder: object) -> list[str]:
    """The names of all fields that an object holds now, inherited ones included."""
    names: list[str] = [
        name
        for name in getattr(type(holder), "__mypyc_attrs__", ())
        if name != "__dict__" and hasattr(holder, name)
    ]
    own: Mapping[str, Any] = getattr(holder, "__dict__", {})
    return names + [name for name in own if name not in names]


@mypyc_attr(allow_interpreted_subclasses=True)
class Value:
    """An object whose fields are the arguments of its class: so it pickles and copies."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (made_again, (type(self), {name: getattr(self, name) for name in field_names(self)}))


def made_again(kind: Any, arguments: Mapping[str, Any]) -> Any:
    """An object of a class, made with these arguments by name (see :class:`Value`)."""
    return kind(**arguments)


@mypyc_attr(allow_interpreted_subclasses=True)
class Holder:
    """A part of a position with fields of its own: what a seat has in front of it, for example.

    ``derived`` names the fields that follow from the options or from other fields, as do those
    that begin with an underscore: they are not saved.
    """

    derived: ClassVar[tuple[str, ...]] = ()

    def holder(self, seat: int) -> "Holder":
        """What holds the fields of a seat's zones; this itself where nothing is said."""
        return self

    def saved_names(self) -> list[str]:
        """The fields that a snapshot holds."""
        derived: tuple[str, ...] = type(self).derived
        return [
            name for name in field_names(self) if not name.startswith("_") and name not in derived
        ]


def fields_of(holder: Holder) -> dict[str, Any]:
    """The fields of a holder as plain data, lists copied.

    Raises:
        TypeError: A field is neither a number, a text, a list of such nor a holder.
    """
    return {
        name: _plain(getattr(holder, name), f"{type(holder).__name__}.{name}")
        for name in holder.saved_names()
    }


def _plain(value: Any, where: str) -> Any:
    if value is None or isinstance(value, (int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item, where) for item in value]
    if isinstance(value, Holder):
        return fields_of(value)
    raise TypeError(
        f"{where} holds {type(value).__name__}, which no snapshot can hold. Expected: a number, a "
        "text, a list of such, a Holder, or its name among the derived fields of its class."
    )


def set_fields(holder: Holder, values: Mapping[str, Any]) -> None:
    """Put fields back into a holder that has its parts already.

    Args:
        holder: What :func:`fields_of` read, or an empty one of the same shape.
        values: The fields; others that it may hold besides are left alone.
    """
    for name in holder.saved_names():
        value = values[name]
        present = getattr(holder, name)
        if isinstance(present, Holder):
            set_fields(present, value)
        elif isinstance(present, list) and present and isinstance(present[0], Holder):
            for part, inner in zip(present, value, strict=True):
                set_fields(part, inner)
        else:
            setattr(holder, name, _copied(value))


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value


def differing(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """The names of the fields in which two snapshots differ."""
    return [name for name in {**first, **second} if first.get(name) != second.get(name)]
