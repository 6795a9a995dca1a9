"""``wardround docs``: the pages of the documentation, in the terminal."""

import re
from pathlib import Path
from typing import Final

import wardround
from wardround.cli.output import InputError

COMMENT: Final = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def folder() -> Path:
    """Where the pages lie: in the installed package, or in the source tree of an editable one."""
    package = Path(wardround.__file__).resolve().parent
    installed = package / "docs"
    return installed if installed.is_dir() else package.parents[1] / "docs"


def pages() -> dict[str, Path]:
    """The pages by name."""
    return {path.stem: path for path in sorted(folder().glob("*.md"))}


def title(path: Path) -> str:
    """The heading of a page."""
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def page(name: str) -> str:
    """A page as Markdown.

    Args:
        name: Its name, with or without ``.md``.

    Raises:
        InputError: There is no such page.
    """
    found = pages().get(name.removesuffix(".md"))
    if found is None:
        raise InputError(
            f"There is no page {name!r}.", where="PAGE", expected="one of " + ", ".join(pages())
        )
    return COMMENT.sub("", found.read_text(encoding="utf-8"))
