"""Given / When / Then: a position, what is done in it, what must come out.

A test of a rule reads like the rule's example::

    scenario = given(GAME, players=3).edit(round=4)
    scenario.when(0, "place:nurse", "at:pharmacy", "G3u")
    assert scenario.legal(0) == {"done", "place:nurse"}
    scenario.refuses(0, "at:pharmacy", clause="DH-6.6")
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from wardround.core import Event, Game, IllegalAction, NotAsked, State, WardroundError

Snapshot = dict[str, Any]


def given(
    game: Game,
    players: int = 3,
    options: Mapping[str, object] | None = None,
    seed: int | str | bytes = "scenario",
) -> "Scenario":
    """A new game at its first question.

    Args:
        game: The game.
        players: Number of seats.
        options: Values by option name; defaults where nothing is said.
        seed: Fixes every chance event that is not scripted.

    Raises:
        SeatError, OptionError: See :meth:`Game.new`.
    """
    return Scenario(game, game.new(players, seed, options))


class Scenario:
    """A position under test.

    Args:
        game: The game.
        state: The position; it is changed in place.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []
        """What happened since the last :meth:`when` or :meth:`go_on` began."""
        self._outcomes: list[int] | None = None

    # --- given ----------------------------------------------------------------------------

    def edit(self, **fields: object) -> "Scenario":
        """Give fields of the snapshot other values (forced answers are not given then).

        Raises:
            KeyError: The snapshot has no such field.
        """

        def put(snapshot: Snapshot) -> None:
            for name, value in fields.items():
                if name not in snapshot:
                    raise KeyError(
                        f"a snapshot of {self.game.id} has no field {name!r}, only "
                        + ", ".join(snapshot)
                    )
                snapshot[name] = value

        return self.edit_with(put)

    def edit_with(self, change: Callable[[Snapshot], None]) -> "Scenario":
        """Change the position by a function that alters its snapshot in place."""
        snapshot = json.loads(json.dumps(self.state.snapshot()))
        change(snapshot)
        self.state = self.game.restore(snapshot)
        return self

    def chance(self, *outcomes: int) -> "Scenario":
        """Fix all draws of the next :meth:`when` or :meth:`go_on`: what ``Chance.below`` returns.

        That step fails if it draws more or fewer.
        """
        self._outcomes = list(outcomes)
        return self

    def branch(self) -> "Scenario":
        """An independent scenario in the same position, to try something else."""
        return Scenario(self.game, self.state.copy())

    # --- when -----------------------------------------------------------------------------

    def when(self, seat: int, *notations: str) -> "Scenario":
        """The seat does the actions, in order.

        Raises:
            AssertionError: One of them is refused, or scripted chance does not fit.
        """

        def act() -> None:
            for number, notation in enumerate(notations, start=1):
                try:
                    self.state.apply(seat, self.game.parse(notation))
                except WardroundError as error:
                    place = f"action {number} of {len(notations)}: " if len(notations) > 1 else ""
                    raise AssertionError(
                        f"{place}seat {seat} cannot do {notation!r}: {error}\n{self.describe()}"
                    ) from error

        return self._told(act)

    def go_on(self) -> "Scenario":
        """Give forced answers and run the flow until a real choice is open, as a game does.

        An edited position stays as it is until this is called.

        Raises:
            AssertionError: Scripted chance does not fit.
        """

        def run() -> None:
            for seat in self.state.asked():
                self.state.reconsider(seat)
            self.state.go_on()

        return self._told(run)

    def run(self, step: Callable[[], None]) -> "Scenario":
        """Let a function of the game change the position (single steps of a flow, for instance).

        Raises:
            AssertionError: Scripted chance does not fit.
        """
        return self._told(step)

    def _told(self, step: Callable[[], None]) -> "Scenario":
        state = self.state
        self.events = []
        state.log = self.events
        outcomes, self._outcomes = self._outcomes, None
        state.chance.script = outcomes
        try:
            step()
        except ValueError as error:
            if outcomes is None:
                raise
            raise AssertionError(f"the scripted chance does not fit: {error}") from error
        finally:
            state.log = None
            state.chance.script = None
        if outcomes:
            raise AssertionError(f"scripted outcomes that nothing drew: {outcomes}")
        return self

    # --- then -----------------------------------------------------------------------------

    def asked(self) -> list[int]:
        """Seats that must choose now."""
        return self.state.asked()

    def legal(self, seat: int) -> set[str]:
        """Notations of all legal actions of the seat; empty if it is not asked."""
        return {self.game.notation(action) for action in self.state.legal_actions(seat)}

    def question(self, seat: int) -> str:
        """The name of the seat's innermost open question; empty if it is not asked."""
        stack = self.state.stacks[seat]
        return stack[-1].name() if stack else ""

    def view(self, viewer: int) -> dict[str, Any]:
        """What the viewer sees."""
        return self.state.view(viewer)

    def told(self, kind: str) -> list[Event]:
        """The events of this kind since the last step began."""
        return [event for event in self.events if event.kind == kind]

    def text(self, viewer: int = -1) -> list[str]:
        """The sentences of the events since the last step began, as the viewer reads them."""
        lines = [self.game.event_text(event, viewer) for event in self.events]
        return [line for line in lines if line]

    def refuses(self, seat: int, notation: str, clause: str | None = None) -> WardroundError:
        """The action is refused and nothing changes.

        Args:
            seat: The seat that tries.
            notation: What it tries.
            clause: The rule that must be named; None if any will do.

        Returns:
            The error, for further checks.

        Raises:
            AssertionError: The action is accepted, another clause is named, or the position
                changed.
        """
        before = self.state.digest()
        try:
            self.state.apply(seat, self.game.parse(notation))
        except (IllegalAction, NotAsked) as error:
            refusal = error
        else:
            raise AssertionError(f"seat {seat} could do {notation!r}\n{self.describe()}")
        if self.state.digest() != before:
            raise AssertionError(f"{notation!r} was refused, but it changed the position")
        if clause is not None and refusal.clause != clause:
            raise AssertionError(
                f"{notation!r} was refused by {refusal.clause or 'no clause'}, not by {clause}: "
                f"{refusal.message}"
            )
        return refusal

    def describe(self) -> str:
        """Who is asked what, with the legal actions: for messages of failures."""
        if self.state.is_over:
            return "The game is over."
        return "\n".join(
            f"Seat {seat} ({self.question(seat)}): {' '.join(sorted(self.legal(seat)))}"
            for seat in self.asked()
        )
