"""Checks of one position: what may be done there, what is shown, what is kept.

Nothing here changes the position; whatever is tried is tried on copies.
"""

import json
from itertools import pairwise
from random import Random
from typing import Any

from wardround.core import (
    SPECTATOR,
    Choice,
    Game,
    IllegalAction,
    NotAsked,
    SeatError,
    State,
    UnknownAction,
    difference,
)
from wardround.core.fields import differing
from wardround.core.views import misused
from wardround.core.words import listed
from wardround.testing.faults import Fault

TRIED = 3
"""How many actions of a kind are tried at a position."""
ASKED = 12
"""How many of all actions of the game are asked about at a question."""
CONTINUED = 4
"""How many further actions a restored position is compared for."""


# --- cheap: at every position ---------------------------------------------------------------


def some_action(state: State, rng: Random) -> tuple[int, int]:
    """A seat that is asked and one of its legal actions, at random.

    Raises:
        Fault: There is none.
    """
    asked = state.asked()
    if not asked:
        raise Fault("nobody is asked, and the game is not over")
    seat = rng.choice(asked)
    legal = state.legal_actions(seat)
    if not legal:
        raise Fault(f"seat {seat} is asked, but may do nothing")
    return seat, rng.choice(legal)


def check_asked(game: Game, state: State) -> None:
    """Somebody can act, and the lists and masks of all seats agree.

    Raises:
        Fault: They do not.
    """
    asked = state.asked()
    if state.is_over:
        if asked:
            raise Fault(f"the game is over, but seats {asked} are asked")
        return
    if not asked:
        raise Fault("nobody is asked, and the game is not over")
    if len(asked) > 1 and not game.simultaneous:
        raise Fault(f"seats {asked} are asked at once, but the game does not say simultaneous=True")
    for seat in range(state.players):
        legal = state.legal_actions(seat)
        if seat in asked:
            _check_list(game, state, seat, legal)
        elif legal or any(state.mask(seat)) or state.prompt(seat):
            raise Fault(f"seat {seat} is not asked, but may do {_names(game, legal)}")


def _check_list(game: Game, state: State, seat: int, legal: list[int]) -> None:
    if not legal:
        raise Fault(f"seat {seat} is asked, but may do nothing")
    if legal != sorted(set(legal)) or legal[0] < 0 or legal[-1] >= game.num_actions:
        raise Fault(f"the legal actions of seat {seat} are not ascending ids: {legal}")
    mask = state.mask(seat)
    if len(mask) != game.num_actions or [i for i, bit in enumerate(mask) if bit] != legal:
        raise Fault(f"the mask of seat {seat} differs from its legal actions")
    if any(bit > 1 for bit in mask):
        raise Fault(f"the mask of seat {seat} holds other values than 0 and 1")


def check_fresh(game: Game, state: State) -> None:
    """The lists that are kept equal those worked out anew.

    Raises:
        Fault: One is out of date.
    """
    other = state.copy()
    other.relist()
    for seat in range(state.players):
        kept, fresh = state.legal_actions(seat), other.legal_actions(seat)
        if kept != fresh:
            check_copy(state)
            raise Fault(
                f"the legal actions kept for seat {seat} are out of date: {_names(game, kept)}; "
                f"worked out anew: {_names(game, fresh)}"
            )


def check_copy(state: State) -> None:
    """A copy holds everything that the original holds.

    Raises:
        Fault: It does not; the fields that differ are named.
    """
    found = differing(state.snapshot(), state.copy().snapshot())
    if found:
        raise Fault(f"a copy differs from the original in {listed(found)}")


def check_results(game: Game, state: State) -> None:
    """Scores, returns and ranking are what they promise to be.

    Raises:
        Fault: One is not.
    """
    scores, returns, ranking = state.scores(), state.returns(), state.ranking()
    if len(scores) != state.players or any(type(score) is not int for score in scores):
        raise Fault(f"the scores are not a whole number for each seat: {scores}")
    if len(returns) != state.players:
        raise Fault(f"the returns are not one for each seat: {returns}")
    if not state.is_over:
        if any(returns) or ranking:
            raise Fault(f"there are returns {returns} or a ranking {ranking} before the end")
        return
    lowest, highest = game.return_bounds(state.players)
    if any(not lowest <= value <= highest for value in returns):
        raise Fault(f"the returns {returns} are not between {lowest} and {highest}")
    if sorted(seat for group in ranking for seat in group) != list(range(state.players)):
        raise Fault(f"the ranking is not a partition of the seats: {ranking}")
    if not all(ranking):
        raise Fault(f"the ranking has an empty group: {ranking}")
    in_order = [[returns[seat] for seat in group] for group in ranking]
    if any(len(set(group)) > 1 for group in in_order) or any(
        better[0] < worse[0] for better, worse in pairwise(in_order)
    ):
        raise Fault(f"the returns {returns} contradict the ranking {ranking}")


# --- actions --------------------------------------------------------------------------------


def check_accepted(game: Game, state: State, rng: Random) -> None:
    """Listed actions are accepted, on copies, and leave the original alone.

    Raises:
        Fault: One is refused, or a copy shares something with the original.
    """
    before = state.digest()
    for seat in state.asked():
        legal = state.legal_actions(seat)
        for action in rng.sample(legal, min(TRIED, len(legal))):
            if state.why_not(seat, action) is not None:
                raise Fault(f"seat {seat} may do {game.notation(action)!r}, yet a rule objects")
            trial = state.copy()
            trial.apply(seat, action)
            if state.digest() != before:
                raise Fault(
                    f"{game.notation(action)!r} of seat {seat} on a copy changed the original"
                )
            for other in state.asked():
                if other != seat and trial.legal_actions(other) != state.legal_actions(other):
                    raise Fault(
                        f"{game.notation(action)!r} of seat {seat} changes what seat {other} may "
                        "do, who is asked at the same time"
                    )


def check_refused(game: Game, state: State, rng: Random) -> None:
    """Everything else is refused, with a reason, and changes nothing.

    Raises:
        Fault: Something is accepted, refused without a reason, or changes the position.
    """
    before = state.digest()
    for seat in state.asked():
        legal = set(state.legal_actions(seat))
        question = state.decision(seat)
        candidates = question.candidates(state, seat)
        unopposed = [
            action for action in candidates if question.objection(state, seat, action) is None
        ]
        listed = question.legal(state, seat)
        if listed != unopposed:
            raise Fault(
                f"{question.name()!r} of seat {seat} lists {listed} as legal, but no rule objects "
                f"to {unopposed}"
            )
        if candidates != sorted(set(candidates)):
            raise Fault(f"the candidates of seat {seat} are not ascending ids: {candidates}")
        if not legal <= set(candidates):
            raise Fault(f"seat {seat} may do something that is no candidate")
        refused = [action for action in candidates if action not in legal]
        for action in rng.sample(refused, min(TRIED, len(refused))):
            _check_refusal(game, state, seat, action, candidate=True)
        for action in (rng.randrange(game.num_actions) for _ in range(TRIED)):
            if action not in candidates:
                _check_refusal(game, state, seat, action, candidate=False)
    idle = [seat for seat in range(state.players) if not state.stacks[seat]]
    _must_raise(NotAsked, state, idle[:1], 0)
    _must_raise(SeatError, state, [-1, state.players], 0)
    _must_raise(UnknownAction, state, state.asked()[:1], game.num_actions)
    _must_raise(UnknownAction, state, state.asked()[:1], -1)
    if state.digest() != before:
        raise Fault("an action that was refused changed the position")


def _check_refusal(game: Game, state: State, seat: int, action: int, candidate: bool) -> None:
    name = f"{game.notation(action)!r} of seat {seat}"
    objection = state.why_not(seat, action)
    if objection is None:
        raise Fault(f"{name} is not listed, yet no rule objects")
    if not objection.text or "{" in objection.text:
        raise Fault(f"{name} is refused without a proper sentence: {objection.text!r}")
    if (candidate or objection.clause) and objection.clause not in game.rules().index():
        raise Fault(f"{name} is refused by {objection.clause!r}, which is no clause")
    try:
        state.apply(seat, action)
    except IllegalAction as error:
        if error.clause != objection.clause or error.message != objection.text:
            raise Fault(f"{name}: the error {error} and the objection differ") from error
    else:
        raise Fault(f"{name} is not listed, but was accepted")


def _must_raise(error: type[Exception], state: State, seats: list[int], action: int) -> None:
    for seat in seats:
        try:
            state.apply(seat, action)
        except error:
            continue
        raise Fault(f"action {action} of seat {seat} did not raise {error.__name__}")


def check_choices(game: Game, state: State, rng: Random) -> None:
    """Every legal action can be shown, any action at all too, and "why not?" agrees with the list.

    Raises:
        Fault: A choice is incomplete or names a piece that the seat does not see.
    """
    if not state.status():
        raise Fault("there is no status sentence")
    for seat in state.asked():
        choices = state.choices(seat)
        legal = state.legal_actions(seat)
        if [choice.action for choice in choices] != legal:
            raise Fault(f"the choices of seat {seat} are not its legal actions")
        if not state.prompt(seat):
            raise Fault(f"seat {seat} is asked without a prompt")
        pieces = spots(state.view(seat))
        for choice in choices:
            _check_complete(game, choice, choice.action)
            strange = [spot for spot in choice.spots if spot not in pieces]
            if strange:
                raise Fault(f"{choice.notation!r} names {strange}, which seat {seat} does not see")
        for spot in rng.sample(pieces, min(TRIED, len(pieces))):
            _check_explained(state, seat, spot)
        for action in some_actions(game, rng):
            check_shown(game, state, seat, action)


def some_actions(game: Game, rng: Random) -> list[int]:
    """Some of all actions of the game, whatever is asked."""
    return rng.sample(range(game.num_actions), min(ASKED, game.num_actions))


def check_shown(game: Game, state: State, seat: int, action: int) -> None:
    """An action that anybody may ask about can be shown and judged, whatever the seat is asked.

    Raises:
        Fault: It cannot, or its choice is incomplete.
    """
    question = state.decision(seat).name()
    try:
        choice, objection = state.choice(seat, action), state.why_not(seat, action)
    except Exception as error:
        raise Fault(
            f"{game.notation(action)!r} cannot be shown to seat {seat} at the question "
            f"{question!r}: {type(error).__name__}: {error}"
        ) from error
    _check_complete(game, choice, action)
    if objection is not None and not objection.text:
        raise Fault(f"{game.notation(action)!r} is refused without a sentence at {question!r}")


def _check_complete(game: Game, choice: Choice, action: int) -> None:
    if choice.action != action or choice.notation != game.notation(action):
        raise Fault(f"{choice.notation!r} is shown for {game.notation(action)!r}")
    if not (choice.label and choice.sentence):
        raise Fault(f"{choice.notation!r} has no label or no sentence")
    if choice.warning and not choice.warning.endswith("."):
        raise Fault(f"the warning of {choice.notation!r} is no sentence: {choice.warning!r}")


def _check_explained(state: State, seat: int, spot: str) -> None:
    offered = sorted(choice.sentence for choice in state.choices(seat) if spot in choice.spots)
    reasons = state.explain(seat, spot)
    allowed = sorted(sentence for sentence, objection in reasons if objection is None)
    if offered != allowed:
        raise Fault(f"the explanation of {spot!r} and the choices of seat {seat} differ")
    if any(objection is not None and not objection.text for _, objection in reasons):
        raise Fault(f"an explanation of {spot!r} has no sentence")


def check_preview(game: Game, state: State, rng: Random) -> None:
    """A preview tells exactly what the action then does, or that chance comes in.

    Raises:
        Fault: It raises, changes the position, or tells something else.
    """
    before = state.digest()
    for seat in state.asked():
        action = rng.choice(state.legal_actions(seat))
        name = f"the preview of {game.notation(action)!r} of seat {seat}"
        preview = state.preview(seat, action)
        if state.digest() != before:
            raise Fault(f"{name} changed the position")
        trial = state.copy()
        trial.log = []
        trial.apply(seat, action)
        chance = trial.chance.moments != state.chance.moments
        if preview.chance != chance:
            raise Fault(f"{name} says chance: {preview.chance}, but it is {chance}")
        texts = [game.event_text(event, seat, state.names) for event in trial.log]
        texts = [text for text in texts if text]
        if chance:
            if preview.changes:
                raise Fault(f"{name} tells changes although chance comes in")
            if preview.sentences != texts[: len(preview.sentences)]:
                raise Fault(f"{name} tells {preview.sentences}, but what happens is {texts}")
        elif preview.sentences != texts:
            raise Fault(f"{name} tells {preview.sentences}, but what happens is {texts}")
        elif preview.changes != difference(state.view(seat), trial.view(seat)):
            raise Fault(f"{name} tells other changes than those that happen")


# --- what is shown --------------------------------------------------------------------------


def check_views(state: State) -> None:
    """The views are JSON data in which every piece has a unique spot and a label.

    Raises:
        Fault: One is not.
    """
    before = state.digest()
    for viewer in (SPECTATOR, *range(state.players)):
        view = state.view(viewer)
        if json.loads(json.dumps(view)) != view:
            raise Fault(f"the view of viewer {viewer} is not JSON data")
        if wrong := misused(
            view,
            state.game.id,
            viewer,
            state.players,
            state.ranking() if state.is_over else None,
        ):
            raise Fault(wrong)
        if state.game.round_of is not None and view.get("round") != state.round_number():
            raise Fault(f"round {state.round_number()} is {view.get('round')} in the view")
        found = spots(view)
        if len(set(found)) != len(found):
            double = next(spot for spot in found if found.count(spot) > 1)
            raise Fault(f"two pieces in the view of viewer {viewer} are called {double!r}")
    if state.digest() != before:
        raise Fault("looking at the position changed it")


def spots(data: Any) -> list[str]:
    """The spots of all pieces in a view.

    Raises:
        Fault: A piece has no label.
    """
    found: list[str] = []
    if isinstance(data, dict):
        if "spot" in data:
            if not data.get("label"):
                raise Fault(f"the piece {data['spot']!r} has no label")
            found.append(data["spot"])
        for value in data.values():
            found += spots(value)
    elif isinstance(data, list):
        for value in data:
            found += spots(value)
    return found


def check_observations(state: State) -> None:
    """The observations of all seats keep one layout all through the game, and its bounds.

    Raises:
        Fault: One has other pieces, or holds a number outside the bounds of its piece.
    """
    layout = state.layout()
    for seat in range(state.players):
        found, expected = state.written_layout(seat).to_json(), layout.to_json()
        if found != expected:
            other = [piece for piece in found if piece not in expected]
            raise Fault(f"the observation of seat {seat} has other pieces: {other or expected}")
        named = state.observation(seat)
        row = [0.0] * len(layout)
        state.observe_into(seat, row)
        if layout.named(row) != named:
            raise Fault(f"the observation of seat {seat} is another one in a buffer")
        for piece in layout.pieces:
            for number in named[piece.name]:
                if not piece.low <= number <= piece.high:
                    raise Fault(
                        f"the observation {piece.name!r} of seat {seat} holds {number}, which is "
                        f"not from {piece.low} to {piece.high}"
                    )


# --- what is kept ---------------------------------------------------------------------------


def check_snapshot(game: Game, state: State, rng: Random) -> None:
    """A snapshot holds the whole position: restored, it goes on in the same way.

    Raises:
        Fault: The restored position differs now or some actions later.
    """
    data = json.loads(json.dumps(state.snapshot()))
    restored = game.restore(data)
    restored.names = state.names
    if found := differing(data, json.loads(json.dumps(restored.snapshot()))):
        raise Fault(f"a restored snapshot is another position: it differs in {listed(found)}")
    other = state.copy()
    for step in range(CONTINUED + 1):
        for seat in range(state.players):
            if restored.legal_actions(seat) != other.legal_actions(seat):
                raise Fault(f"{step} actions after a restored snapshot seat {seat} may do others")
        if other.is_over or step == CONTINUED:
            break
        seat, action = some_action(other, rng)
        other.apply(seat, action)
        restored.apply(seat, action)
    if restored.digest() != other.digest():
        raise Fault("a restored snapshot goes on differently")
    for viewer in (SPECTATOR, *range(state.players)):
        if restored.view(viewer) != other.view(viewer):
            raise Fault(f"a restored snapshot looks different to viewer {viewer}")


def _names(game: Game, actions: list[int]) -> str:
    return " ".join(game.notation(action) for action in actions) or "nothing"
