"""``check_game`` passes a sound game and finds every fault that is planted."""

# mypy: disable-error-code="override, no-any-return"

import json
import pickle
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, SupportsIndex

import pytest

from tests.toy_game import CARDS, GAME, NOTATIONS, ToyState, conserved, event_text, toy
from wardround.core import (
    Chance,
    Choice,
    Declaration,
    Event,
    Game,
    Guide,
    Lesson,
    OptionError,
    OptionValue,
    Preview,
    SeatError,
    Sheet,
    State,
)
from wardround.core.state import UNSAID
from wardround.testing import CheckFailure, CheckResult, check_game
from wardround.testing.faults import Fault
from wardround.testing.positions import check_refused

THOROUGH = 2


def check(game: Game, games: int = 12) -> CheckResult:
    return check_game(game, games=games, every=THOROUGH, invariants=conserved)


def test_a_sound_game_passes() -> None:
    calls: list[tuple[int, int]] = []
    result = check_game(
        GAME,
        games=18,
        every=THOROUGH,
        invariants=conserved,
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls == [(number, 18) for number in range(1, 19)]
    tally = result.tally
    assert tally.games == 18
    assert tally.actions > 18 * 4
    assert tally.positions > tally.actions / 3
    assert tally.undone > 18
    assert tally.varied > 0
    assert tally.longest <= GAME.max_length
    assert set(result.configurations.values()) == {2}
    assert str(tally.actions) in str(result)
    assert json.loads(json.dumps(result.to_json()))["actions"] == tally.actions


@pytest.mark.no_cover
def test_several_processes_check_the_same_games() -> None:
    alone = check_game(GAME, games=12, invariants=conserved)
    assert check_game(GAME, games=12, invariants=conserved, jobs=2) == alone


@pytest.mark.no_cover
def test_another_seed_plays_other_games() -> None:
    assert check_game(GAME, games=9, seed="a").tally != check_game(GAME, games=9, seed="b").tally


def test_seats_and_options_can_be_fixed() -> None:
    result = check_game(GAME, games=6, players=3, options={"rounds": 1, "winner": "low"})
    assert set(result.configurations) == {
        "3p rounds=1 demands=True winner=low",
        "3p rounds=1 demands=False winner=low",
    }


def test_impossible_demands_are_refused() -> None:
    with pytest.raises(SeatError, match="not for 9 players"):
        check_game(GAME, players=9)
    with pytest.raises(OptionError, match="no option 'speed'"):
        check_game(GAME, options={"speed": 1})
    for name in ("games", "every", "jobs"):
        with pytest.raises(ValueError, match=f"{name} must be at least 1, not 0"):
            check_game(GAME, **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"keep it as a constant of tests\.toy_game"):
        check_game(toy(), jobs=2)


def test_a_failure_tells_how_to_come_there_again() -> None:
    with pytest.raises(CheckFailure) as caught:
        check(toy(ForgetsACard))
    failure = caught.value
    assert failure.game == "toy"
    assert failure.seed.startswith("check ")
    assert failure.number > 0
    assert "an invariant is broken" in failure.what
    for part in ("toy", failure.seed, f"{failure.players} players", "rounds=", failure.what):
        assert part in str(failure)
    assert failure.to_json()["number"] == failure.number
    copy = pickle.loads(pickle.dumps(failure))  # noqa: S301
    assert str(copy) == str(failure)


# --- faults -----------------------------------------------------------------------------------


class ShowsHands(ToyState):
    def seat_view(self, seat: int, viewer: int) -> dict[str, Any]:
        seen = super().seat_view(seat, viewer)
        seen["sum"] = sum(self.hands[seat])
        return seen


class ShowsDeck(ToyState):
    def observe(self, seat: int, sheet: Sheet) -> None:
        super().observe(seat, sheet)
        sheet.piece("next", "the next card", CARDS, -1)
        sheet.integer(self.deck[-1] if self.deck else -1)


class ShowsSpectatorsMore(ToyState):
    def view(self, viewer: int) -> dict[str, Any]:
        seen = super().view(viewer)
        if viewer < 0:
            seen["hands"] = [hand[:] for hand in self.hands]
        return seen


class SaysTooMuch(ToyState):
    def status(self) -> str:
        return super().status() + f" {self.bids}"


class SharesHands(ToyState):
    def copy(self) -> ToyState:
        other: Any = super().copy()
        other.hands = self.hands
        return other


class SharesPointsWithDeterminizations(ToyState):
    def determinize(self, seat: int, rng: Random) -> State:
        other: Any = super().determinize(seat, rng)
        other.points = self.points
        return other


class ForgetsInCopies(ToyState):
    def copy(self) -> ToyState:
        other: Any = super().copy()
        other.last_bids = [-1] * self.players
        return other


class FullMask(ToyState):
    def mask(self, seat: int) -> bytearray:
        return bytearray([1]) * self.game.num_actions


class UnsortedList(ToyState):
    def legal_actions(self, seat: int) -> list[int]:
        return super().legal_actions(seat)[::-1]


class ListsTooLittle(ToyState):
    def legal_actions(self, seat: int) -> list[int]:
        return super().legal_actions(seat)[:2]


class OutOfDate(ToyState):
    def tell(self, kind: str, seat: int, *args: Any, **kwargs: Any) -> None:
        super().tell(kind, seat, *args, **kwargs)
        if kind == "bid":
            self.last_bids[(seat + 1) % self.players] = 0


class AcceptsEverything(ToyState):
    def apply(self, seat: int, action: int) -> None:
        if self.stacks[seat] and action not in self.legal_actions(seat):
            return
        super().apply(seat, action)


class ChangesWhenRefusing(ToyState):
    def apply(self, seat: int, action: int) -> None:
        if 0 <= seat < self.players and action not in self.legal_actions(seat):
            self.round += 1
        super().apply(seat, action)


class DrawsUnmarked(ToyState):
    def take_card(self, seat: int, kind: str) -> None:
        card = self.deck.pop()
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.tell(kind, seat, secret=(card,), seen_by=1 << seat)


class MarksByTheHand(ToyState):
    def tell(self, kind: str, seat: int, *args: Any, **kwargs: Any) -> None:
        super().tell(kind, seat, *args, **kwargs)
        if kind == "demand" and 0 in self.hands[args[0][0]]:
            self.chance.reveal()


class TellsTheDraw(ToyState):
    def take_card(self, seat: int, kind: str) -> None:
        super().take_card(seat, kind)
        if self.log is not None:
            event = self.log[-1]
            self.log[-1] = Event("play", seat, event.secret, event.secret, event.seen_by)


class TellsTheBid(ToyState):
    def tell(
        self,
        kind: str,
        seat: int,
        args: tuple[int, ...] = (),
        secret: tuple[int, ...] = (),
        seen_by: int = -1,
        words: tuple[str, ...] = (),
    ) -> None:
        if kind == "bid":
            super().tell("roll", seat, (len(self.deck) + self.bids[(seat + 1) % self.players],))
        super().tell(kind, seat, args, secret, seen_by)


class AnnouncesBids(ToyState):
    def tell(
        self,
        kind: str,
        seat: int,
        args: tuple[int, ...] = (),
        secret: tuple[int, ...] = (),
        seen_by: int = -1,
        words: tuple[str, ...] = (),
    ) -> None:
        if kind == "bid":
            super().tell("roll", seat, secret)
        else:
            super().tell(kind, seat, args, secret, seen_by, words)


class TellsSecretsToEverybody(ToyState):
    def tell(
        self,
        kind: str,
        seat: int,
        args: tuple[int, ...] = (),
        secret: tuple[int, ...] = (),
        seen_by: int = UNSAID,
        words: tuple[str, ...] = (),
    ) -> None:
        super().tell(kind, seat, args, secret, UNSAID, words)


class HidesAnOrder(ToyState):
    """The order in which points are counted is secret, and no zone."""

    def __init__(self, game: Declaration, players: int, chance: Chance) -> None:
        super().__init__(game, players, chance)
        self.fates: list[int] = []

    def set_up(self, options: Mapping[str, OptionValue]) -> None:
        super().set_up(options)
        self.fates = [1, 2, 3, 4]

    def show_bids(self) -> None:
        super().show_bids()
        self.chance.shuffle(self.fates)


class GoesOnForEver(ToyState):
    def proceed(self) -> None:
        if self.round == 1 or not self.queue:
            super().proceed()


class ForgetsInSnapshots(ToyState):
    def snapshot(self) -> dict[str, Any]:
        return {**super().snapshot(), "last_bids": [-1] * self.players}


class HidesNothing(ToyState):
    def redraw(self, seat: int, rng: Random) -> None:
        return


class KnowsTheFuture(ToyState):
    def determinize(self, seat: int, rng: Random) -> State:
        other: Any = super().determinize(seat, rng)
        other.chance = self.chance.copy()
        return other


class HidesByTheClock(ToyState):
    def redraw(self, seat: int, rng: Random) -> None:
        super().redraw(seat, Random())


class HidesImpossibly(ToyState):
    def redraw(self, seat: int, rng: Random) -> None:
        super().redraw(seat, rng)
        self.deck = [0] * len(self.deck)


class RollsElsewhere(ToyState):
    # A die small enough for every number to stay in the bounds of the observation: its result is
    # another one in every run, and the fault must be found as what it is.
    def show_bids(self) -> None:
        super().show_bids()
        self.points[0] += random.randrange(6)


class ForgetsACard(ToyState):
    def play_card(self, seat: int, card: int) -> None:
        super().play_card(seat, card)
        self.shown[seat].pop()


class ReturnsTooMuch(ToyState):
    def returns(self) -> list[float]:
        return [2 * value for value in super().returns()]


class ReturnsEarly(ToyState):
    def returns(self) -> list[float]:
        return [0.5] * self.players


class RanksTwice(ToyState):
    def ranking(self) -> list[list[int]]:
        return [*super().ranking(), [0]] if self.over else []


class RanksBackwards(ToyState):
    def ranking(self) -> list[list[int]]:
        return super().ranking()[::-1]

    def returns(self) -> list[float]:
        best = super().ranking()
        return [1.0 if best and seat in best[0] else 0.0 for seat in range(self.players)]


class HalfPoints(ToyState):
    def scores(self) -> list[int]:
        return [points + 0.5 for points in self.points]  # type: ignore[misc]


class GrowingObservation(ToyState):
    def observe(self, seat: int, sheet: Sheet) -> None:
        super().observe(seat, sheet)
        sheet.piece("shown", "the cards shown", CARDS)
        sheet.integers(self.shown[seat])


class RenamedObservation(ToyState):
    def observe(self, seat: int, sheet: Sheet) -> None:
        super().observe(seat, sheet)
        sheet.piece(f"round {self.round}", "the round", 9)
        sheet.integer(self.round)


class ObservedBeyondBounds(ToyState):
    def observe(self, seat: int, sheet: Sheet) -> None:
        super().observe(seat, sheet)
        sheet.piece("again", "the round")
        sheet.integer(self.round)


class OneSpotTwice(ToyState):
    def view(self, viewer: int) -> dict[str, Any]:
        return {**super().view(viewer), "again": {"spot": "deck", "label": "the deck again"}}


class NoLabel(ToyState):
    def view(self, viewer: int) -> dict[str, Any]:
        return {**super().view(viewer), "again": {"spot": "table", "label": ""}}


class NotJson(ToyState):
    def view(self, viewer: int) -> dict[str, Any]:
        return {**super().view(viewer), "points": {0: 1}}


class NamesUnseenPieces(ToyState):
    def choice(self, seat: int, action: int) -> Choice:
        choice = super().choice(seat, action)
        choice.spots = [*choice.spots, "moon"]
        return choice


class NoSentence(ToyState):
    def choice(self, seat: int, action: int) -> Choice:
        choice = super().choice(seat, action)
        choice.sentence = ""
        return choice


class ChangedByLooking(ToyState):
    def view(self, viewer: int) -> dict[str, Any]:
        self.round += 1
        return super().view(viewer)


class Silent(ToyState):
    def prompt(self, seat: int) -> str:
        return ""


class Asleep(ToyState):
    def asked(self) -> list[int]:
        return [] if self.round > 1 else super().asked()


class Crashes(ToyState):
    def play_card(self, seat: int, card: int) -> None:
        raise LookupError("the card fell down")


FAULTS: dict[type[ToyState], str] = {
    ShowsHands: "the view at /seats/./sum of seat . shows what it cannot know",
    ShowsDeck: "the observation at /next/0 of seat . shows what it cannot know",
    ShowsSpectatorsMore: "the spectator's view .* shows what it cannot know",
    SaysTooMuch: "the status of seat . shows what it cannot know",
    SharesHands: "changed the original|the copy made at version",
    SharesPointsWithDeterminizations: "what was done in a determinization changed the original",
    ForgetsInCopies: "a copy differs from the original in last_bids",
    FullMask: "the mask of seat . differs|is not asked, but may do",
    UnsortedList: "are not ascending ids",
    ListsTooLittle: "is not listed, yet no rule objects",
    OutOfDate: "the legal actions kept for seat . are out of date",
    AcceptsEverything: "is not listed, but was accepted",
    ChangesWhenRefusing: "an action that was refused changed the position",
    DrawsUnmarked: "mark that with state.chance.reveal",
    MarksByTheHand: r"whether 'demand:.' of seat . meets chance .* depends on what",
    TellsTheDraw: "the log of seat . tells a secret of",
    TellsTheBid: "tells what it cannot know|depends on what the seat cannot know",
    AnnouncesBids: "look the same to seat ., but its log tells them apart",
    TellsSecretsToEverybody: "the event '(deal|bid)' has a secret part, but no seen_by",
    HidesAnOrder: "the order of 'fates' is hidden, but no determinization changes it",
    GoesOnForEver: "after 100000 steps of the flow nobody is asked .* the next step is take_turns",
    ForgetsInSnapshots: "a restored snapshot",
    HidesNothing: "no determinization ever differs",
    KnowsTheFuture: "holds the future chance",
    HidesByTheClock: "with one random seed differ",
    HidesImpossibly: "an invariant is broken",
    RollsElsewhere: "another position|goes on differently|tells|restored|leads|differs",
    ForgetsACard: "an invariant is broken",
    ReturnsTooMuch: "are not between 0.0 and 1.0",
    ReturnsEarly: "before the end",
    RanksTwice: "not a partition",
    RanksBackwards: "contradict the ranking",
    HalfPoints: "not a whole number for each seat",
    GrowingObservation: "IndexError",
    RenamedObservation: "has other pieces",
    ObservedBeyondBounds: "the observation .again. of seat . holds 2.0, which is not from 0.0 to",
    OneSpotTwice: "are called 'deck'",
    NoLabel: "the piece 'table' has no label",
    NotJson: "is not JSON data",
    NamesUnseenPieces: "names .*moon",
    NoSentence: "has no label or no sentence",
    ChangedByLooking: "looking at the position changed it",
    Silent: "is asked without a prompt",
    Asleep: "nobody is asked",
    Crashes: r"LookupError: the card fell down \(in play_card, test_check\.py, line \d+\)",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: type[ToyState]) -> None:
    with pytest.raises(CheckFailure, match=FAULTS[fault]):
        check(toy(fault))


@pytest.mark.no_cover
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found_by_default(fault: type[ToyState]) -> None:
    with pytest.raises(CheckFailure, match=FAULTS[fault]):
        check_game(toy(fault), games=40, invariants=conserved)


def talkative() -> Game:
    """Every viewer reads what some seat may read."""

    def text(event: Event, viewer: int, names: Sequence[str]) -> str:
        owner = next((seat for seat in range(4) if event.shows_secret_to(seat)), viewer)
        return event_text(event, owner, names)

    return with_value("_event_text", text)


class TwoMeanings(Game):
    def parse(self, text: str) -> int:
        return 0 if text == "stop" else super().parse(text)


class ReadsAnything(Game):
    def parse(self, text: str) -> int:
        return NOTATIONS.index(text) if text in NOTATIONS else 0


class NoWords(Game):
    def action_text(self, action: SupportsIndex) -> str:
        return ""


class FalseGuide(Game):
    def guide(self) -> Guide:
        return Guide("toy", "# Toy\n\nSee TOY-9.9.", {})


class FalseLesson(Game):
    def lesson(self) -> Lesson:
        return Lesson("1", {}, "random", ["Dr Elm"], [], [], "Go on.")


def with_value(name: str, value: object) -> Game:
    game = toy()
    setattr(game, name, value)
    return game


def _spaced() -> Game:
    game = toy()
    game.notations = ("bid 0", *NOTATIONS[1:])
    return game


def _unknown_clause() -> Game:
    game = toy()
    first, *rest = game.options
    game.options = (replace(first, clause="TOY-9.9"), *rest)
    return game


DECLARATIONS: dict[str, tuple[Callable[[], Game], str]] = {
    "log": (talkative, "tells a secret|tells what it cannot know|its log tells them apart"),
    "parse": (
        lambda: toy(kind=TwoMeanings),
        "the notation 'stop' of action .* means another action",
    ),
    "anything": (
        lambda: toy(kind=ReadsAnything),
        "a text that is no notation is read as an action",
    ),
    "words": (lambda: toy(kind=NoWords), "'bid:0' has no words"),
    "space": (_spaced, "'bid 0': empty or with a space"),
    "clause": (_unknown_clause, "option 'rounds' names 'TOY-9.9', which is no clause"),
    "guide": (lambda: toy(kind=FalseGuide), "the guide: it names TOY-9.9, which is no rule"),
    "lesson": (lambda: toy(kind=FalseLesson), "the guided game: it has 0 steps"),
    "length": (lambda: with_value("max_length", 5), "longer than its 5 actions"),
    "seats": (lambda: with_value("min_players", 0), "the game is for 0 to 4 players"),
    "bounds": (lambda: with_value("_returns", (0.0, 0.0)), "returns are between 0.0 and 0.0"),
}


@pytest.mark.parametrize("name", DECLARATIONS)
def test_a_false_declaration_is_found(name: str) -> None:
    make, message = DECLARATIONS[name]
    with pytest.raises(CheckFailure, match=message):
        check(make())


def test_a_list_of_legal_actions_must_be_that_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = GAME.new(2, 0)
    question = type(position.decision(0))
    check_refused(GAME, position, Random(0))
    monkeypatch.setattr(question, "legal", lambda self, state, seat: [0])
    with pytest.raises(Fault, match=r"of seat 0 lists \[0\] as legal, but no rule objects to"):
        check_refused(GAME, position, Random(0))


def test_a_determinization_of_a_finished_game_is_compared_too() -> None:
    class HidesTheWinner(ToyState):
        def redraw(self, seat: int, rng: Random) -> None:
            super().redraw(seat, rng)
            if self.over:
                self.points = [rng.randrange(9) for _ in range(self.players)]

    with pytest.raises(CheckFailure, match="shows what it cannot know"):
        check(toy(HidesTheWinner))


def test_chance_is_frozen_in_previews() -> None:
    class PeeksInPreviews(ToyState):
        def copy(self) -> ToyState:
            other: Any = super().copy()
            other.chance = Chance.load(self.chance.save())
            return other

        def preview(self, seat: int, action: int) -> Preview:
            trial = self.copy()
            trial.log = []
            trial.apply(seat, action)
            answer = super().preview(seat, action)
            answer.sentences = [
                self.game.event_text(event, seat, self.names) for event in trial.log
            ]
            answer.chance = False
            return answer

    with pytest.raises(CheckFailure, match="says chance: False, but it is True"):
        check(toy(PeeksInPreviews))
