"""Auction: every rule, every position, what is said, the bot, the evaluation and the terminal."""

from wardround.bots import Turn, make_bot
from wardround.core import Match
from wardround.examples.auction import GAME
from wardround.examples.auction.bot import SteadyBot
from wardround.examples.auction.evaluation import Outlook
from wardround.examples.auction.terminal import show
from wardround.testing import check_game, clause, given, sentence_faults

EVERYTHING = "bid:1 bid:2 bid:3"


@clause("AU-1.1", "AU-1.2")
def test_everybody_holds_the_same_cards_and_nobody_sees_the_prizes_to_come() -> None:
    start = given(GAME, players=2, options={"rounds": 3})
    assert start.legal(0) == start.legal(1) == set(EVERYTHING.split())
    assert sorted([*start.state.snapshot()["deck"], *start.state.snapshot()["prize"]]) == [1, 2, 3]
    assert start.view(0)["deck"]["label"] == "2 prizes face down"
    assert "deck" not in str(start.view(0)["seats"])


@clause("AU-2.1", "AU-2.2")
def test_bids_are_secret_until_all_have_bid() -> None:
    table = given(GAME, players=2, options={"rounds": 3}).edit(prize=[2])
    table.when(0, "bid:3")
    assert table.view(0)["seats"][0]["bid"] == 3
    assert table.view(1)["seats"][0]["bid"] == "hidden"
    assert table.text(0) == ["Seat 1 bids 3."]
    assert table.text(1) == ["Seat 1 bids a card."]
    table.when(1, "bid:1")
    assert table.view(1)["seats"][0]["played"] == [3]
    assert "Seat 1 bids 3 and Seat 2 bids 1." in table.text()


@clause("AU-2.3")
def test_a_card_is_bid_once() -> None:
    table = given(GAME, players=2, options={"rounds": 3})
    table.when(0, "bid:3").when(1, "bid:1")
    assert table.legal(0) == {"bid:1", "bid:2"}
    table.refuses(0, "bid:3", clause="AU-2.3")


@clause("AU-2.4", "AU-2.5")
def test_the_highest_bid_takes_the_prize_and_equal_ones_nothing() -> None:
    start = given(GAME, players=2, options={"rounds": 3}).edit(prize=[2])
    assert start.branch().when(0, "bid:3").when(1, "bid:1").state.scores() == [2, 0]
    assert start.branch().when(0, "bid:3").when(1, "bid:3").state.scores() == [0, 0]


@clause("AU-3.1")
def test_most_points_win() -> None:
    table = given(GAME, players=2, options={"rounds": 3}).edit(prize=[3], deck=[1, 2])
    table.when(0, "bid:3").when(1, "bid:1").when(0, "bid:2").when(1, "bid:3")
    assert table.state.is_over  # the last cards are bid by themselves
    assert table.state.scores() == [3, 3]
    assert table.state.returns() == [0.5, 0.5]


def test_every_position_holds_what_the_core_promises() -> None:
    check_game(GAME, games=20)


def test_sentences_are_whole() -> None:
    assert sentence_faults(GAME, games=5) == {}


def test_the_bot_bids_what_the_prize_is_worth() -> None:
    table = given(GAME, players=2).edit(prize=[4])
    assert GAME.notation(SteadyBot(1).choose(Turn(table.state, 0))) == "bid:4"


def test_a_card_that_is_sure_to_win_is_judged_better() -> None:
    state = given(GAME, players=2).edit(prize=[6]).state
    judge, ends = Outlook(state, 0), []
    for notation in ("bid:1", "bid:6"):
        after = state.copy()
        after.apply(0, GAME.parse(notation))
        ends.append(judge.worth(after))
    assert ends[0] < ends[1]


def test_a_whole_game_against_greedy_shows_in_the_terminal() -> None:
    match = Match(GAME, 2, seed=1)
    players = [SteadyBot(1), make_bot("greedy", 1)]
    while not match.state.is_over:
        seat = match.state.asked()[0]
        match.act(seat, players[seat].choose(Turn(match.state, seat)))
        assert "points" in show(match.state.view(seat), match.names)
