"""The table of Auction in the browser: where its drawing lies."""

from pathlib import Path

DRAWING = Path(__file__).parent / "drawing" / "table.js"
