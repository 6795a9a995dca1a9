"""What a server promises before the first move, so that no shuffle can be chosen after it.

A pledge is the SHA-256 of three lines: a random salt, the seed, and the deal, a text that says for
which game with which rules, options and number of players they are meant. The hash is shown before
the first move, salt and seed after the last; then anybody can compare them. Without the salt a
short seed could be found by trying: from a hash with it nothing can be learned.

The deal is kept as the text that was promised. A later version of the program may know further
options; what was promised stays what it was.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex

from wardround.core.fields import Value
from wardround.core.options import OptionValue

SALT_BYTES = 32
"""Random bytes of a salt; 16 would be beyond any search."""


@dataclass(frozen=True)
class Pledge(Value):
    """What was promised.

    Args:
        deal: For which deal, as text (:func:`deal_text`).
        hash: SHA-256 of salt, seed and deal, in hexadecimal.
        salt: The salt; empty while it is secret, as the seed is.
    """

    deal: str
    hash: str
    salt: str = ""

    def is_kept_by(self, seed: str) -> bool:
        """Whether the seed is the one that was promised; the salt must be known."""
        return pledge_hash(self.salt, seed, self.deal) == self.hash


def deal_text(
    game: str,
    rules: str,
    players: int,
    options: Mapping[str, OptionValue],
    checksums: Mapping[str, str],
) -> str:
    """What is dealt, as one line of JSON with its keys in order.

    Args:
        game: The game's id.
        rules: The version of its rules.
        players: Number of seats.
        options: Values by option.
        checksums: SHA-256 of each file that the options hold; it stands for the file.
    """
    told = {name: checksums.get(name, value) for name, value in options.items()}
    deal = {"game": game, "options": told, "players": players, "rules": rules}
    return json.dumps(deal, sort_keys=True, separators=(",", ":"))


def pledge_hash(salt: str, seed: str, deal: str) -> str:
    """The hash that is shown before the first move: of the three, one a line.

    Neither salt nor deal holds an end of line, so no other three give the same text.
    """
    return sha256(f"{salt}\n{seed}\n{deal}".encode()).hexdigest()


def new_salt() -> str:
    """A salt that nobody can guess."""
    return token_hex(SALT_BYTES)
