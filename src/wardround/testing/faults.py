"""How a check says what is wrong."""

from collections.abc import Mapping

from wardround.core import OptionValue


class Fault(Exception):
    """Something is wrong at the position being checked; the message says what."""


class CheckFailure(AssertionError):
    """A game does not keep what it promises.

    Args:
        game: The game's id.
        seed: Seed of the playout: the game's and the one of the random choices.
        players: Number of seats.
        options: Values by option name.
        number: How many actions had been carried out.
        what: What is wrong.
    """

    def __init__(
        self,
        game: str,
        seed: str,
        players: int,
        options: Mapping[str, OptionValue],
        number: int,
        what: str,
    ) -> None:
        self.game = game
        self.seed = seed
        self.players = players
        self.options = dict(options)
        self.number = number
        self.what = what
        super().__init__(game, seed, players, self.options, number, what)

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items()) or "none"
        return (
            f"{self.game}, seed {self.seed!r}, {self.players} players, options {chosen}, "
            f"after {self.number} actions: {self.what}"
        )

    def to_json(self) -> dict[str, object]:
        """The failure as plain data."""
        return {
            "game": self.game,
            "seed": self.seed,
            "players": self.players,
            "options": self.options,
            "number": self.number,
            "what": self.what,
        }
