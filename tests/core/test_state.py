"""A position: questions, refusals, previews, determinizations, hashes."""

import json
from random import Random

import pytest

from tests.toy_game import GAME, NOTATIONS, ToyState
from wardround.core import (
    SPECTATOR,
    IllegalAction,
    NotAsked,
    SeatError,
    UnknownAction,
    difference,
)


def position(players: int = 3, **options: object) -> ToyState:
    state = GAME.new(players, "toy", options)
    assert isinstance(state, ToyState)
    return state


def at_turns(players: int = 3, **options: object) -> ToyState:
    state = position(players, **options)
    for seat in range(players):
        do(state, seat, f"bid:{2 - min(seat, 2)}")
    return state


def do(state: ToyState, seat: int, notation: str) -> None:
    state.apply(seat, GAME.parse(notation))


def legal(state: ToyState, seat: int) -> list[str]:
    return [NOTATIONS[action] for action in state.legal_actions(seat)]


# --- questions --------------------------------------------------------------------------------


def test_several_seats_are_asked_at_once() -> None:
    state = position()
    assert state.asked() == [0, 1, 2]
    do(state, 1, "bid:0")
    assert state.asked() == [0, 2]
    assert legal(state, 0) == ["bid:0", "bid:1", "bid:2"]
    assert legal(state, 1) == []
    assert not any(state.mask(1))
    assert state.status() == "Seat 1 and Seat 3: bid."
    state.names = ["Ada", "Ben", "Cleo"]
    assert state.copy().status() == "Ada and Cleo: bid."
    assert (state.prompt(0), state.prompt(1)) == ("Bid.", "")


def test_mask_and_list_agree() -> None:
    state = at_turns()
    mask = state.mask(0)
    assert len(mask) == GAME.num_actions
    assert [action for action, bit in enumerate(mask) if bit] == state.legal_actions(0)


def test_the_list_of_legal_actions_is_a_copy() -> None:
    state = position()
    state.legal_actions(0).clear()
    assert legal(state, 0) == ["bid:0", "bid:1", "bid:2"]


def test_another_seat_decides_in_the_middle_of_a_turn() -> None:
    state = at_turns()
    do(state, 0, "demand:2")
    assert state.asked() == [2]
    assert state.status() == "Seat 3: give a card, or refuse."
    assert not state.mid_move(2)
    do(state, 2, f"give:{state.hands[2][0]}")
    assert state.asked() == [0]
    assert state.mid_move(0)
    do(state, 0, "stop")
    assert state.asked() == [1]


def test_forced_answers_are_given() -> None:
    state = at_turns()
    state.hands[1] = []
    do(state, 0, "roll")
    before = state.digest()
    state.hands[2] = [0]
    do(state, 1, "demand:2")
    do(state, 2, "give:0")
    state.hands[1] = []
    state.reconsider(1)
    state.go_on()
    assert state.asked() == [2], "with no card left, only stopping was possible"
    assert state.digest() != before


def test_choices_show_the_legal_actions() -> None:
    state = at_turns()
    choices = state.choices(0)
    assert [choice.action for choice in choices] == state.legal_actions(0)
    draw = next(choice for choice in choices if choice.notation == "draw")
    assert draw.to_json() == {
        "action": GAME.parse("draw"),
        "notation": "draw",
        "label": "draw",
        "sentence": "You draw.",
        "spots": ["deck"],
        "group": "",
    }
    draw.warning = "Your last card stays unused."
    assert draw.to_json()["warning"] == draw.warning


# --- refusals ---------------------------------------------------------------------------------


def test_a_refusal_names_the_rule() -> None:
    state = at_turns()
    before = state.digest()
    with pytest.raises(IllegalAction) as caught:
        do(state, 0, "demand:0")
    error = caught.value
    assert error.clause == "TOY-2.3"
    assert error.message == "There is no card to demand there."
    assert error.where == "seat 0, action demand:0"
    assert error.expected == " or ".join(legal(state, 0))
    assert state.digest() == before
    objection = state.why_not(0, GAME.parse("demand:0"))
    assert objection is not None
    assert objection.to_json() == {"clause": "TOY-2.3", "text": error.message}
    assert state.why_not(0, GAME.parse("roll")) is None


def test_the_sentence_of_an_objection_is_filled_in() -> None:
    state = at_turns(rounds=3)
    for seat in range(3):
        do(state, seat, "roll")
    objection = state.why_not(0, GAME.parse("bid:2"))
    assert objection is not None
    assert objection.clause == "TOY-1.2"
    assert objection.text == "You bid 2 in the round before."


def test_an_answer_to_another_question_is_refused() -> None:
    state = at_turns()
    with pytest.raises(IllegalAction) as caught:
        do(state, 0, "bid:0")
    assert caught.value.clause == ""
    assert "take your turn" in caught.value.message


def test_who_is_not_asked_may_do_nothing() -> None:
    state = at_turns()
    with pytest.raises(NotAsked) as caught:
        do(state, 1, "roll")
    assert caught.value.where == "seat 1"
    assert caught.value.expected == "an action of seat 0"


def test_after_the_end_nobody_may_do_anything() -> None:
    state = at_turns(2, rounds=1)
    do(state, 0, "roll")
    do(state, 1, "roll")
    assert state.is_over
    assert state.asked() == []
    assert state.status() == "The game is over."
    with pytest.raises(NotAsked) as caught:
        do(state, 0, "roll")
    assert caught.value.message == "The game is over."
    assert caught.value.expected == "no action"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_unknown_seats_are_refused(seat: int) -> None:
    state = position()
    with pytest.raises(SeatError) as caught:
        state.apply(seat, 0)
    assert caught.value.expected == "a seat from 0 to 2"
    with pytest.raises(SeatError):
        state.why_not(seat, 0)
    with pytest.raises(SeatError):
        state.preview(seat, 0)


@pytest.mark.parametrize("action", [-1, 9999])
def test_unknown_actions_are_refused(action: int) -> None:
    state = position()
    for ask in (state.apply, state.why_not, state.preview):
        with pytest.raises(UnknownAction) as caught:
            ask(0, action)
        assert caught.value.expected == f"a number from 0 to {GAME.num_actions - 1}"


def test_why_not_goes_by_the_piece() -> None:
    state = at_turns(demands=False)
    assert state.explain(0, "deck") == [("You draw.", None)]
    ((sentence, objection),) = state.explain(0, "seat/1/held")
    assert sentence == "You demand:1."
    assert objection is not None
    assert objection.clause == "TOY-2.5"
    assert state.explain(0, "moon") == []
    with pytest.raises(NotAsked):
        state.explain(1, "deck")


# --- looking ahead ----------------------------------------------------------------------------


def test_a_preview_tells_what_would_change() -> None:
    state = at_turns()
    card = state.hands[0][-1]
    before = state.digest()
    preview = state.preview(0, GAME.parse(f"play:{card}"))
    assert state.digest() == before
    assert preview.sentences == [f"Seat 1 plays {card}."]
    assert not preview.chance
    assert ["/seats/0/points", 0, card] in preview.changes
    assert ["/seats/0/held/count", 3, 2] in preview.changes
    assert preview.to_json()["changes"] == preview.changes
    do(state, 0, f"play:{card}")
    assert state.view(0)["seats"][0]["points"] == card


@pytest.mark.parametrize("notation", ["roll", "draw"])
def test_a_preview_stops_where_chance_or_something_hidden_comes_in(notation: str) -> None:
    state = at_turns()
    before = state.digest()
    preview = state.preview(0, GAME.parse(notation))
    assert preview.to_json() == {"sentences": [], "changes": [], "chance": True}
    assert state.digest() == before
    do(state, 0, notation)


def test_a_preview_of_something_forbidden_is_refused() -> None:
    state = at_turns()
    with pytest.raises(IllegalAction) as caught:
        state.preview(0, GAME.parse("demand:0"))
    assert caught.value.clause == "TOY-2.3"
    with pytest.raises(NotAsked):
        state.preview(1, GAME.parse("roll"))


def test_a_determinization_keeps_what_is_seen_and_varies_the_rest() -> None:
    state = at_turns()
    before = state.digest()
    worlds = [state.determinize(0, Random(number)) for number in range(20)]
    assert state.digest() == before
    for world in worlds:
        assert isinstance(world, ToyState)
        assert world.view(0) == state.view(0)
        assert world.view(SPECTATOR) == state.view(SPECTATOR)
        assert world.legal_actions(0) == state.legal_actions(0)
    assert len({str(world.view(1)) for world in worlds}) > 10
    rolls = set()
    for world in worlds:
        world.apply(0, GAME.parse("roll"))
        rolls.add(world.scores()[0])
    assert len(rolls) > 2


def test_determinizations_know_the_legal_actions_of_other_seats_there() -> None:
    state = at_turns()
    do(state, 0, "demand:1")
    for number in range(20):
        world = state.determinize(0, Random(number))
        assert isinstance(world, ToyState)
        expected = [*sorted({f"give:{card}" for card in world.hands[1]}), "refuse"]
        assert legal(world, 1) == expected


# --- copies and hashes ------------------------------------------------------------------------


def test_copies_are_independent() -> None:
    state = at_turns()
    copy, before = state.copy(), state.digest()
    assert isinstance(copy, ToyState)
    assert copy.digest() == before
    do(copy, 0, "roll")
    assert state.digest() == before
    assert copy.digest() != before
    assert copy.log is None


def test_the_hash_covers_secrets_questions_and_chance() -> None:
    base = position()
    assert base.digest() == position().digest()
    deck = position()
    deck.deck.reverse()
    chance = position()
    chance.chance.below(6)
    bid = position()
    do(bid, 0, "bid:0")
    other_bid = position()
    do(other_bid, 0, "bid:1")
    digests = {state.digest() for state in (base, deck, chance, bid, other_bid)}
    assert len(digests) == 5
    assert all(len(digest) == 32 for digest in digests)


def test_a_snapshot_restores_the_position_and_its_future() -> None:
    state = at_turns()
    do(state, 0, "demand:1")
    restored = GAME.restore(json.loads(json.dumps(state.snapshot())))
    assert restored.digest() == state.digest()
    for one in (state, restored):
        one.apply(1, GAME.parse("refuse"))
        one.apply(1, GAME.parse("roll"))
    assert restored.digest() == state.digest()


def test_a_rollout_ends_the_game() -> None:
    state = position()
    count = state.rollout(Random(1))
    assert state.is_over
    assert 3 * 2 * 2 <= count <= GAME.max_length
    again = position()
    assert again.rollout(Random(1)) == count
    assert again.digest() == state.digest()
    assert again.rollout(Random(1)) == 0
    assert (position().ending(), again.ending()) == ("", "finished")


def test_differences_are_told_by_path() -> None:
    before = {"a": [1, {"b": 2}], "c": 3, "d": None}
    assert difference(before, before) == []
    assert difference(before, {"a": [1, {"b": 5}], "c": 3, "d": 0}) == [
        ["/a/1/b", 2, 5],
        ["/d", None, 0],
    ]
    assert difference([1, 2], [1]) == [["", [1, 2], [1]]]
    assert difference({"a": 1}, {"b": 1}) == [["", {"a": 1}, {"b": 1}]]


def test_a_restored_question_belongs_to_its_seat() -> None:
    state = at_turns()
    do(state, 0, "demand:1")
    other = GAME.restore(state.snapshot())
    for seat in state.asked():
        assert other.prompt(seat) == state.prompt(seat)
        assert [choice.to_json() for choice in other.choices(seat)] == [
            choice.to_json() for choice in state.choices(seat)
        ]
    assert state.digest() == other.digest()


def test_the_digest_stays_what_it_was() -> None:
    assert at_turns().digest() == "27412d9da1669038c6e9b1098d474159"
