"""The people at a table: seats taken, left and changed, talk, votes and proposals.

Nothing here knows the game. Who sits where is stored before anybody is told, as steps are.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wardround.bots import offered
from wardround.core import UnknownBot, WardroundError, apart_from
from wardround.server.errors import NotHost, NotPlaying, NotProposed, Present, Silenced, TableFull
from wardround.server.proposals import NOTHING, Ballot, Proposal, Undecided, What
from wardround.server.seats import is_taken, moved, plays_for, vacated
from wardround.server.settings import Settings
from wardround.server.shown import Json
from wardround.server.store import LINES_KEPT, Line, Room, StoredSeat

if TYPE_CHECKING:
    from wardround.server.table import Table

TABLE = -1
"""The seat of what the table itself says; spectators have it too, with a name."""


def line_json(line: Line) -> Json:
    """A line as it is sent; one without a name is said by the table."""
    return {
        "number": line.number,
        "seat": line.seat,
        "name": line.name,
        "text": line.text,
        "at": line.at,
    }


class Company:
    """The people at one table.

    Args:
        table: The table.
        settings: How long somebody must have been away before others may vote for a bot, and how
            long a proposal waits.
        undecided: What people were asked before the table was read from the database.
    """

    def __init__(self, table: "Table", settings: Settings, undecided: Undecided = NOTHING) -> None:
        self._table = table
        self._away_seconds = settings.away_seconds
        self._answer_seconds = settings.answer_seconds
        self._undecided = undecided
        self._lines: list[Line] | None = None
        self._speaking = asyncio.Lock()
        self._left: dict[int, float] = {}
        self._since = time.monotonic()

    @property
    def proposal(self) -> Proposal | None:
        """What is proposed, if anything."""
        return self._undecided.proposal

    def _propose(self, proposal: Proposal | None) -> None:
        self._undecided = replace(self._undecided, proposal=proposal)

    async def _keep(self, undecided: Undecided) -> None:
        """Ask this from now on; it is stored first."""
        await self._table.keep_undecided(undecided)
        self._undecided = undecided

    # --- seats ------------------------------------------------------------------------------

    async def rename(self, seat: int, name: str) -> None:
        """Sit under another name, numbered if somebody has it already.

        Raises:
            NotPlaying: The game has begun: its record holds the names.
        """
        async with self._table.lock:
            seats = self._waiting("A name can be changed")
            others = [one.name for one in seats if one.seat != seat and is_taken(one)]
            seats[seat] = replace(seats[seat], name=apart_from(name, others))
            await self._table.arrange(seats)

    async def vacate(self, seat: int) -> None:
        """Open a seat that a person held.

        Raises:
            NotPlaying: The game has begun.
            TableFull: No person sits there.
        """
        async with self._table.lock:
            seats = self._waiting("A seat can be left")
            if seats[self._number(seat)].token_hash is None:
                raise TableFull(
                    "Nobody sits there who could leave.",
                    where=f"seat {seat}",
                    expected="the seat of a person",
                )
            seats[seat] = vacated(seats[seat])
            await self._table.arrange(seats)

    async def swap(self, seat: int, to: int, *, by_host: bool) -> None:
        """Go to an open seat; the host may change any two.

        Raises:
            NotPlaying: The game has begun.
            TableFull: Somebody sits there.
        """
        async with self._table.lock:
            seats = self._waiting("Seats can be changed")
            one, other = seats[self._number(seat)], seats[self._number(to)]
            if is_taken(other) and not by_host:
                raise TableFull(
                    f"{other.name} sits there; only the host can change the two of you.",
                    where=f"seat {to}",
                    expected="an open seat",
                )
            seats[seat] = moved(other, seat) if is_taken(other) else vacated(moved(other, seat))
            seats[to] = moved(one, to) if is_taken(one) else vacated(moved(one, to))
            await self._table.arrange(seats)

    def _waiting(self, what: str) -> list[StoredSeat]:
        if self._table.state != "waiting":
            raise NotPlaying(
                f"{what} only before the game begins.",
                where=f"table {self._table.id}",
                expected="a table that waits for players",
            )
        return list(self._table.seats)

    def _number(self, seat: int) -> int:
        if not 0 <= seat < len(self._table.seats):
            raise TableFull(
                f"There is no seat {seat}.",
                where="seat",
                expected=f"a seat from 0 to {len(self._table.seats) - 1}",
            )
        return seat

    # --- talk -------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read what was said, once; what cannot be read is logged and left out."""
        if self._lines is not None:
            return
        lines: list[Line] = []
        store = self._table.store
        with contextlib.suppress(WardroundError):
            lines = await store.run(store.store.talk, self._table.id)
        if self._lines is None:
            self._lines = lines

    def heard_in(self, room: Room) -> list[Line]:
        """What was said in a room, and by the table."""
        return [line for line in self._lines or [] if line.room == room or not line.name]

    async def say(self, seat: int, name: str, text: str) -> None:
        """Say something: who holds a seat to those who play, others to those who watch.

        Raises:
            Silenced: The host does not want to hear it.
            StorageError: It could not be stored; nobody heard it.
        """
        muted = self._table.quiet if seat == TABLE else self._table.seats[seat].muted
        if muted:
            raise Silenced(
                "The host has muted you." if seat != TABLE else "The host has muted spectators.",
                where=f"table {self._table.id}",
                expected="silence, until the host changes that",
            )
        room: Room = "spectators" if seat == TABLE else "players"
        await self._speak(room, seat, name if seat == TABLE else self._table.seats[seat].name, text)

    async def _note(self, text: str) -> None:
        """Something that the table tells everybody."""
        await self._speak("players", TABLE, "", text)

    async def _speak(self, room: Room, seat: int, name: str, text: str) -> None:
        await self.load()
        table = self._table
        say = table.store.store.say
        async with self._speaking:
            line = await table.write(say, table.id, room, seat, name, text, owner=table.owner)
        assert self._lines is not None
        self._lines = [*self._lines[1 - LINES_KEPT :], line]
        for onlooker in list(table.onlookers):
            onlooker.hear(line)

    async def mute(self, who: int, muted: bool) -> None:
        """Silence a seat, or (-1) all spectators, or let them speak again."""
        async with self._table.lock:
            seats = list(self._table.seats)
            if who == TABLE:
                await self._table.arrange(seats, quiet=muted)
                return
            seats[self._number(who)] = replace(seats[who], muted=muted)
            await self._table.arrange(seats)

    # --- who is away, and who plays for them ------------------------------------------------

    def present(self) -> set[int]:
        """The seats whose holders are connected."""
        return {seat for onlooker in self._table.onlookers for seat in onlooker.mine}

    def away(self) -> list[int]:
        """The seats of people who are not connected."""
        here = self.present()
        return [
            one.seat
            for one in self._table.seats
            if one.token_hash is not None and one.seat not in here
        ]

    def left(self, seats: Sequence[int]) -> None:
        """Note when somebody went: nothing is asked in their name any more.

        Unless this process sent them away as it ends: they come back to the next one.
        """
        gone = set(seats) - self.present()
        for seat in gone:
            self._left[seat] = time.monotonic()
        proposal = self.proposal
        if proposal is None or proposal.seat not in gone or self._table.moves:
            return
        self._drop(f"{self._name(proposal.seat)} has left: nothing is asked any more.")

    async def vote(self, seat: int, who: int, bot: str) -> None:
        """Be for a bot playing for somebody; more than half of the others who are present decide.

        Raises:
            NotPlaying: Nothing is being played.
            Present: They have not been away for long, nor is their time used up; or it is their
                own vote, and others are here who can decide.
            TableFull: No person sits there, or a bot plays for them already.
            UnknownBot: There is no such bot.
            NotOwner, StorageError: The vote could not be stored; it does not count.
        """
        async with self._table.lock:
            target = self._target(who)
            if bot not in offered():
                raise UnknownBot(
                    f"There is no bot {bot!r}.",
                    where="bot",
                    expected="one of " + ", ".join(sorted(offered())),
                )
            holder, others = self._holder(seat), self._voices(0) - {target.token_hash}
            if holder == target.token_hash and others:
                raise Present(
                    "Only the others decide that.",
                    where=f"seat {who}",
                    expected="the vote of somebody else at this table",
                )
            before = self._undecided.ballots.get(who)
            votes = {**({} if before is None else before.votes), holder: bot}
            here = others | {holder}
            agreed = sum(votes.get(one) == bot for one in here)
            voter, title = self._table.seats[seat].name, offered()[bot].title
            if agreed * 2 <= len(here):
                ballot = Ballot(who, self._table.version, votes)
                await self._keep(self._undecided.with_ballot(ballot))
                why = "is out of time" if self._table.is_out_of_time(who) else "is away"
                await self._note(
                    f"{voter} is for {title} playing for {target.name}, who {why}: "
                    f"{agreed} of {len(here)} agree."
                )
                return
            if before is not None:
                await self._keep(self._undecided.without_ballot(who))
            await self._replace(who, replace(target, stand_in=bot))
            await self._note(f"{title} plays for {target.name} now, until they are back.")
        self._table.wake_bots()

    def _target(self, who: int) -> StoredSeat:
        """The seat of somebody who may be played for."""
        if self._table.state != "playing":
            raise NotPlaying(
                "Nothing is being played here.",
                where=f"table {self._table.id}",
                expected="a game that has begun",
            )
        target = self._table.seats[self._number(who)]
        if plays_for(target) is not None:
            raise TableFull(
                f"A bot plays for {target.name}.", where=f"seat {who}", expected="a person's seat"
            )
        here = who in self.present() or self._gone(who) < self._away_seconds
        if here and not self._table.is_out_of_time(who):
            timed = self._table.stored.clock is not None
            raise Present(
                f"{target.name} is here, or was a moment ago.",
                where=f"seat {who}",
                expected=f"somebody who has been away for {self._away_seconds:g} seconds"
                + (", or is out of time" if timed else ""),
            )
        return target

    async def back(self, seat: int) -> None:
        """Play oneself again.

        Raises:
            TableFull: No bot plays for this seat.
        """
        async with self._table.lock:
            mine = self._table.seats[seat]
            if mine.stand_in is None:
                raise TableFull(
                    "No bot plays for you.", where=f"seat {seat}", expected="a stand-in to relieve"
                )
            await self._replace(seat, replace(mine, stand_in=None))
            await self._note(f"{mine.name} is back.")

    async def _replace(self, number: int, seat: StoredSeat) -> None:
        seats = list(self._table.seats)
        seats[number] = seat
        await self._table.arrange(seats)

    # --- what somebody proposes to the others -----------------------------------------------

    async def propose(self, seat: int, what: What, expected: int) -> None:
        """Ask the others for something that needs everybody's agreement.

        People are asked, each device once; bots agree, and wait for the answers. Whoever has been
        away for long is not asked. The others read what is proposed and by whom, and nothing of
        what the seat knows.

        Args:
            seat: Who asks.
            what: What is proposed.
            expected: The version whose last action is to be taken back.

        Raises:
            NotProposed: Something is proposed already.
            NotPlaying, StaleAction, UndoRefused: It is not possible.
            NotOwner, StorageError: It could not be stored; nobody was asked.
        """
        async with self._table.lock:
            if self.proposal is not None:
                raise NotProposed(
                    f"{self._name(self.proposal.seat)} has asked for something already.",
                    where=f"table {self._table.id}",
                    expected="the answers to that first",
                )
            if what == "undo":
                await self._table.check_askable(seat, expected)
            self._table.check_going()
            number, version = secrets.randbelow(2**31), self._table.version
            proposal = Proposal(number, what, seat, version, (self._holder(seat),))
            if self._asked(proposal):
                await self._keep(replace(self._undecided, proposal=proposal))
                self._table.start(self._wait(number))
                await self._note(f"{self._name(seat)} asks {proposal.wish}.")
            await self._settle(proposal)
        self._table.wake_bots()

    async def answer(self, seat: int, number: int, *, agree: bool) -> None:
        """Agree to what is proposed, or not; whoever proposed it withdraws it.

        Raises:
            NotProposed: This is not proposed any more.
            UndoRefused, NotOwner, Overloaded, StorageError: It could not be carried out.
        """
        async with self._table.lock:
            proposal = self.proposal
            if proposal is None or proposal.number != number:
                raise NotProposed(
                    "This is not proposed any more.",
                    where="number",
                    expected="the number of what is proposed now",
                )
            if agree:
                agreed = tuple({*proposal.agreed, self._holder(seat)})
                proposal = replace(proposal, agreed=agreed)
                if self._asked(proposal):
                    await self._keep(replace(self._undecided, proposal=proposal))
                await self._settle(proposal)
            elif self._holder(seat) == self._holder(proposal.seat):
                self._drop(f"{self._name(seat)} does not ask any more.")
            else:
                self._drop(f"{self._name(seat)} does not agree: the game goes on.")
        self._table.wake_bots()

    async def _settle(self, proposal: Proposal) -> None:
        """Carry out what everybody agrees to."""
        if self._asked(proposal):
            self._table.tell_company()
            return
        self._propose(None)
        try:
            done = await self._carry_out(proposal)
        except WardroundError:
            self._table.tell_company()
            self._table.start(self._forget())
            raise
        await self._note(f"All agree: {done}")

    async def _carry_out(self, proposal: Proposal) -> str:
        """Do what all agree to; what is told of it."""
        if proposal.what == "end":
            await self._table.end()
            return "the game ends here, before its end. Nobody has won."
        await self._table.rewind(proposal.seat)
        return (
            f"the game is back before the last choice of {self._name(proposal.seat)}. "
            "What was seen since stays known, and the same dice and cards come again."
        )

    def resume(self) -> None:
        """Wait for the answers to what was proposed before the table was read."""
        if self.proposal is not None:
            self._table.start(self._wait(self.proposal.number))

    async def _wait(self, number: int) -> None:
        """End a proposal that is not answered; who is away by then does not count."""
        await asyncio.sleep(self._answer_seconds)
        with contextlib.suppress(WardroundError):  # the others are told by what is shown
            async with self._table.lock:
                if self.proposal is None or self.proposal.number != number:
                    return
                proposer_left = self.proposal.seat not in self.present()
                if proposer_left or self._asked(self.proposal):
                    self._drop("Not everybody has answered: the game goes on.")
                else:
                    await self._settle(self.proposal)
        self._table.wake_bots()

    def acted(self, seat: int) -> None:
        """A seat has acted: what was proposed before is answered by that, and who was for a bot.

        Nothing is stored for it: the step itself says so (:func:`read_undecided`).
        """
        self._undecided = self._undecided.without_ballot(seat)
        if self.proposal is not None:
            self._tell_dropped("The game went on: nothing is asked any more.")

    def _drop(self, why: str) -> None:
        self._tell_dropped(why)
        self._table.start(self._forget())

    def _tell_dropped(self, why: str) -> None:
        self._propose(None)
        self._table.tell_company()
        self._table.start(self._note(why))
        self._table.wake_bots()

    async def _forget(self) -> None:
        """Store that nothing is proposed any more, unless something is again."""
        with contextlib.suppress(WardroundError):  # logged where it came up
            async with self._table.lock:
                if self.proposal is None and self._table.state == "playing":
                    await self._table.keep_undecided(self._undecided)

    def _asked(self, proposal: Proposal) -> list[int]:
        """The seats whose holders are still asked."""
        asked = self._voices(self._answer_seconds) - set(proposal.agreed)
        return [one.seat for one in self._table.seats if one.token_hash in asked]

    def proposal_json(self) -> Json | None:
        """What is proposed, as everybody reads it; None if nothing is."""
        proposal = self.proposal
        if proposal is None:
            return None
        told = {"number": proposal.number, "what": proposal.what, "seat": proposal.seat}
        return {**told, "asked": self._asked(proposal)}

    def _voices(self, seconds: float) -> set[str]:
        """The holders of people's seats who have not been away for so long, each one voice."""
        here = self.present()
        return {
            one.token_hash
            for one in self._table.seats
            if one.token_hash is not None
            and plays_for(one) is None
            and (one.seat in here or self._gone(one.seat) < seconds)
        }

    def _gone(self, seat: int) -> float:
        """Seconds since the holder of a seat who is not connected left."""
        return time.monotonic() - self._left.get(seat, self._since)

    def _holder(self, seat: int) -> str:
        holder = self._table.seats[seat].token_hash
        assert holder is not None
        return holder

    def _name(self, seat: int) -> str:
        return self._table.seats[seat].name

    def check_host(self, token: str | None) -> None:
        """Refuse who did not make this table.

        Raises:
            NotHost: They did not.
        """
        if not self._table.is_host(token):
            raise NotHost(
                "Only the host of this table can do that.",
                where="token",
                expected="the token of whoever made the table",
            )
