"""One random game, checked at every position."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from wardround.core import SPECTATOR, Game, Match, Record, State, replay
from wardround.testing.configurations import Configuration
from wardround.testing.faults import CheckFailure, Fault
from wardround.testing.hidden import check_hidden, hides_something
from wardround.testing.positions import (
    Shape,
    check_accepted,
    check_asked,
    check_choices,
    check_fresh,
    check_observations,
    check_preview,
    check_refused,
    check_results,
    check_snapshot,
    check_views,
    some_action,
)

Invariants = Callable[[State], None]


@dataclass
class Tally:
    """What has been checked so far.

    Args:
        games: Games played to the end.
        actions: Actions carried out in them; every position before one was checked.
        positions: Positions that were checked in full.
        undone: Actions that were taken back and done again.
        longest: Actions of the longest game.
        varied: Positions in which determinizations gave something hidden different values.
        private: Positions, up to the first of ``varied``, in which a seat saw what is not public.
    """

    games: int = 0
    actions: int = 0
    positions: int = 0
    undone: int = 0
    longest: int = 0
    varied: int = 0
    private: int = 0

    def add(self, other: "Tally") -> None:
        """Count another tally's games too."""
        self.games += other.games
        self.actions += other.actions
        self.positions += other.positions
        self.undone += other.undone
        self.longest = max(self.longest, other.longest)
        self.varied += other.varied
        self.private += other.private


class Playout:
    """A random game that is checked while it is played.

    Args:
        game: The game.
        configuration: Seats and options.
        seed: Fixes chance and the choices.
        every: A position in so many is checked in full.
        offset: The first position that is checked in full, below ``every``.
        invariants: Raises AssertionError if something that must hold in every position does not.
    """

    def __init__(
        self,
        game: Game,
        configuration: Configuration,
        seed: str,
        every: int,
        offset: int,
        invariants: Invariants | None,
    ) -> None:
        self.game = game
        self.configuration = configuration
        self.seed = seed
        self.every = every
        self.offset = offset
        self.invariants = invariants
        self.rng = Random(f"choices {seed}")
        self.tally = Tally(games=1)
        self._number = 0
        self._shape: Shape = {}
        self._kept: list[tuple[int, State, str]] = []

    def run(self) -> Tally:
        """Play and check.

        Raises:
            CheckFailure: Something is wrong; it says what, and how to come there again.
        """
        try:
            self._play()
        except Fault as fault:
            raise self._failure(str(fault)) from fault
        except AssertionError as error:
            raise self._failure(f"an invariant is broken: {error}") from error
        except Exception as error:
            raise self._failure(f"{type(error).__name__}: {error}") from error
        return self.tally

    def _failure(self, what: str) -> CheckFailure:
        where = self.configuration
        return CheckFailure(
            self.game.id, self.seed, where.players, where.options, self._number, what
        )

    def _play(self) -> None:
        where = self.configuration
        match = Match(self.game, where.players, self.seed, where.options)
        while True:
            self._check_position(match.state)
            if self._number % self.every == self.offset:
                self._check_in_full(match)
            if match.state.is_over:
                break
            if self._number == self.game.max_length:
                raise Fault(f"the game is longer than its {self.game.max_length} actions")
            self._act(match)
            self._number += 1
        self.tally.actions = self.tally.longest = self._number
        self._check_kept()
        self._check_record(match)
        if self.offset % 2:
            self._check_history(match)
        else:
            self._check_without_seed(match)

    # --- positions ------------------------------------------------------------------------

    def _check_position(self, state: State) -> None:
        check_asked(self.game, state)
        check_fresh(self.game, state)
        check_results(self.game, state)
        if self.invariants is not None:
            self.invariants(state)

    def _check_in_full(self, match: Match) -> None:
        game, state, rng = self.game, match.state, self.rng
        self.tally.positions += 1
        self._kept.append((match.version, state.copy(), state.digest()))
        check_views(state)
        check_observations(state, self._shape)
        check_accepted(game, state, rng)
        check_refused(game, state, rng)
        check_choices(game, state, rng)
        check_preview(game, state, rng)
        check_snapshot(game, state, rng)
        if not self.tally.varied:
            self.tally.private += hides_something(state)
        seats = sorted({rng.randrange(state.players), rng.choice(state.asked() or [0])})
        varied = [check_hidden(game, state, seat, rng) for seat in seats]
        self.tally.varied += any(varied)
        if self.invariants is not None:
            for seat in seats:
                self.invariants(state.determinize(seat, rng))

    # --- actions --------------------------------------------------------------------------

    def _act(self, match: Match) -> None:
        state = match.state
        seat, action = some_action(state, self.rng)
        if self._number % self.every != (self.offset + self.every // 2) % self.every:
            match.act(seat, action)
            return
        before, moments = state.digest(), state.chance.moments
        match.act(seat, action)
        self._check_undo(match, seat, action, before, match.state.chance.moments == moments)

    def _check_undo(
        self, match: Match, seat: int, action: int, before: str, foreseeable: bool
    ) -> None:
        name = f"{self.game.notation(action)!r} of seat {seat}"
        after = match.state.digest()
        answer = match.can_undo(seat)
        if answer.allowed != (foreseeable and not match.state.is_over):
            raise Fault(f"{name} was foreseeable: {foreseeable}; to undo it: {answer}")
        if not answer.allowed:
            return
        self.tally.undone += 1
        match.undo(seat)
        if match.state.digest() != before:
            raise Fault(f"undoing {name} leads to another position")
        match.act(seat, action)
        if match.state.digest() != after:
            raise Fault(f"doing {name} again after an undo leads to another position")

    # --- the whole game ---------------------------------------------------------------------

    def _check_kept(self) -> None:
        for version, state, digest in self._kept:
            if state.digest() != digest:
                raise Fault(f"the copy made at version {version} changed while the game went on")

    def _check_record(self, match: Match) -> None:
        """The record as text leads to the same position: same seed, same actions, same game."""
        text = match.record().to_text()
        record = Record.parse(text)
        if record.to_text() != text:
            raise Fault("a record that was read is written differently")
        if replay(record, self.game).state.digest() != match.state.digest():
            raise Fault("the record leads to another position")

    def _check_without_seed(self, match: Match) -> None:
        """The recorded outcomes alone lead to the same position."""
        record = Record.parse(match.record(with_seed=False).to_text())
        state = replay(record, self.game).state
        if state.chance.moments != match.state.chance.moments:
            raise Fault("replayed without the seed, chance comes in at other times")
        state.chance = match.state.chance.copy()
        if state.digest() != match.state.digest():
            raise Fault("the record without the seed leads to another position")

    def _check_history(self, match: Match) -> None:
        """Earlier versions can be looked at again, and everybody's log is the same then."""
        for version, _, digest in self.rng.sample(self._kept, min(1, len(self._kept))):
            if match.at(version).state.digest() != digest:
                raise Fault(f"version {version}, looked at again, is another position")
        again = match.at(match.version)
        for viewer in (SPECTATOR, *range(match.players)):
            if again.log(viewer) != match.log(viewer):
                raise Fault(f"the log of viewer {viewer} differs when the game is replayed")
