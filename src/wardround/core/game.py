"""A game: its declaration, and how to begin it."""

from collections.abc import Mapping
from typing import Any, SupportsIndex

from mypy_extensions import mypyc_attr

from wardround.core.chance import Chance, Seed, seed_text
from wardround.core.declaration import Declaration
from wardround.core.options import OptionValue
from wardround.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Declaration):
    """A game that can be begun."""

    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> State:
        """A new position with checked options, before the first step of the flow.

        Raises:
            ValueError: Chance was drawn while the table was set up; dealing is a step of the flow.
        """
        state: State = self.position(self, players, Chance(seed))
        state.options = options
        state.open_stacks()
        state.set_up(options)
        state.then = self.flow[0]
        if state.chance.moments:
            raise ValueError(
                f"{self.id} draws chance in set_up; dealing belongs into a step of the flow"
            )
        return state

    def restore(self, snapshot: Mapping[str, Any]) -> State:
        """The position of a snapshot (:meth:`State.snapshot`)."""
        state = self.begin(snapshot["players"], "", dict(snapshot["options"]))
        state.load(snapshot)
        return state

    def new(
        self,
        players: SupportsIndex,
        seed: Seed,
        options: Mapping[str, object] | None = None,
    ) -> State:
        """A new game at its first question.

        Args:
            players: Number of seats.
            seed: Fixes every chance event. Keep it secret while the game is on.
            options: Values by option name; defaults where nothing is said.

        Raises:
            SeatError: The game is not for that many players.
            SeedError: The seed is neither a whole number nor a text nor bytes.
            OptionError: An unknown option or a value that it does not take.
        """
        number = self.number_of_seats(players)
        state = self.begin(number, seed_text(seed), self.check_options(options, number))
        state.go_on()
        return state
