"""Questions put to a seat, and the answer to "why not?".

A seat's open questions form a stack, innermost last. A question is a small immutable record, so
copying a state copies no question. Each kind of question answers in one place, ``objection``,
which clause forbids a candidate; legal actions, masks, refusals and explanations come from there.
"""

from typing import Generic, TypeVar

from mypy_extensions import mypyc_attr

S = TypeVar("S")


class Objection:
    """A rule that forbids an action.

    Args:
        clause: The clause, e.g. ``"DH-4.10"``.
        text: One sentence for people. It may hold ``{}`` fields that
            :meth:`Decision.elaborate` fills in, so that legality checks build no text.
    """

    def __init__(self, clause: str, text: str) -> None:
        self.clause = clause
        self.text = text

    def to_json(self) -> dict[str, str]:
        """Clause and sentence as plain data."""
        return {"clause": self.clause, "text": self.text}


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Generic[S]):
    """One question: what may be chosen, what forbids it, what happens then.

    Subclasses are immutable and say in ``data`` everything that they hold.
    """

    def name(self) -> str:
        """The name of this kind of question, unique within the game."""
        raise NotImplementedError

    def data(self) -> list[int]:
        """What the question holds besides its kind, for snapshots and hashes."""
        return []

    def spends(self, state: S, seat: int, action: int) -> bool:
        """Whether the answer gives something of value away without having been chosen before.

        An answer that is the only one is given by itself; one that spends something is asked about.
        """
        return False

    def continues(self) -> bool:
        """Whether it asks for a further part of a move that was already begun."""
        return False

    def candidates(self, state: S, seat: int) -> list[int]:
        """Ids, ascending, of all that a person might try here, forbidden actions included."""
        raise NotImplementedError

    def objection(self, state: S, seat: int, action: int) -> Objection | None:
        """The rule that forbids the candidate, or None if it is legal."""
        raise NotImplementedError

    def take(self, state: S, seat: int, action: int) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def elaborate(self, state: S, seat: int, action: int, objection: Objection) -> str:
        """The objection's sentence with its fields filled in."""
        return objection.text

    def ask(self, state: S, seat: int) -> str:
        """The question as an imperative without a capital or full stop: "take an ambulance"."""
        raise NotImplementedError

    def announce(self, state: S, seat: int) -> str:
        """The question as the others may read it; it must not tell what is hidden from them."""
        return self.ask(state, seat)
