"""What a game writes once: actions, questions, fields, zones, steps; and what is refused."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest

from tests.toy_game import CARDS, GAME, OPTIONS, ToyState, deal, toy
from wardround.core import (
    COMMON,
    Actions,
    Chance,
    Decision,
    Declaration,
    EndlessFlow,
    Game,
    Holder,
    Objection,
    OptionValue,
    Questions,
    SeatError,
    State,
    Zone,
    nobody,
    owner_only,
    reshuffle,
)
from wardround.core.decision import kind_name
from wardround.core.fields import differing, fields_of, set_fields
from wardround.core.state import by_scores, shared_win

# --- actions ----------------------------------------------------------------------------------


def test_actions_are_numbered_family_by_family() -> None:
    actions = Actions()
    done = actions.one("done", "all done")
    dice = actions.many("die", [("die:R", "the red die"), ("die:Y", "the yellow die")])
    stop = actions.one("halt", "stop here", family="stop")
    assert (done, dice, stop, len(actions)) == (0, 1, 3, 4)
    assert [actions.family(action) for action in range(4)] == [
        ("done", 0),
        ("die", 0),
        ("die", 1),
        ("stop", 0),
    ]
    assert actions.notations == ["done", "die:R", "die:Y", "halt"]
    assert actions.words[2] == "the yellow die"


# --- questions --------------------------------------------------------------------------------


class TakeCard(Decision[State]):
    """A question that holds nothing."""


class GiveCards(Decision[State]):
    """A question with numbers and a list."""

    def __init__(self, taker: int, cards: list[int]) -> None:
        self.taker = taker
        self.cards = cards


class FromOthers(Decision[State]):
    """A question that is restored in its own way."""

    def __init__(self, *seats: int) -> None:
        self.seats = seats


TAKE_CARD = TakeCard()
KINDS = Questions(
    (TAKE_CARD, FromOthers), {GiveCards: lambda state, seat, data: GiveCards(data[0], data[1:])}
)


def test_a_question_is_called_as_its_class() -> None:
    assert kind_name(GiveCards) == "give_cards"
    assert TAKE_CARD.name() == "take_card"
    assert KINDS.names == ["take_card", "from_others", "give_cards"]


def test_a_question_is_made_again_from_its_numbers() -> None:
    assert KINDS.restore(None, 0, "take_card", []) is TAKE_CARD
    again = KINDS.restore(None, 0, "give_cards", GiveCards(2, [5, 3]).data())
    assert isinstance(again, GiveCards)
    assert (again.taker, again.cards) == (2, [5, 3])
    other = KINDS.restore(None, 0, "from_others", FromOthers(1, 0).data())
    assert isinstance(other, FromOthers)
    assert other.seats == (1, 0)


def test_names_of_questions_are_unique_and_known() -> None:
    with pytest.raises(ValueError, match="two kinds of questions are called 'take_card'"):
        Questions((TAKE_CARD, TakeCard))
    with pytest.raises(ValueError, match="no kind of question is called 'moo'"):
        KINDS.restore(None, 0, "moo", [])


# --- fields -----------------------------------------------------------------------------------


class Purse(Holder):
    """A part of a position."""

    derived: ClassVar[tuple[str, ...]] = ("owner",)

    def __init__(self) -> None:
        self.coins = [1, [2, 3]]
        self.owner: object = object()
        self._sum = 6


class Room(Holder):
    """Parts within parts."""

    def __init__(self) -> None:
        self.number = 4
        self.name = "hall"
        self.purses = [Purse(), Purse()]


def test_fields_are_read_from_the_object() -> None:
    room = Room()
    saved = fields_of(room)
    assert saved == {
        "number": 4,
        "name": "hall",
        "purses": [{"coins": [1, [2, 3]]}, {"coins": [1, [2, 3]]}],
    }
    purse = room.purses[1]
    purse.coins = [9]
    room.number = 5
    assert differing(saved, fields_of(room)) == ["number", "purses"]
    set_fields(room, saved)
    assert fields_of(room) == saved
    assert room.purses[1] is purse
    assert purse.coins[1] is not saved["purses"][1]["coins"][1]


def test_what_no_snapshot_can_hold_is_named() -> None:
    room = Room()
    room.name = {1}  # type: ignore[assignment]
    with pytest.raises(TypeError, match=r"Room\.name holds set, which no snapshot can hold"):
        fields_of(room)


# --- zones ------------------------------------------------------------------------------------


def test_a_zone_reads_the_field_of_its_name() -> None:
    state = GAME.new(3, "zones")
    assert isinstance(state, ToyState)
    hands = Zone[ToyState]("hands", 5, owner_only, per_seat=True, ascending=True)
    deck = Zone[ToyState]("deck", 5, nobody)
    assert hands.read(state, 1) == state.hands[1]
    assert deck.read(state, COMMON) == state.deck
    hands.write(state, 1, [4, 0, 2])
    assert state.hands[1] == [0, 2, 4]
    deck.write(state, COMMON, [3])
    assert state.deck == [3]
    assert (hands.pool, deck.pool) == ("hands", "deck")
    assert hands.size(state, 1, 0) == 3


def test_what_is_seen_of_the_zones_is_observed_where_a_game_says_nothing_else() -> None:
    zones = [
        Zone[ToyState]("hands", 5, owner_only, per_seat=True, ascending=True),
        Zone[ToyState]("deck", 5, nobody),
    ]
    game = Game(**{**arguments(), "options": OPTIONS, "zones": zones})
    state = game.new(2, "zones")
    assert isinstance(state, ToyState)
    for seat in (0, 1):
        hand = state.hands[seat]
        assert state.observation(seat) == {
            "hands/0": [float(hand.count(card)) for card in range(CARDS)],
            "hands_size/0": [3.0],
            "hands_size/1": [3.0],
            "deck_size": [float(len(state.deck))],
            "question": [],
        }
    assert [piece.meaning for piece in state.layout().pieces] == [
        "hands: how many of each kind are known to lie there",
        *["hands: how many lie there; -1 where that is hidden"] * 2,
        "deck: how many lie there; -1 where that is hidden",
        "the own open question: one place for each kind",
    ]


def test_a_zone_that_hides_something_can_be_written() -> None:
    state = GAME.new(2, "zones")
    blind = Zone[State]("blind", 5, nobody, read=lambda state, owner: [1, 2])
    with pytest.raises(TypeError, match="the zone 'blind' hides something, but says no way"):
        reshuffle([blind], state, 2, 0, Random(1))


# --- results ----------------------------------------------------------------------------------


def test_a_ranking_by_points_and_a_shared_win() -> None:
    assert by_scores([3, 5, 3, 1]) == [[1], [0, 2], [3]]
    assert shared_win([0, 2], 3) == [0.5, 0.0, 0.5]


# --- the flow ---------------------------------------------------------------------------------


def test_dealing_belongs_into_a_step_of_the_flow() -> None:
    class DealsTooEarly(ToyState):
        def set_up(self, options: Mapping[str, OptionValue]) -> None:
            super().set_up(options)
            self.chance.shuffle(self.deck)

    with pytest.raises(ValueError, match="toy draws chance in set_up; dealing belongs into a step"):
        toy(DealsTooEarly).new(2, "x")


def test_a_long_flow_is_no_endless_one() -> None:
    class Patient(ToyState):
        def proceed(self) -> None:
            self.round += 1
            if self.round > 60_000:
                super().proceed()

    assert toy(Patient).new(2, "x").asked()


def test_a_flow_that_never_asks_is_named() -> None:
    class Restless(ToyState):
        def proceed(self) -> None:
            self.then = deal

    with pytest.raises(EndlessFlow, match=r"nobody is asked and the game is not over; .* is deal"):
        toy(Restless).new(2, "x")


class OneAnswer(Decision[ToyState]):
    """It has one answer, and does not close when it is given."""

    def candidates(self, state: ToyState, seat: int) -> list[int]:
        return [0]

    def objection(self, state: ToyState, seat: int, action: int) -> Objection | None:
        return None

    def take(self, state: ToyState, seat: int, action: int) -> None:
        return

    def ask(self, state: ToyState, seat: int) -> str:
        return "say yes"


class AskedAnyhow(OneAnswer):
    """Its answers are secret: whether it was forced must not be seen."""

    def always_asked(self) -> bool:
        return True


def test_forced_answers_without_end_are_named() -> None:
    state = GAME.new(2, "x")
    state.push(1, OneAnswer())
    with pytest.raises(EndlessFlow, match="seat 1 is asked 'one_answer' again and again"):
        state.go_on()


def test_a_secret_question_is_asked_even_where_one_answer_is_left() -> None:
    state = GAME.new(2, "x")
    state.push(1, AskedAnyhow())
    state.go_on()
    assert state.legal_actions(1) == [0]
    assert state.decision(1).name() == "asked_anyhow"


def test_a_position_without_a_flow_says_so() -> None:
    state = ToyState(GAME, 2, Chance("x"))
    state.open_stacks()
    with pytest.raises(RuntimeError, match=r"made without Game\.begin"):
        state.go_on()


def test_a_secret_is_told_to_somebody() -> None:
    state = GAME.new(2, "x")
    state.log = []
    with pytest.raises(ValueError, match="the event 'bid' has a secret part, but no seen_by"):
        state.tell("bid", 0, secret=(1,))
    state.tell("bid", 0, secret=(1,), seen_by=1)
    assert state.log[-1].private


# --- seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, -2, 2, 9, 1.0, "0", None])
@pytest.mark.parametrize(
    "name", ["observation", "legal_actions", "mask", "prompt", "choices", "mid_move", "decision"]
)
def test_there_is_one_answer_to_a_wrong_seat(name: str, seat: Any) -> None:
    state = GAME.new(2, "x")
    with pytest.raises(SeatError) as caught:
        getattr(state, name)(seat)
    assert caught.value.message == f"There is no seat {seat!r}."
    assert caught.value.expected == "a seat from 0 to 1"


def test_a_spectator_sees_and_does_nothing_else() -> None:
    state = GAME.new(2, "x")
    assert state.view(-1)["viewer"] == -1
    for viewer in (-2, 2, None):
        with pytest.raises(SeatError):
            state.view(viewer)  # type: ignore[arg-type]
    with pytest.raises(SeatError):
        state.determinize(-1, Random(1))
    with pytest.raises(SeatError):
        state.choice(-1, 0)


def test_a_declaration_keeps_what_it_was_given() -> None:
    assert isinstance(GAME, Game)
    assert isinstance(GAME, Declaration)
    assert GAME.step("deal") is deal
    with pytest.raises(ValueError, match="two steps in the flow of toy have the same name"):
        Game(**{**arguments(), "flow": (deal, deal)})


@pytest.mark.parametrize("key", ["id", "title", "rules_version", "max_length", "flow"])
def test_what_a_game_was_declared_with_can_be_asked(key: str) -> None:
    game = Game(**{**arguments(), "options": OPTIONS})
    assert getattr(game, key) == arguments()[key]


def arguments() -> dict[str, Any]:
    """What the toy game was declared with, as far as a test needs it."""
    return {
        "id": "toy",
        "title": "Toy",
        "tagline": "",
        "credits": GAME.credits,
        "rules_version": "1",
        "min_players": 2,
        "max_players": 2,
        "position": ToyState,
        "actions": GAME.actions,
        "flow": GAME.flow,
        "view": GAME.view,
        "choice": GAME.choice,
        "scores": GAME.scores,
        "event_text": lambda event, viewer, names: "",
        "max_length": 9,
        "package": __name__,
        "rules_text": "# Rules\n\n## T-1 Rules\n\n- T-1.1 One.\n",
    }


def test_what_is_not_said_follows_from_the_points() -> None:
    game = Game(**{**arguments(), "options": OPTIONS})
    assert (game.title, game.id, game.notes({}, 2)) == ("Toy", "toy", [])
    state = game.new(2, "x")
    state.over = True
    state.points = [3, 5]  # type: ignore[attr-defined]
    assert state.scores() == [3, 5]
    assert state.ranking() == [[1], [0]]
    assert state.returns() == [0.0, 1.0]


def test_what_is_said_goes_before_the_points() -> None:
    said = {
        "ranking": lambda state: [[0, 1]],
        "returns": lambda state: [0.25, -0.25],
        "notes": lambda options, players: [f"For {players}."],
    }
    game = Game(**{**arguments(), **said, "options": OPTIONS})
    state = game.new(2, "x")
    assert state.returns() == [0.0, 0.0]
    state.over = True
    assert state.ranking() == [[0, 1]]
    assert state.returns() == [0.25, -0.25]
    assert game.notes({}, 2) == ["For 2."]


def test_rules_are_read_from_the_package() -> None:
    game = Game(**{**arguments(), "package": "wardround.games.pyrrameds", "rules_text": None})
    assert game.rules().clause("PY-1.1").text
