"""Card packs of other people, written as small changes of the default pack."""

import re
from collections.abc import Mapping

from wardround.games.dynamite_nurse.pack import DEFAULT_TEXT

Value = int | bool | str | list[str]
StepText = Mapping[str, Value]


def entry(id: str, text: str = DEFAULT_TEXT) -> str:
    """The entry of a card or of a patient row in a pack's text."""
    found = re.search(rf'\[\[\w+\]\]\n(?:id|row) = "{id}"\n(?:.+\n)+', text)
    assert found, id
    return found.group(0)


def with_value(id: str, key: str, value: str, text: str = DEFAULT_TEXT) -> str:
    """The pack with a value of an entry written otherwise; without the key if it is empty."""
    before = entry(id, text)
    line = f"{key} = {value}\n" if value else ""
    after, number = re.subn(
        rf"^{key} = (?:\[\n(?:.+\n)+?\]|.*)\n", line, before, flags=re.MULTILINE
    )
    assert number == 1, (id, key)
    return text.replace(before, after)


def with_steps(id: str, *steps: StepText, key: str = "steps", text: str = DEFAULT_TEXT) -> str:
    """The pack with other steps on a card."""
    written = ", ".join(step_text(step) for step in steps)
    return with_value(id, key, f"[{written}]", text)


def step_text(step: StepText) -> str:
    """A step with a tag for every value."""
    values = ", ".join(f"{key} = {toml(value)}" for key, value in step.items())
    tags = ", ".join(f'{key} = "found"' for key in step)
    return f"{{ {values}, tags = {{ {tags} }} }}"


def toml(value: Value) -> str:
    """A value as it stands in a pack."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(toml(one) for one in value) + "]"
    return str(value)


def step(name: str, **parameters: Value) -> StepText:
    """A step of the vocabulary."""
    return {"step": name, **parameters}
