"""Many games of one kind, stepped together: the part that is worth compiling."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from wardround.core.game import Game
from wardround.core.observation import Sheet
from wardround.core.state import State


@final
class Batch:
    """Games of one kind; each that ends is followed at once by the next one in its place.

    In every game that one seat acts that is asked first; where several seats decide at the same
    time they do so one after another, and none sees what the others chose.

    Args:
        game: The game.
        players: Number of seats.
        count: How many games.
        seed: Place and number of a game follow it in the game's own seed (:meth:`seed_of`).
        options: Values by option name.
        first: The number of the first place, in seeds.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        count: int,
        seed: str,
        options: Mapping[str, object] | None,
        first: int = 0,
    ) -> None:
        self.game = game
        self.players = players
        self.seed = seed
        self.options = options
        self.first = first
        self.begun: list[int] = [0] * count
        self.states: list[State] = [self._next(place) for place in range(count)]
        self.layout = self.states[0].layout()
        self._no_mask: vec[u8] = vec[u8](bytes(count * game.num_actions))

    def _next(self, place: int) -> State:
        self.begun[place] += 1
        return self.game.new(self.players, self.seed_of(place), self.options)

    def seed_of(self, place: int) -> str:
        """The seed of the present game of a place: ``game.new(players, seed)`` is the same one."""
        return f"{self.seed}/{self.first + place}/{self.begun[place]}"

    def seats(self) -> list[int]:
        """The seat that acts, by place."""
        return [state.first_asked() for state in self.states]

    def check(self, actions: Sequence[int]) -> None:
        """Every action is legal where it shall be carried out.

        Raises:
            IllegalAction, UnknownAction: One is not; ``where`` names the place.
        """
        for place, state in enumerate(self.states):
            seat = state.first_asked()
            if actions[place] not in state.legal_actions(seat):
                error = state.refusal(seat, self.game.action(actions[place]))
                error.where = f"game {place}, {error.where}"
                raise error

    def step(self, actions: Sequence[int]) -> list[int]:
        """Carry out one action in every game.

        Returns:
            The places of the games that ended; they are still there (:meth:`restart`).
        """
        ended: list[int] = []
        for place, state in enumerate(self.states):
            state.apply(state.first_asked(), actions[place])
            if state.over:
                ended.append(place)
        return ended

    def restart(self, place: int) -> None:
        """Begin the next game of a place."""
        self.states[place] = self._next(place)

    def observe(self, first: int, sheet: Sheet) -> None:
        """Write rows: what the seats see that act in the games from one place on."""
        sheet.clear()
        for row in range(min(sheet.rows, len(self.states) - first)):
            state = self.states[first + row]
            sheet.row(row)
            state.observe(state.first_asked(), sheet)
            sheet.end_row(row)

    def masks(self) -> Any:
        """The masks of the seats that act, one after another; bytes that NumPy reads in place."""
        masks = self._no_mask[:]
        start: i64 = 0
        length: i64 = self.game.num_actions
        for state in self.states:
            for action in state.legal_actions(state.first_asked()):
                at: i64 = action
                masks[start + at] = 1
            start += length
        return masks

    def random_actions(self, rng: Random) -> list[int]:
        """A legal action for every game, each equally likely."""
        chosen: list[int] = []
        for state in self.states:
            legal = state.legal_actions(state.first_asked())
            chosen.append(legal[int(rng.random() * len(legal))])
        return chosen
