"""How many presses a round costs who lets the game park, move and treat."""

from collections import Counter
from statistics import median

from wardround.bots import Turn, make_bot
from wardround.games.clinic import GAME

SHORTCUTS = ("auto:park", "auto:leave", "auto:care", "auto:move", "auto:gates", "confirm")


def presses(players: int, seed: int) -> Counter[tuple[int, int]]:
    """By seat and round, from the first action on: the set-up is asked about before it.

    A press for each choice, and one more where the game asks whether something is to be wasted.
    """
    state = GAME.new(players=players, seed=seed)
    bots = [make_bot("greedy", f"{seed} {seat}") for seat in range(players)]
    began: set[int] = set()
    found: Counter[tuple[int, int]] = Counter()
    while not state.is_over:
        seat = state.asked()[0]
        offered = [a for a in state.legal_actions(seat) if GAME.notation(a) in SHORTCUTS]
        action = offered[0] if offered else bots[seat].choose(Turn(state, seat))
        if GAME.notation(action).startswith("choose:"):
            began.add(seat)
        if seat in began:
            found[seat, state.round_number()] += 2 if state.choice(seat, action).warning else 1
        state.apply(seat, action)
    return found


def test_a_round_takes_few_presses() -> None:
    rounds = sorted(n for players in (2, 3, 4) for n in presses(players, 7).values())
    assert len(rounds) == 6 * (2 + 3 + 4)
    assert median(rounds) <= 16
    assert rounds[int(0.95 * len(rounds))] <= 20
