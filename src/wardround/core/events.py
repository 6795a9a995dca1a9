"""What happened, as typed data: feeds the log, the animation and the statistics.

An event has public parts and, where needed, secret parts with the seats that may see them.
Simulation runs without building events (``state.log is None``).
"""

from wardround.core.fields import Value

EVERYBODY = -1
SEAT_NAMES = tuple([f"Seat {number}" for number in range(1, 17)])
"""What seats are called where nobody gave them names."""


class Event(Value):
    """One thing that happened.

    Args:
        kind: The game's name for it, e.g. ``"take_ambulance"``.
        seat: The seat that it concerns, or ``NOBODY``.
        args: Public numbers; their meaning belongs to the kind.
        secret: Numbers that only the seats in ``seen_by`` may know.
        seen_by: Bit mask of seats (bit k for seat k); -1 means everybody.
        words: Public texts that come from a player's own material, such as a card's name.
    """

    def __init__(
        self,
        kind: str,
        seat: int,
        args: tuple[int, ...] = (),
        secret: tuple[int, ...] = (),
        seen_by: int = EVERYBODY,
        words: tuple[str, ...] = (),
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.args = args
        self.secret = secret
        self.seen_by = seen_by
        self.words = words

    def shows_secret_to(self, viewer: int) -> bool:
        """Whether the viewer (a seat, or -1 for a spectator) may see the secret part."""
        if self.seen_by == EVERYBODY:
            return True
        return viewer >= 0 and (self.seen_by >> viewer) & 1 == 1

    @property
    def private(self) -> bool:
        """Whether some part is hidden from somebody."""
        return self.seen_by != EVERYBODY
