"""Balance: planted effects are found, fair ones are not, figures add up, the page is whole."""

import json
import math
import re
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

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
from wardround.lab import Played, Simulation
from wardround.lab.balance import Study, Watched, report
from wardround.lab.facts import ITEMS, Facts, item_kinds, watch
from wardround.lab.page import is_found, page, sentences
from wardround.lab.worth import Effect, against_peers, effect, holm

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


OFFER: Final = Offer()


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
    """The game with one of the two tables."""
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
        questions=Questions((OFFER,)),
        flow=(offer,),
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
    watched = Watched(Study.plan(TOY, (2, 3), ["greedy"], "random", 40, "r"))
    for _ in watched.play():
        pass
    return report(watched)


def test_a_report_adds_up(toy_report: dict[str, Any]) -> None:
    assert toy_report["games"] == toy_report["planned_games"] == 2 * 40 + 2 * 40
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
    for heading in ("Seats", "Length", "How games end", "What things are worth", "Luck and skill"):
        assert f"<h2>{heading}</h2>" in text
    assert "<td>play 4</td>" in text
    assert len(text) < 1_500_000


def test_what_games_say_cannot_leave_its_place(toy_report: dict[str, Any]) -> None:
    bad = "</script><script>alert(1)</script>"
    rows = [{**row, "ending": bad} for row in toy_report["endings"]]
    items = [{**row, "item": bad} for row in toy_report["items"]]
    text = page({**toy_report, "endings": rows, "items": items, "title": bad})
    assert "<script>alert" not in text


@pytest.mark.browser
def test_the_page_draws_without_a_network(toy_report: dict[str, Any], tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.driver import chromium

    path = tmp_path / "report.html"
    path.write_text(page(toy_report), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        context = browser.new_context(offline=True)
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
        browser.close()


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
