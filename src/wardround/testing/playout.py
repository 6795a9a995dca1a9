"""One random game, checked at every position."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from traceback import walk_tb

from wardround.core import SPECTATOR, Game, Match, Record, State, replay
from wardround.testing.configurations import Configuration
from wardround.testing.faults import CheckFailure, Fault
from wardround.testing.hidden import (
    HiddenOrders,
    check_hidden,
    check_secret_actions,
    hides_something,
)
from wardround.testing.positions import (
    check_accepted,
    check_asked,
    check_choices,
    check_copy,
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

SHARES = 10
"""So many positions of a game are checked in full, unless said otherwise."""
RAREST = 40
"""In a long game one position in so many is."""
NAMES = tuple([f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"])
"""What the checks call the seats: no number that could be taken for the number of a seat."""
ENGINE = ("wardround.core", "wardround.testing")


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
        orders: Which lists were hidden, and which were varied.
    """

    games: int = 0
    actions: int = 0
    positions: int = 0
    undone: int = 0
    longest: int = 0
    varied: int = 0
    private: int = 0
    orders: HiddenOrders = field(default_factory=HiddenOrders)

    def add(self, other: "Tally") -> None:
        """Count another tally's games too."""
        self.games += other.games
        self.actions += other.actions
        self.positions += other.positions
        self.undone += other.undone
        self.longest = max(self.longest, other.longest)
        self.varied += other.varied
        self.private += other.private
        self.orders.add(other.orders)


class Playout:
    """A random game that is checked while it is played.

    Args:
        game: The game.
        configuration: Seats and options.
        seed: Fixes chance and the choices.
        every: A position in so many is checked in full; 0 for about :data:`SHARES` in the game.
        offset: Shifts which positions that are.
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
        self.every = every or self._fitting_share()
        self.offset = offset % self.every
        self.invariants = invariants
        self.rng = Random(f"choices {seed}")
        self.tally = Tally(games=1)
        self._number = 0
        self._kept: list[tuple[int, State, str]] = []

    def _fitting_share(self) -> int:
        """So that a short game is checked in full several times, and a long one not too often."""
        where = self.configuration
        rng = Random(f"length {self.seed}")
        length = 0
        try:
            state = self.game.new(where.players, self.seed, where.options)
            while not state.is_over and length < SHARES * RAREST:
                state.apply(*some_action(state, rng))
                length += 1
        except Exception:
            return 1  # what is wrong is found again, and told with its place, when it is checked
        return max(1, min(RAREST, length // SHARES))

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
            raise self._failure(f"{type(error).__name__}: {error}{_place(error)}") from error
        return self.tally

    def _failure(self, what: str) -> CheckFailure:
        where = self.configuration
        return CheckFailure(
            self.game.id, self.seed, where.players, where.options, self._number, what
        )

    def _play(self) -> None:
        where = self.configuration
        match = Match(self.game, where.players, self.seed, where.options, NAMES[: where.players])
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
        check_copy(state)
        self._kept.append((match.version, state.copy(), state.digest()))
        check_views(state)
        check_observations(state)
        check_accepted(game, state, rng)
        check_refused(game, state, rng)
        check_choices(game, state, rng)
        check_preview(game, state, rng)
        check_snapshot(game, state, rng)
        if not self.tally.varied and (state.players > 2 or game.max_players <= 2):
            # Between two, what is hidden can often be worked out: all cards that one does not see.
            self.tally.private += hides_something(state)
        seats = sorted({rng.randrange(state.players), rng.choice(state.asked() or [0])})
        varied = [check_hidden(game, state, seat, rng) for seat in seats]
        for seat in seats:
            check_secret_actions(game, state, seat, rng)
            self.tally.orders.look(game, state, seat, rng)
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


def _place(error: Exception) -> str:
    """Where in the game's own files an exception came from."""
    frames = [
        frame
        for frame, _ in walk_tb(error.__traceback__)
        if not str(frame.f_globals.get("__name__", "")).startswith(ENGINE)
    ]
    if not frames:
        return ""
    code, line = frames[-1].f_code, frames[-1].f_lineno
    return f" (in {code.co_name}, {Path(code.co_filename).name}, line {line})"
