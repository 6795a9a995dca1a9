"""What the people at a table have been asked and not decided yet, in memory and as it is stored."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

What = Literal["undo", "end"]
"""What a player can propose: to take back their last action, or to end the game as it stands."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody proposes to the others, and who agrees.

    Attributes:
        number: Its name, so that a late answer is not taken for one to another proposal.
        what: What is proposed.
        seat: Who proposes it.
        version: The version of the table that it was proposed at: any step answers it.
        agreed: The holders who agree, by the hashes of their tokens.
    """

    number: int
    what: What
    seat: int
    version: int
    agreed: tuple[str, ...]

    @property
    def wish(self) -> str:
        """What is asked for, in a sentence about who asks."""
        return "to take back their last choice" if self.what == "undo" else "to end the game here"

    def to_json(self) -> dict[str, Any]:
        """It as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Ballot:
    """The votes for a bot to play for somebody.

    Attributes:
        who: The seat that is to be played for.
        version: The version of the table at the newest vote: a later step of that seat ends it.
        votes: By the hashes of their tokens, the holders and the bot that each is for.
    """

    who: int
    version: int
    votes: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """It as plain data."""
        return {"who": self.who, "version": self.version, "votes": dict(self.votes)}


@dataclass(frozen=True, slots=True)
class Undecided:
    """All that is undecided at a table.

    Attributes:
        proposal: What is proposed; None if nothing is.
        ballots: The votes for bots, by the seats that they are to play for.
    """

    proposal: Proposal | None = None
    ballots: Mapping[int, Ballot] = field(default_factory=dict)

    def with_ballot(self, ballot: Ballot) -> "Undecided":
        """The same with these votes in the place of earlier ones for that seat."""
        return replace(self, ballots={**self.ballots, ballot.who: ballot})

    def without_ballot(self, who: int) -> "Undecided":
        """The same without votes for that seat."""
        return replace(self, ballots={seat: b for seat, b in self.ballots.items() if seat != who})

    def to_json(self) -> dict[str, Any] | None:
        """It as plain data; None where everything is decided."""
        if self == NOTHING:
            return None
        return {
            "proposal": None if self.proposal is None else self.proposal.to_json(),
            "ballots": [ballot.to_json() for ballot in self.ballots.values()],
        }


NOTHING = Undecided()
"""Everything is decided."""


class _Stored(BaseModel):
    """What is in the database."""

    proposal: Proposal | None
    ballots: list[Ballot]


def read_undecided(data: Any, version: int, stepped: Mapping[int, int]) -> Undecided:
    """What is undecided at a table that is played at, as it is stored; not what steps decided.

    Args:
        data: What is stored.
        version: The number of steps of the table.
        stepped: By seat, the version of its newest step (0: none).

    Raises:
        ValueError: It is nothing of that kind.
    """
    if data is None:
        return NOTHING
    try:
        found = _Stored.model_validate(data)
    except ValidationError as error:
        raise ValueError(f"votes that are none: {data!r}") from error
    proposal, ballots = found.proposal, {ballot.who: ballot for ballot in found.ballots}
    strange = {*ballots, *(() if proposal is None else (proposal.seat,))} - stepped.keys()
    if strange:
        raise ValueError(f"votes about seats that are not there: {sorted(strange)}")
    return Undecided(
        proposal if proposal is not None and proposal.version == version else None,
        {who: ballot for who, ballot in ballots.items() if stepped[who] <= ballot.version},
    )
