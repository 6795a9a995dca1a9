"""The options of the scripts that learn, and the curve they write (:mod:`wardround.lab.curve`)."""

from __future__ import annotations

import argparse
from pathlib import Path

from wardround.lab.curve import Curve

__all__ = ["Curve", "add_options"]


def add_options(reader: argparse.ArgumentParser, folder: Path) -> None:
    """The options that all scripts have.

    Args:
        reader: Gets them.
        folder: Where files go if nothing is said.
    """
    reader.add_argument("--players", type=whole, help="seats; two, or the fewest of the game")
    reader.add_argument("--minutes", type=minutes, default=45, help="of learning, processor time")
    reader.add_argument("--every", type=minutes, default=3, help="minutes between evaluations")
    reader.add_argument("--rounds", type=whole, default=100, help="deals of an evaluation")
    reader.add_argument("--seed", type=int, default=1, help="fixes all chance")
    reader.add_argument("--out", type=Path, default=folder, help="a new folder for the files")


def whole(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")
    return int(text)


def minutes(text: str) -> float:
    """A number above 0."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of minutes above 0")
    return found
