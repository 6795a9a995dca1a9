"""Where pieces may be put follows from the choices, and nothing else."""

from random import Random

import pytest

from wardround.core import NotAsked, SeatError, State, places, why_not_there
from wardround.games import game

GAMES = ("clinic", "dice_hospital", "dynamite_nurse", "pyrrameds")


def pieces(state: State, seat: int) -> list[str]:
    """The pieces that may be chosen."""
    return sorted({spot for choice in state.choices(seat) for spot in choice.spots})


def until(state: State, kind: str, seed: int = 1) -> int:
    """Play by chance until such a question is open; whose it is."""
    rng = Random(seed)
    while not state.is_over:
        for seat in state.asked():
            if state.decision(seat).name() == kind:
                return seat
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    raise AssertionError(f"nobody was asked {kind}")


@pytest.mark.parametrize("name", GAMES)
def test_every_way_can_be_gone_and_tells_nothing_hidden(name: str) -> None:
    state = game(name).new(players=3, seed=f"placing {name}")
    rng = Random(name)
    for step in range(160):
        if state.is_over:
            break
        seat = state.asked()[0]
        named = pieces(state, seat) if step % 4 == 0 else []
        for piece in rng.sample(named, min(3, len(named))):
            before = state.digest()
            found = places(state, seat, piece)
            assert state.digest() == before
            assert found == places(state.determinize(seat, rng), seat, piece)
            assert piece not in found
            for place, ways in rng.sample(sorted(found.items()), min(2, len(found))):
                for way in ways:
                    go(state.copy(), seat, way, piece, place)
        state.apply(seat, rng.choice(state.legal_actions(seat)))


def go(state: State, seat: int, way: list[int], piece: str, place: str) -> None:
    """Go a way: each answer is legal, one names the piece and one the place."""
    spots: list[set[str]] = []
    for action in way:
        assert action in state.legal_actions(seat)
        spots.append(set(state.choice(seat, action).spots))
        state.apply(seat, action)
    assert any(piece in named for named in spots)
    assert any(place in named for named in spots)
    assert not any({piece, place} <= named for named in spots)


def test_a_nurse_goes_to_a_department() -> None:
    state = game("dice_hospital").new(players=2, seed=3)
    seat = until(state, "activate")
    found = places(state, seat, f"seat/{seat}/nurses")
    ways = [
        [state.game.notation(action) for action in way] for ways in found.values() for way in ways
    ]
    assert ways
    assert all(first == "place:nurse" and second.startswith("at:") for first, second in ways)
    assert all("/department/" in place for place in found)


def test_a_card_goes_to_a_cell_in_one_movement() -> None:
    state = game("pyrrameds").new(players=3, seed=1)
    seat = until(state, "turn")
    card = next(spot for spot in pieces(state, seat) if places(state, seat, spot))
    for place, (way,) in places(state, seat, card).items():
        notations = [state.game.notation(action) for action in way]
        assert notations == ["place", card.split("/")[1], place.split("/")[1]]
    layers = state.view(seat)["pyramid"]
    taken = next(cell["spot"] for layer in layers for cell in layer["cells"] if cell["card"])
    ((_, objection),) = why_not_there(state, seat, card, taken)[:1]
    assert objection is not None
    assert objection.clause.startswith("PY-")
    assert why_not_there(state, seat, card, "nowhere") == []


def test_a_swap_is_dragged_in_both_directions() -> None:
    state = game("pyrrameds").new(players=2, seed=5)
    seat = until(state, "first_cell")
    pairs = [
        (piece, place) for piece in pieces(state, seat) for place in places(state, seat, piece)
    ]
    assert pairs
    legal = set(pieces(state, seat))
    assert all((place, piece) in pairs for piece, place in pairs if place in legal)


def test_what_only_picks_is_put_nowhere() -> None:
    state = game("dice_hospital").new(players=2, seed=3)
    seat = until(state, "take_ambulance")
    assert all(places(state, seat, piece) == {} for piece in pieces(state, seat))
    assert places(state, seat, "nowhere") == {}


def test_who_is_not_asked_puts_nothing() -> None:
    state = game("dice_hospital").new(players=2, seed=3)
    seat = until(state, "take_ambulance")
    with pytest.raises(NotAsked):
        places(state, 1 - seat, "ambulance/0")
    with pytest.raises(NotAsked):
        why_not_there(state, 1 - seat, "ambulance/0", "nowhere")
    with pytest.raises(SeatError):
        places(state, 7, "ambulance/0")
    with pytest.raises(SeatError):
        why_not_there(state, 7, "ambulance/0", "nowhere")
