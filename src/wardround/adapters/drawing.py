"""A text as a picture: what the environments show with ``render``.

The letters are drawn in cells of one size, as on a terminal. :func:`picture` needs Pillow, which
the extras of the environments bring; :func:`svg` needs nothing.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from wardround.adapters import missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS: Final = 120
"""Letters on a line; longer lines are wrapped."""
LETTER: Final = 13
"""Height of a letter, in pixels."""
CELL: Final = (8, 17)
"""Width and height of a letter's cell, in pixels."""
MARGIN: Final = 12
"""Pixels around the text."""
PAPER: Final = "#fbfaf7"
INK: Final = "#22302b"


def svg(text: str) -> str:
    """The text as an SVG picture."""
    lines = wrapped(text)
    width, height = size(lines)
    rows = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + CELL[1] * row + LETTER}" xml:space="preserve">'
        f"{escape(line)}</text>"
        for row, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><rect width="100%" height="100%" fill="{PAPER}"/>'
        f'<g font-family="monospace" font-size="{LETTER}" fill="{INK}">{rows}</g></svg>\n'
    )


def picture(text: str) -> NDArray[Any]:
    """The text as a picture of red, green and blue: an array of uint8, height x width x 3.

    Raises:
        ImportError: Pillow or NumPy is not installed.
    """
    try:
        import numpy as np
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise missing("A picture", "pettingzoo", error) from error
    lines = wrapped(text)
    image = Image.new("RGB", size(lines), PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(LETTER)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter != " ":
                middle = MARGIN + CELL[0] * column + CELL[0] / 2
                bottom = MARGIN + CELL[1] * row + LETTER
                draw.text((middle, bottom), letter, INK, font, anchor="ms")
    return np.array(image)


def wrapped(text: str) -> list[str]:
    """The lines of a text, none longer than a picture is wide; what is wrapped stays indented."""
    lines: list[str] = []
    for line in text.splitlines():
        pad = " " * (len(line) - len(line.lstrip()) + 2)
        lines += wrap(line, COLUMNS, subsequent_indent=pad) or [""]
    return lines or [""]


def size(lines: list[str]) -> tuple[int, int]:
    """Width and height of the picture of these lines, in pixels."""
    return 2 * MARGIN + CELL[0] * COLUMNS, 2 * MARGIN + CELL[1] * len(lines)
