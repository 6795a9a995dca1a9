"""Balance: planted effects are found, fair ones are not, figures add up, the page is whole."""

import json
import math
import re
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.toy_game import GAME as TOY
from wardround.core import (
    Actions,
    Chance,
    Choice,
    Credit,
    Decision,
    Declaration,
    Event,
    Game,
    Objection,
    Questions,
    State,
)
from wardround.games import game as installed
from wardround.lab import LabError, Played, Simulation
from wardround.lab.balance import Study, Watched, report
from wardround.lab.facts import ITEMS, Drama, Facts, drama, item_kinds, watch
from wardround.lab.page import page
from wardround.lab.rare import rare
from wardround.lab.sentences import is_found, sentences
from wardround.lab.skill import depth
from wardround.lab.things import openings
from wardround.lab.worth import Effect, against_peers, effect, holm

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# --- a game with a planted card -------------------------------------------------------------

CARDS: Final = 6
ACTIONS: Final = Actions()
LEAVE: Final = ACTIONS.one("leave", "leave the card")
TAKE: Final = ACTIONS.many("take", [(f"take:{one}", f"take card {one}") for one in range(CARDS)])


class Market(State):
    """In round k each seat may be offered card k, and rolls a die for points in any case.

    Whether one card is there says nothing of the others: what is fair has no effect at all.
    """

    planted = 0

    def __init__(self, game: Declaration, players: int, chance: Chance) -> None:
        super().__init__(game, players, chance)
        self.turn = 0
        self.offered = 0
        self.points: list[int] = [0] * players

    def roll(self, seat: int) -> None:
        """Points of a round."""
        self.points[seat] += 1 + self.chance.below(6)
        self.tell("roll", seat)


class PlantedMarket(Market):
    """The same, but card 0 is worth more than it should be."""

    planted = 5


class Deck(State):
    """Each seat takes one card after the other until none is left; a card is worth a die."""

    first_is_worth = 0
    turns_the_tables = False

    def __init__(self, game: Declaration, players: int, chance: Chance) -> None:
        super().__init__(game, players, chance)
        self.turn = 0
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.points: list[int] = [0] * players


class PlantedDeck(Deck):
    """The same, but it pays to begin with card 1."""

    first_is_worth = 6


class Offer(Decision[Market]):
    """Take the card, or leave it."""

    def candidates(self, state: Market, seat: int) -> list[int]:
        return [LEAVE, TAKE + state.offered]

    def objection(self, state: Market, seat: int, action: int) -> Objection | None:
        return None

    def take(self, state: Market, seat: int, action: int) -> None:
        state.pop(seat)
        state.roll(seat)
        if action == TAKE:
            state.points[seat] += state.planted

    def ask(self, state: Market, seat: int) -> str:
        return "take the card or leave it"


class LateDeck(Deck):
    """The same, but the last card goes with what decides the game: one who was behind wins."""

    turns_the_tables = True


class Draw(Decision[Deck]):
    """Take a card that the seat has not got."""

    def candidates(self, state: Deck, seat: int) -> list[int]:
        return [TAKE + card for card in range(CARDS) if card not in state.hands[seat]]

    def objection(self, state: Deck, seat: int, action: int) -> Objection | None:
        return None

    def take(self, state: Deck, seat: int, action: int) -> None:
        state.pop(seat)
        if not state.hands[seat] and action == TAKE + 1:
            state.points[seat] += state.first_is_worth
        state.hands[seat].append(action - TAKE)
        state.points[seat] += 1 + state.chance.below(6)
        if state.turns_the_tables and len(state.hands[seat]) == CARDS:
            state.points[seat] += 2 * (max(state.points) - state.points[seat])
        state.tell("draw", seat)

    def ask(self, state: Deck, seat: int) -> str:
        return "take a card"


class Never(Decision[Deck]):
    """A question that nobody is ever asked."""

    def candidates(self, state: Deck, seat: int) -> list[int]:
        return [LEAVE]

    def objection(self, state: Deck, seat: int, action: int) -> Objection | None:
        return None

    def take(self, state: Deck, seat: int, action: int) -> None:
        state.pop(seat)

    def ask(self, state: Deck, seat: int) -> str:
        return "leave"


OFFER: Final = Offer()
DRAW: Final = Draw()


def draw(state: Deck) -> None:
    """The next seat draws."""
    if state.turn == CARDS * state.players:
        state.over = True
        return
    state.push(state.turn % state.players, DRAW)
    state.turn += 1


def offer(state: Market) -> None:
    """The next seat is offered the card of the round, three times out of four."""
    if state.turn == CARDS * state.players:
        state.over = True
        return
    seat = state.turn % state.players
    if seat == 0:
        state.tell("round", -1, (state.turn // state.players + 1,))
    state.offered = state.turn // state.players
    state.turn += 1
    if state.chance.below(4) == 0:
        state.roll(seat)
    else:
        state.push(seat, OFFER)


def market(table: type[Market]) -> Game:
    """The game of offers with one of its two tables."""
    return made(table, Questions((OFFER,)), offer)


def deck(table: type[Deck]) -> Game:
    """The game of drawing with one of its two tables."""
    return made(table, Questions((DRAW, Never())), draw)


def made(table: type[Any], questions: Questions, step: Callable[[Any], None]) -> Game:
    """A game with these questions."""
    return Game(
        id="market",
        title="Market",
        tagline="A game for tests.",
        credits=Credit(("nobody",), "nobody", 2024, "It is played by tests only."),
        rules_version="1",
        min_players=1,
        max_players=3,
        position=table,
        actions=ACTIONS,
        questions=questions,
        flow=(step,),
        view=lambda state, viewer: {"game": "market", "viewer": viewer, "over": state.over},
        choice=lambda state, seat, action: Choice(action, "", "", "", [], ""),
        scores=lambda state: state.points[:],
        event_text=_text,
        max_length=3 * CARDS,
        package=__name__,
        rules_text="# Market\n\nFor tests.\n\n## M-1 All\n\n- M-1.1 Cards are taken.\n",
    )


def _text(event: Event, viewer: int, names: Sequence[str]) -> str:
    return ""


def studied(
    game: Game, games: int, players: Sequence[int] = (2,), rival: str = "random"
) -> Watched:
    """A study of random play, played."""
    watched = Watched(Study.plan(game, players, ["random"], rival, games, "b"))
    assert list(watched.play())[-1] == watched.study.games
    return watched


def played(game: Game, games: int) -> list[tuple[Simulation, list[Facts]]]:
    """Games of random play, by two and by three."""
    plans = [Simulation.plan(game, ["random"] * count, games, "b") for count in (2, 3)]
    return [(plan, list(watch(plan))) for plan in plans]


def of_item(found: dict[str, Any], item: str, stage: str) -> dict[str, Any]:
    """What a report says of an item."""
    (row,) = [one for one in found["items"] if (one["item"], one["stage"]) == (item, stage)]
    return dict(row)


@pytest.mark.slow
def test_a_planted_card_is_found_and_a_fair_copy_is_not() -> None:
    planted = report(studied(market(PlantedMarket), 250, (2, 3)))
    strong = of_item(planted, "take card 0", "chosen")
    assert strong["points"]["found"]
    assert strong["wins"]["found"]
    assert strong["points"]["low"] < 5 < strong["points"]["high"]
    there = of_item(planted, "take card 0", "can be chosen")
    assert there["points"]["low"] < 2.5 < there["points"]["high"]  # every second one takes it
    named = [one["item"] for one in planted["items"] if is_found(one)]
    assert set(named) == {"take card 0"}
    assert any("“take card 0”" in text for text in sentences(planted))
    fair = report(studied(market(Market), 250, (2, 3)))
    assert len(fair["items"]) == len(planted["items"]) == 2 * CARDS
    assert not [one for one in fair["items"] if is_found(one)]
    assert any("No thing is worth more" in text for text in sentences(fair))


# --- openings, what is rare, drama ----------------------------------------------------------


def test_a_planted_opening_is_found_and_a_fair_copy_is_not() -> None:
    planted = openings(deck(PlantedDeck), played(deck(PlantedDeck), 150))
    assert {row["stage"] for row in planted} == {"chosen first"}
    assert len(planted) == CARDS
    (strong,) = [row for row in planted if row["item"] == "take card 1"]
    assert strong["points"]["low"] < 6 < strong["points"]["high"]
    assert strong["with"] + strong["without"] == 150 * 5
    assert [row["item"] for row in planted if is_found(row)] == ["take card 1"]
    assert not [row for row in openings(deck(Deck), played(deck(Deck), 150)) if is_found(row)]


def test_a_first_thing_without_a_choice_is_no_opening() -> None:
    offered = market(PlantedMarket)  # a single card at a time
    assert openings(offered, played(offered, 60)) == []


def test_what_hardly_ever_comes_up_is_named_with_how_often_it_may() -> None:
    game = deck(Deck)
    told = [
        (
            plan,
            [
                replace(one, events=("draw", "fire")[: 1 + (place % 100 == 0)])
                for place, one in enumerate(facts)
            ],
        )
        for plan, facts in played(game, 250)
    ]
    found = rare(game, told)
    assert (found["games"], found["below"]) == (500, 0.05)
    rows = {(row["what"], row["name"]): row for row in found["found"]}
    assert set(rows) == {("question", "never"), ("action", "leave"), ("event", "fire")}
    assert found["looked_at"] == len(rows) + CARDS + 2  # a question and an event are common
    never = rows["question", "never"]
    assert (never["count"], never["share"], never["low"], never["most"]) == (0, 0, 0, None)
    assert never["high"] == pytest.approx(1 - 0.025 ** (1 / 500), abs=1e-6)  # in closed form
    fire = rows["event", "fire"]
    assert (fire["count"], fire["games"], fire["most"]["count"]) == (6, 500, 3)
    assert fire["low"] < 6 / 500 < fire["high"] < 0.05
    assert fire["p_adjusted"] < 0.05
    few = [(plan, facts[:10]) for plan, facts in told]
    assert rare(game, few)["found"] == []  # too few games to say


def test_drama_is_counted_as_browne_does() -> None:
    course = [[0, 0], [4, 0], [8, 4], [8, 7], [8, 10]]  # the second one wins in the end
    found = drama(course, [2, 1])
    roots = [math.sqrt(4 / 4), math.sqrt(4 / 4), math.sqrt(1 / 4)]  # 4 is the widest gap
    assert found.mean == pytest.approx(sum(roots) / 3)
    assert found.worst == 1
    assert found.behind == 3 / 4
    assert drama(course, [1, 2]) == Drama(0, 0, 0)  # for who was ahead there is none
    assert drama(course, [1, 1]) == Drama(0, 0, 0)  # nor where the win is shared with them
    assert drama([[5], [6]], [1]) == Drama(0, 0, 0)
    assert drama([[0, 0], [0, 0]], [1, 1]) == Drama(0, 0, 0)


def test_a_game_that_turns_the_tables_has_more_drama() -> None:
    def behind(table: type[Deck]) -> float:
        games = [one for _, facts in played(deck(table), 40) for one in facts]
        return sum(one.drama.behind for one in games) / len(games)

    assert behind(LateDeck) > behind(Deck) + 0.1


# --- skill ----------------------------------------------------------------------------------


def test_every_rung_is_played_from_every_seat() -> None:
    study = Study.plan(TOY, [2], ["random"], "random", 2, "k", depth=[1, 4], deals=3)
    assert [plan.seats for plan in study.ladder[0]] == [
        ("search:2", "search:1"),
        ("search:1", "search:2"),
    ]
    watched = Watched(study)
    assert [*watched.play()][-1] == study.games == 2 + 2 * 2 * 3
    rows = depth(study.ladder, watched.ladder)
    assert [(row["bot"], row["rival"]) for row in rows] == [
        ("search:2", "search:1"),
        ("search:8", "search:4"),
    ]
    for row in rows:
        assert (row["deals"], row["games"], row["even"]) == (3, 6, 0.5)
        assert row["wins"]["low"] <= row["wins"]["share"] <= row["wins"]["high"]
    assert sentences(report(watched))[-1].startswith("Skill: search:2 wins ")


def rung(shares: Sequence[float]) -> dict[str, Any]:
    """What is told of a duel whose player won so much of each deal at both of its seats."""
    study = Study.plan(TOY, [2], ["random"], "random", 2, "k", depth=[1], deals=len(shares))
    facts = one_game(TOY, ["random"] * 2)
    turns = [
        [replace(facts, played=replace(facts.played, **_result(turn, share))) for share in shares]
        for turn in range(2)
    ]
    (row,) = depth(study.ladder, [turns])
    return row


def _result(turn: int, share: float) -> dict[str, Any]:
    ranks = [2, 2]
    ranks[turn] = 1
    if share == 0.5:
        return {"ranks": [1, 1], "winners": 2, "scores": [3, 3]}
    if share == 0:
        ranks = [3 - rank for rank in ranks]
    return {"ranks": ranks, "winners": 1, "scores": [5 - 2 * rank for rank in ranks]}


def test_depth_is_told_with_deals_as_samples() -> None:
    strong = rung([1.0] * 30 + [0.0] * 10)
    assert strong["wins"]["share"] == 0.75
    assert strong["wins"]["low"] == pytest.approx(
        0.75 - 2.023 * (0.75 * 0.25 / 39) ** 0.5, abs=2e-3
    )
    assert strong["points"]["mean"] == 1  # two more in three games of four, two fewer in one
    assert strong["found"]
    even = rung([1.0] * 20 + [0.0] * 20)
    assert (even["wins"]["share"], even["found"]) == (0.5, False)
    always = rung([1.0] * 20)
    assert always["found"]
    assert 0.8 < always["wins"]["low"] < always["wins"]["high"] == 1
    shared = rung([0.5] * 20)
    assert (shared["p"], shared["found"]) == (1, False)


def test_a_deal_that_was_not_played_from_every_seat_does_not_count() -> None:
    study = Study.plan(TOY, [2], ["random"], "random", 2, "k", depth=[1], deals=3)
    facts = one_game(TOY, ["random"] * 2)
    assert depth(study.ladder, [[[facts] * 3]]) == []
    assert depth(study.ladder, [[[facts] * 3, [facts]]]) == []
    (row,) = depth(study.ladder, [[[facts] * 3, [facts] * 2]])
    assert (row["deals"], row["games"]) == (2, 4)
    with pytest.raises(LabError, match="against others"):
        Study.plan(market(Market), [1], ["random"], "random", 2, "k", depth=[1])


# --- effects --------------------------------------------------------------------------------


def confounded(seed: int, true: float, size: int = 1200) -> Effect:
    """Leaders take a card more often, and score more anyway."""
    rng = Random(seed)
    outcome, treated, known, groups = [], [], [], []
    game = 0.0
    for place in range(size):
        game = rng.gauss(0, 1) if place % 2 == 0 else game
        lead = rng.gauss(0, 1)
        taken = rng.random() < 1 / (1 + math.exp(-1.2 * lead))
        outcome.append(2 * lead + true * taken + game + rng.gauss(0, 1))
        treated.append(taken)
        known.append([lead, 1.0])
        groups.append(place // 2)
    found = effect(outcome, treated, known, groups)
    assert found is not None
    return found


@pytest.mark.parametrize("true", [0.0, 1.0, -0.5])
def test_who_takes_it_is_adjusted_for(true: float) -> None:
    found = [confounded(seed, true) for seed in range(12)]
    assert all(one.plain > true + 1 for one in found)  # leaders only seem to profit
    mean = sum(one.value for one in found) / len(found)
    assert mean == pytest.approx(true, abs=0.06)
    assert sum(one.low <= true <= one.high for one in found) >= 10
    sure = [abs(one.value) > 3 * one.error for one in found]
    assert sure == [true != 0] * len(found)


def test_what_all_things_of_a_kind_share_is_no_news() -> None:
    def thing(value: float, error: float = 0.1) -> Effect:
        return Effect(value, value - 0.2, value + 0.2, error, 100, 100, value)

    middle, chances = against_peers([thing(1.0), thing(1.1), thing(0.9), thing(1.05), thing(3.0)])
    assert middle == pytest.approx(1.05)
    assert min(chances[:4]) > 0.1
    assert chances[4] < 1e-6
    middle, chances = against_peers([thing(1.0), thing(1.1)])  # too few to say what is usual
    assert middle == 0
    assert max(chances) < 1e-6
    assert against_peers([thing(0.0, 0.0)]) == (0.0, [1.0])


def test_the_error_knows_that_seats_of_a_game_go_together() -> None:
    rng = Random(5)
    outcome, treated, groups = [], [], []
    for game in range(200):
        luck, taken = rng.gauss(0, 1), game % 2 == 0
        for _ in range(4):
            outcome.append(luck)
            treated.append(taken)
            groups.append(game)
    nothing: list[list[float]] = [[] for _ in outcome]
    together = effect(outcome, treated, nothing, groups)
    apart = effect(outcome, treated, nothing, range(len(groups)))
    assert together is not None
    assert apart is not None
    assert together.value == pytest.approx(apart.value)
    ratio = (together.high - together.low) / (apart.high - apart.low)
    assert ratio == pytest.approx(2, rel=0.02)  # four that are one: twice the error
    assert together.value == pytest.approx(together.plain)


def test_too_few_samples_say_nothing() -> None:
    assert effect([1.0] * 100, [True] * 20 + [False] * 80, [[]] * 100, range(100)) is None
    always = [float(place < 60) for place in range(120)]  # the covariate tells it for sure
    sure = effect(
        [1.0] * 120, [one > 0 for one in always], [[9 * one] for one in always], range(120)
    )
    assert sure is None or sure.with_it >= 30


def test_holm_gives_the_published_values() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


# --- facts ----------------------------------------------------------------------------------


def one_game(game: Game, seats: Sequence[str], seed: str = "f") -> Facts:
    """What one game tells."""
    return next(watch(Simulation.plan(game, seats, 1, seed)))


def test_points_by_source_add_up_to_the_score() -> None:
    for game, players in ((market(PlantedMarket), 3), (TOY, 2), (installed("dice_hospital"), 2)):
        facts = one_game(game, ["random"] * players)
        for seat, score in enumerate(facts.played.scores):
            assert sum(one.points for one in facts.gains if one.seat == seat) == score
    by_round = one_game(market(Market), ["random"] * 3, "many")
    assert by_round.by_rounds
    assert {one.phase for one in by_round.gains} == set(range(1, CARDS + 1))
    assert {one.source for one in by_round.gains} == {"roll"}


def test_choices_and_opportunities_are_counted() -> None:
    facts = one_game(market(Market), ["random"] * 2)
    asked = sum(facts.played.decisions)
    assert 0 < asked < 2 * CARDS
    assert facts.widths == {2: asked}
    assert facts.played.moves == asked
    keys = [(one.action, one.seat) for one in facts.chances]
    assert len(keys) == len(set(keys))
    first = min(facts.chances, key=lambda one: one.when)
    assert (first.when, first.lead, first.width) == (0, 0, 2)
    assert any(one.taken for one in facts.chances)
    assert not all(one.taken for one in facts.chances)


def test_what_is_worth_something_in_our_games_is_an_action_there() -> None:
    for id in ITEMS:
        game = installed(id)
        families = {game.actions.family(action)[0] for action in range(game.num_actions)}
        assert {kind.family for kind in item_kinds(game)} <= families
        assert {kind.question for kind in item_kinds(game)} <= {"", *game.questions.names}
    assert {kind.family for kind in item_kinds(TOY)} == {"bid", "play", "demand", "give"}


def test_processes_change_nothing() -> None:
    plan = Simulation.plan(installed("dice_hospital"), ["random"] * 2, 3, "p")
    assert list(watch(plan, 2)) == list(watch(plan))


# --- the report -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def toy_report() -> dict[str, Any]:
    """A small report of the toy game."""
    study = Study.plan(TOY, (2, 3), ["greedy"], "random", 40, "r", depth=[2, 4], deals=5)
    watched = Watched(study)
    for _ in watched.play():
        pass
    return report(watched)


def test_a_report_adds_up(toy_report: dict[str, Any]) -> None:
    assert toy_report["games"] == toy_report["planned_games"] == 2 * 40 + 2 * 40 + 2 * 2 * 5
    for players in (2, 3):
        rows = [row for row in toy_report["seats"] if row["players"] == players]
        assert [row["seat"] for row in rows] == list(range(1, players + 1))
        assert sum(row["wins"]["share"] for row in rows) == pytest.approx(1, abs=1e-3)
        gained = [row["mean"] for row in toy_report["sources"] if row["players"] == players]
        points = sum(row["points"]["mean"] for row in rows) / players
        assert sum(gained) == pytest.approx(points, abs=0.01)
    for name in ("seats", "length", "sources", "choices", "course", "endings"):
        assert all(row["games"] == 40 for row in toy_report[name])
    for row in toy_report["choices"]:
        assert sum(row["widths"].values()) == row["decisions"]
        assert row["low"] <= row["mean"] <= row["high"]
    luck = toy_report["luck"]
    assert (luck["deals"], luck["games"], luck["bot"], luck["rival"]) == (
        40,
        80,
        "greedy",
        "random",
    )
    assert sum(row["share"] for row in luck["variance"]) == pytest.approx(1, abs=1e-3)
    json.dumps(toy_report)


@pytest.mark.no_cover
def test_all_is_luck_between_equals_and_little_against_a_fool() -> None:
    equals = Watched(Study.plan(market(Market), [2], ["random"], "greedy", 2, "e"))
    for _ in equals.play():
        pass
    assert report(equals)["luck"]["variance"][0]["share"] < 0.5
    skilled = Watched(Study.plan(TOY, [2], ["greedy"], "random", 100, "s"))
    for _ in skilled.play():
        pass
    found = report(skilled)["luck"]
    assert found["wins"]["low"] > 0.5
    assert found["points"]["low"] > 0
    assert found["variance"][0]["low"] > 0


def test_the_page_is_whole(toy_report: dict[str, Any]) -> None:
    text = page(toy_report)
    assert text.startswith("<!doctype html>")
    outside = re.findall(r'(?:src|href)="(?:https?:)?//', text)
    assert not outside
    specs = re.findall(r'<script type="application/json" id="spec-\d+">(.*?)</script>', text)
    assert len(specs) == text.count('class="chart"') >= 6
    for spec in specs:
        assert json.loads(spec)["data"]["values"]
    for heading in (
        "Seats",
        "Length",
        "How games end",
        "What things are worth",
        "Openings",
        "The course of a game",
        "What hardly ever comes up",
        "Luck and skill",
        "Depth of skill",
    ):
        assert f"<h2>{heading}</h2>" in text
    assert "<td>search:8</td><td>search:4</td>" in text
    played = text[text.index("<h2>What was played</h2>") :]
    counts = re.findall(r'<td class="number">(\d+)</td></tr>', played)
    assert sum(map(int, counts)) == toy_report["games"]
    assert "<td>play 4</td>" in text
    assert len(text) < 1_500_000


def test_what_games_say_cannot_leave_its_place(toy_report: dict[str, Any]) -> None:
    bad = "</script><script>alert(1)</script>"
    rows = [{**row, "ending": bad} for row in toy_report["endings"]]
    items = [{**row, "item": bad} for row in toy_report["items"]]
    never = {"what": bad, "name": bad, "count": 0, "share": 0.0, "low": 0.0, "high": 0.01}
    rarely = {**toy_report["rare"], "found": [{**never, "p_adjusted": 0.01, "most": None}]}
    text = page({**toy_report, "endings": rows, "items": items, "title": bad, "rare": rarely})
    assert "<script>alert" not in text


@pytest.mark.browser
def test_the_page_draws_without_a_network(
    toy_report: dict[str, Any], tmp_path: Path, browser: "Browser"
) -> None:
    path = tmp_path / "report.html"
    path.write_text(page(toy_report), encoding="utf-8")
    with browser.new_context(offline=True) as context:
        tab = context.new_page()
        said: list[str] = []
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("request", lambda request: said.append(request.url))
        tab.goto(path.as_uri())
        charts = tab.locator(".chart")
        tab.locator(".chart svg").nth(charts.count() - 1).wait_for()
        assert tab.locator(".chart svg").count() == charts.count()
        assert said == [path.as_uri()]
        assert len(tab.pdf()) > 10_000


# --- the command ----------------------------------------------------------------------------

BALANCE = ("balance", "dice_hospital", "--bots", "random", "--players", "2", "--games", 4)


def test_the_command_writes_a_page_and_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    done = run(*BALANCE, "--jobs", 1, "--out", path)
    assert done.status == 0
    assert "From 4 games by random, seed 1" in done.out
    assert f"The whole report stands in {path}." in done.out
    assert "How balanced is Dice Hospital?" in path.read_text(encoding="utf-8")
    data = json.loads(run(*BALANCE, "--jobs", 1, "--json").out)
    assert (data["games"], data["luck"]) == (4, None)
    assert "exists already" in run(*BALANCE, "--out", path).err
    assert "ends in .html" in run(*BALANCE, "--out", tmp_path / "report.pdf").err
    assert run(*BALANCE, "--players", "9").status == 2


def test_what_was_played_before_ctrl_c_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Simulation.play
    played = 0

    def counted(plan: Simulation, number: int, witness: Any = None) -> Played:
        nonlocal played
        played += 1
        if played > 3:
            signal.raise_signal(signal.SIGINT)
        return play(plan, number, witness)

    monkeypatch.setattr(Simulation, "play", counted)
    done = run(*BALANCE, "--jobs", 1, "--json")
    assert done.status == 130
    data = json.loads(done.out)
    assert (data["games"], data["planned_games"]) == (3, 4)
