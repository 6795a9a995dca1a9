"""The options of ``wardround serve``: one for each setting of the server, from its declaration."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic.fields import FieldInfo

from wardround.server.settings import Settings, option, variable

_METAVARS: dict[object, str] = {
    int: "NUMBER",
    float: "NUMBER",
    bool: "true|false",
    Path | None: "FILE",
}


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each setting of the server.

    What is said comes to the command as text, by setting: what it may be, :class:`Settings` knows.

    Args:
        command: Takes its own options, and the settings as further keywords.
    """
    own = [one for one in signature(command).parameters.values() if one.kind != one.VAR_KEYWORD]
    options = [_parameter(name, field) for name, field in Settings.model_fields.items()]
    command.__signature__ = Signature([*options, *own])  # type: ignore[attr-defined]
    return command


def _parameter(name: str, field: FieldInfo) -> Parameter:
    several = field.default == ()
    about = typer.Option(
        option(name),
        metavar=_METAVARS.get(field.annotation, option(name)[2:].upper()),
        help=help_of(name),
        show_default=False,
    )
    kind: Any = list[str] | None if several else str | None
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, about])


def help_of(name: str) -> str:
    """What a setting is, its variable, and its default where the text does not tell it."""
    field = Settings.model_fields[name]
    about = str(field.description)
    if field.default == ():
        about += " May be repeated."
    elif isinstance(field.default, str | int | float):
        about += f" Default: {text_of(field.default)}."
    return f"{about} {variable(name)}"  # alone, so that the longest fits into the column


def text_of(value: object) -> str:
    """A value as it is written where it is set."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def said(values: dict[str, Any]) -> dict[str, Any]:
    """The settings that were said on the command line."""
    return {name: value for name, value in values.items() if value not in (None, [])}
