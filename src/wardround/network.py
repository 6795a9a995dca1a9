"""A policy-value network: from what a seat sees to a logit for each action and what it expects.

The weights are whole numbers, and so is what goes through the layers: every product and every sum
is exact in floating point, in whatever order a processor adds. So a network says the same to the
last bit on every machine, Python and NumPy, and what it chooses is the same everywhere.

Needs NumPy (``pip install wardround[vector]``). Networks are made by ``wardround train``.
"""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from wardround.core import State, WardroundError, write_file

try:
    import numpy as np
except ImportError as error:
    raise ImportError(
        "wardround.network needs NumPy: pip install 'wardround[vector]'", name="numpy"
    ) from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wardround.core import Layout

FORMAT: Final = "wardround network 1"
FOLDER: Final = "WARDROUND_NETWORKS"
"""The environment variable that names a folder with networks of one's own."""
SHIPPED: Final = Path(__file__).parent / "bots" / "networks"
ONE: Final = 63
"""What 1 is as an input: inputs are whole numbers from 0 to ``MOST``."""
MOST: Final = 255
WIDEST: Final = 40
"""Numbers with wider bounds, points up to 9,999 for example, mostly lie far below them."""
FINE: Final = 4096
"""Parts of 1 in which weights are counted."""
INSIDE: Final = 256
"""Parts of 1 in which numbers between the layers are counted."""
LARGEST: Final = 255
"""No number between the layers is larger."""
HALVINGS: Final = 10
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class NetworkError(WardroundError):
    """There is no network for what shall be played, or a file holds none."""

    code: ClassVar[str] = "network"


@dataclass(frozen=True)
class Inputs:
    """How a seat's observation and its legal actions become the inputs of a network.

    Args:
        pieces: Name and length of each piece of the observation.
        lows: The lower bound of every number.
        highs: The upper bound of every number.
        actions: How many actions the game has.
    """

    pieces: tuple[tuple[str, int], ...]
    lows: NDArray[np.float64]
    highs: NDArray[np.float64]
    actions: int

    @classmethod
    def of(cls, layout: Layout, actions: int) -> Inputs:
        """The inputs for observations of a layout."""
        return cls(
            tuple((piece.name, piece.length) for piece in layout.pieces),
            np.array(layout.lows(), np.float64),
            np.array(layout.highs(), np.float64),
            actions,
        )

    def __len__(self) -> int:
        """How many inputs there are."""
        return len(self.lows) + self.actions

    def rows(self, seen: Any, legal: Any) -> NDArray[np.uint8]:
        """Rows of inputs.

        Args:
            seen: Observations, one a row.
            legal: Masks of the legal actions, one a row.
        """
        spans = np.clip(self.highs - self.lows, 1, WIDEST)
        scaled = np.rint((np.asarray(seen, np.float64) - self.lows) / spans * ONE)
        numbers = np.clip(scaled, 0, MOST).astype(np.uint8)
        return np.concatenate([numbers, np.asarray(legal, np.uint8) * np.uint8(ONE)], axis=1)

    def row(self, seen: Sequence[float], legal: Sequence[int]) -> NDArray[np.uint8]:
        """The inputs of one seat, as a row of its own.

        Args:
            seen: Its observation.
            legal: Its legal actions.
        """
        mask = np.zeros((1, self.actions), np.uint8)
        mask[0, list(legal)] = 1
        return self.rows(np.asarray(seen, np.float64)[None], mask)


class Network:
    """Layers of weights with what they were made for.

    Args:
        facts: ``game``, ``players``, ``actions``, ``pieces`` (name and length), and how it was
            made.
        layers: Weights (inputs x outputs) and biases of each layer, in parts of ``FINE``; the last
            one gives a logit for each action, and then the value.
        bounds: The lower and upper bounds of the observation.
    """

    def __init__(
        self,
        facts: dict[str, Any],
        layers: Sequence[tuple[NDArray[Any], NDArray[Any]]],
        bounds: tuple[NDArray[Any], NDArray[Any]],
    ) -> None:
        self.facts = facts
        self.layers = [
            (weights.astype(np.float64), biases.astype(np.float64)) for weights, biases in layers
        ]
        self.inputs = Inputs(
            tuple((str(name), int(length)) for name, length in facts["pieces"]),
            bounds[0].astype(np.float64),
            bounds[1].astype(np.float64),
            int(facts["actions"]),
        )

    @classmethod
    def rounded(
        cls,
        facts: dict[str, Any],
        layers: Sequence[tuple[NDArray[Any], NDArray[Any]]],
        inputs: Inputs,
    ) -> Network:
        """A network from weights that are any numbers: each becomes the nearest it can hold."""
        whole = [
            (
                np.clip(np.rint(np.asarray(weights, np.float64) * FINE), -32767, 32767),
                np.rint(np.asarray(biases, np.float64) * FINE),
            )
            for weights, biases in layers
        ]
        described = {**facts, "pieces": list(inputs.pieces), "actions": inputs.actions}
        return cls(described, whole, (inputs.lows, inputs.highs))

    # --- files --------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write it; a file that is there is replaced in one step.

        Raises:
            NetworkError: It cannot be written.
        """
        arrays = {
            "format": np.array(FORMAT),
            "facts": np.array(json.dumps(self.facts)),
            "lows": self.inputs.lows.astype(np.float32),
            "highs": self.inputs.highs.astype(np.float32),
        }
        for number, (weights, biases) in enumerate(self.layers):
            arrays[f"weights{number}"] = weights.astype(np.int16)
            arrays[f"biases{number}"] = biases.astype(np.int32)
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **arrays)
        write_file(path, file.getvalue(), NetworkError)

    @classmethod
    def load(cls, path: Path) -> Network:
        """The network in a file.

        Raises:
            NetworkError: It cannot be read, or holds none.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                if str(file["format"]) != FORMAT:
                    raise ValueError(f"its format is {str(file['format'])!r}")
                count = sum(name.startswith("weights") for name in file.files)
                layers = [(file[f"weights{n}"], file[f"biases{n}"]) for n in range(count)]
                made = cls(json.loads(str(file["facts"])), layers, (file["lows"], file["highs"]))
                made.check()
        except (EOFError, OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise NetworkError(
                f"The file holds no network: {error}.",
                where=str(path),
                expected="a network.npz that wardround train has made",
            ) from error
        return made

    def check(self) -> None:
        """The shapes of the layers fit each other, the inputs and the actions.

        Raises:
            ValueError: They do not.
        """
        ends = [len(self.inputs)]
        for weights, biases in self.layers:
            if (
                weights.ndim != 2
                or weights.shape[0] != ends[-1]
                or biases.shape != weights[0].shape
            ):
                raise ValueError("its layers do not fit each other")
            ends.append(weights.shape[1])
        length = sum(length for _, length in self.inputs.pieces)
        bounds = (len(self.inputs.lows), len(self.inputs.highs))
        if ends[-1] != self.inputs.actions + 1 or bounds != (length, length):
            raise ValueError("its layers do not fit what it is for")

    # --- what it says -------------------------------------------------------------------------

    def fits(self, layout: Layout) -> bool:
        """Whether observations of a layout are those that it was made for."""
        return self.inputs.pieces == tuple((one.name, one.length) for one in layout.pieces)

    def run(self, rows: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Logits of all actions, and values, by row of inputs."""
        numbers: NDArray[np.float64] = rows.astype(np.float64)
        parts = float(ONE)
        for number, (weights, biases) in enumerate(self.layers):
            # Whole numbers far below 2 to the 53rd: exact, in whatever order they are summed.
            sums = numbers @ weights / (parts * FINE) + biases / FINE
            if number < len(self.layers) - 1:
                numbers = np.rint(np.clip(sums, 0.0, LARGEST) * INSIDE)
                parts = float(INSIDE)
        return sums[:, :-1], np.clip(sums[:, -1], 0.0, 1.0)

    def choice(self, seen: dict[str, list[float]], legal: Sequence[int]) -> int:
        """The likeliest action of a seat, the first among equals.

        Args:
            seen: Its observation.
            legal: Its legal actions.
        """
        row = self.inputs.row([*chain.from_iterable(seen.values())], legal)
        logits = self.run(row)[0][0]
        return max(legal, key=lambda action: (logits[action], -action))

    def priors(self, state: State, seat: int) -> dict[int, float]:
        """How likely each legal action of a seat is."""
        logits = self.run(self._row(state, seat))[0][0]
        legal = state.legal_actions(seat)
        highest = max(logits[action] for action in legal)
        weights = [exponential(float(logits[action] - highest)) for action in legal]
        total = sum(weights)
        return {action: weight / total for action, weight in zip(legal, weights, strict=True)}

    def values(self, state: State) -> list[float]:
        """What each seat expects, 0 to 1."""
        rows = np.concatenate([self._row(state, seat) for seat in range(state.players)])
        return [float(value) for value in self.run(rows)[1]]

    def _row(self, state: State, seat: int) -> NDArray[np.uint8]:
        seen = np.zeros(len(self.inputs.lows))
        state.observe_into(seat, seen)
        legal = state.legal_actions(seat) if state.stacks[seat] else []
        return self.inputs.row(seen, legal)  # type: ignore[arg-type]


def exponential(number: float) -> float:
    """About e to the power of a number up to 0: by products alone, so the same everywhere."""
    found = max(0.0, 1.0 + number / (1 << HALVINGS))
    for _ in range(HALVINGS):
        found *= found
    return found


def network_for(game: str, players: int, name: str = "", layout: Layout | None = None) -> Network:
    """The network that plays a game.

    Args:
        game: The game's id.
        players: Number of seats.
        layout: Of the observations, which follows from the options; where nothing is said, the
            options are not looked at.
        name: That of a file in the folder that ``WARDROUND_NETWORKS`` names, without ``.npz``;
            where nothing is said, the one that comes with Wardround.

    Raises:
        NetworkError: There is none, or it was made for something else.
    """
    made = stored(str(_path(game, players, name)))
    for_game, for_players = made.facts.get("game"), made.facts.get("players")
    fits = layout is None or made.fits(layout)
    if (for_game, for_players) != (game, players) or not fits:
        raise NetworkError(
            f"The network is for {for_game} with {for_players} seats and options that show the "
            "same numbers.",
            where=name or f"{game}-{players}",
            expected=_command(game, players),
        )
    return made


@cache
def stored(path: str) -> Network:
    """The network in a file, read once."""
    return Network.load(Path(path))


def shipped() -> list[str]:
    """The networks that come with Wardround: game and number of seats, such as ``clinic-2``."""
    return sorted(path.stem for path in SHIPPED.glob("*.npz"))


def _path(game: str, players: int, name: str) -> Path:
    if not name:
        path = SHIPPED / f"{game}-{players}.npz"
        if not path.exists():
            raise NetworkError(
                f"No network for {game} with {players} seats comes with Wardround.",
                where="trained",
                expected=" or ".join([*shipped(), _command(game, players)]),
            )
        return path
    folder = os.environ.get(FOLDER, "")
    if not folder or NAME.fullmatch(name) is None:
        raise NetworkError(
            f"No network can be found by the name {name!r}.",
            where="trained",
            expected=f"the name of a file without .npz, and its folder in {FOLDER}",
        )
    return Path(folder) / f"{name}.npz"


def _command(game: str, players: int) -> str:
    return f"one made by: wardround train {game} --players {players} --out FOLDER"
