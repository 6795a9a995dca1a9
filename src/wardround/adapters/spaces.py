"""What the environments for learning share: spaces, arrays, seeds, pictures."""

from __future__ import annotations

import secrets
import sys
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wardround.adapters import AdapterError, drawing
from wardround.adapters.text import describe
from wardround.core import Game, Layout, State
from wardround.games import game as installed_game

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")
FRAMES_PER_SECOND: Final = 2


def game_and_seats(game: Game | str, players: int | None) -> tuple[Game, int]:
    """The game that is meant, and its number of seats.

    Args:
        game: The game, or its id.
        players: Number of seats; two, or the fewest that the game takes, where nothing is said.

    Raises:
        UnknownGame, SeatError: There is no such game.
    """
    found = installed_game(game) if isinstance(game, str) else game
    return found, found.number_of_seats(max(2, found.min_players) if players is None else players)


def row_space(layout: Layout) -> spaces.Box:
    """The space of observations: rows of numbers within the bounds of their pieces."""
    lows = np.array(layout.lows(), np.float32)
    return spaces.Box(lows, np.array(layout.highs(), np.float32), dtype=np.float32)


def mask_space(actions: int) -> spaces.Box:
    """The space of masks: 1 for each action that is legal."""
    return spaces.Box(0, 1, (actions,), np.int8)


def observed(state: State, seat: int) -> NDArray[np.float32]:
    """What the seat sees, in an array of its own."""
    row = np.empty(len(state.layout()), np.float32)
    state.observe_into(seat, row)
    return row


def masked(state: State, seat: int, length: int) -> NDArray[np.int8]:
    """The seat's mask of legal actions, in an array of its own.

    Args:
        state: The position.
        seat: The seat; if it is not asked, nothing is legal.
        length: How long the mask is: places after the game's actions stay 0.
    """
    mask = np.zeros(length, np.int8)
    mask[state.legal_actions(seat)] = 1
    return mask


class Seeds:
    """The seeds of one game after another.

    After ``next(7)`` comes the game of seed 7, then ``7/2``, ``7/3`` ...; without a seed all of
    them are secret.
    """

    def __init__(self) -> None:
        self._first = ""
        self._games = 0

    def next(self, seed: int | None) -> str:
        """The seed of the next game."""
        if seed is not None:
            self._first, self._games = str(int(seed)), 0
        elif not self._first:
            self._first = secrets.token_hex(8)
        self._games += 1
        return self._first if self._games == 1 else f"{self._first}/{self._games}"


def check_render_mode(mode: str | None) -> None:
    """The mode is one that there is.

    Raises:
        AdapterError: It is not.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise AdapterError(
            f"There is no render mode {mode!r}.",
            where="render_mode",
            expected="one of " + ", ".join(RENDER_MODES),
        )


def render(state: State, viewer: int, mode: str | None) -> Any:
    """The position as a viewer sees it: a text, a picture, or, for people, printed.

    Args:
        state: The position.
        viewer: A seat, or the spectator.
        mode: One of :data:`RENDER_MODES`; None shows nothing.
    """
    if mode is None:
        return None
    text = f"{describe(state.view(viewer))}\n{state.status()}"
    if mode == "svg":
        return drawing.svg(text)
    if mode == "rgb_array":
        return drawing.picture(text)
    if mode == "ansi":
        return text
    sys.stdout.write(f"{text}\n\n")
    sys.stdout.flush()
    return None
