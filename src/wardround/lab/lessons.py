"""Games from which a network learns to choose as a teacher does: rows of what was seen and chosen.

In every second game the pupil plays and the teacher says what it would have chosen, so that the
pupil also learns what to do where its own choices have led (Ross, Gordon and Bagnell, "A Reduction
of Imitation Learning and Structured Prediction to No-Regret Online Learning", 2011).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from wardround.bots import Bot, Turn, make_bot
from wardround.bots.search import Search
from wardround.core import Game, State
from wardround.core.options import OptionValue
from wardround.games import game as installed_game
from wardround.network import Inputs, Network

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLIPS: Final = 8
"""Percent of the choices in the teacher's own games that are left to chance, to see more."""


@dataclass(frozen=True)
class Task:
    """One game to play.

    Args:
        game: Id of the game.
        players: Number of seats.
        options: Values by option name.
        teacher: Name of the bot that says what it would choose.
        seed: Fixes everything.
        pupil: A file with the network that plays; "" where the teacher does.
    """

    game: str
    players: int
    options: Mapping[str, OptionValue]
    teacher: str
    seed: str
    pupil: str = ""


@dataclass
class Lesson:
    """What one game, or several, show.

    Args:
        inputs: What was seen, a row for each choice (:class:`wardround.network.Inputs`).
        actions: What the teacher chose.
        values: How the game ended for the seat that chose, 0 to 1.
    """

    inputs: NDArray[np.uint8]
    actions: NDArray[np.int32]
    values: NDArray[np.float32]

    def __len__(self) -> int:
        """How many choices there are."""
        return len(self.actions)

    @classmethod
    def joined(cls, parts: list[Lesson]) -> Lesson:
        """Several lessons as one."""
        return cls(
            np.concatenate([one.inputs for one in parts]),
            np.concatenate([one.actions for one in parts]),
            np.concatenate([one.values for one in parts]),
        )


@dataclass
class _Notes:
    inputs: list[NDArray[np.uint8]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)


def play_lesson(task: Task) -> Lesson:
    """Play a game and note every choice that was one."""
    played = installed_game(task.game)
    state = played.new(task.players, task.seed, task.options)
    inputs = Inputs.of(state.layout(), played.num_actions)
    pupil = _pupil(task.pupil) if task.pupil else None
    rng = Random(f"{task.seed}/slips")
    teachers = [_teacher(task, seat, 0) for seat in range(task.players)]
    notes = _Notes()
    while not state.is_over:
        seat = state.asked()[0]
        turn = Turn(state, seat)
        wanted = teachers[seat].choose(turn)
        played_action = wanted
        if len(turn.legal) > 1:
            row = inputs.row([*chain.from_iterable(turn.observation().values())], turn.legal)
            notes.inputs.append(row)
            notes.actions.append(wanted)
            notes.seats.append(seat)
            if pupil is not None:
                played_action = _drawn(pupil, row, turn.legal, rng)
            elif rng.randrange(100) < SLIPS:
                played_action = rng.choice(turn.legal)
        if played_action != wanted:  # its plan for the rest of the move is of no use any more
            teachers[seat] = _teacher(task, seat, len(notes.actions))
        state.apply(seat, played_action)
    return _noted(notes, outcomes(played, state))


def outcomes(game: Game, state: State) -> list[float]:
    """What the end of a game is worth to each seat, 0 to 1: as the search has it."""
    return Search(game.id, 0, state.players).ended(state)


def _teacher(task: Task, seat: int, choices: int) -> Bot:
    return make_bot(task.teacher, f"{task.seed}/{seat}/{choices}")


def _drawn(pupil: Network, row: NDArray[np.uint8], legal: list[int], rng: Random) -> int:
    """An action by the pupil's chances."""
    logits = pupil.run(row)[0][0, legal]
    chances = np.exp(logits - logits.max())
    return rng.choices(legal, chances.tolist())[0]


@lru_cache(maxsize=1)
def _pupil(path: str) -> Network:
    """The network of this round; that of the round before is of no use any more."""
    return Network.load(Path(path))


def _noted(notes: _Notes, values: list[float]) -> Lesson:
    return Lesson(
        np.concatenate(notes.inputs),
        np.array(notes.actions, np.int32),
        np.array([values[seat] for seat in notes.seats], np.float32),
    )
