"""The guided first games: played by the engine as they are written, true in their words."""

import inspect
import re
from pathlib import Path

import pytest

from wardround.core import Game, Lesson, LessonPlace, Match, MaterialError
from wardround.core.lesson import LEARNER, lesson_of
from wardround.examples.auction import GAME as AUCTION
from wardround.games import games
from wardround.testing import lesson_faults
from wardround.testing.fill_lesson import filled
from wardround.testing.fill_lesson import main as fill

ASKED = {
    "dice_hospital": {
        "StartValue",
        "TakeAmbulance",
        "TakeImprovement",
        "ReturnImprovement",
        "Activate",
        "AtDepartment",
        "PickPatient",
        "Pending",
        "ThirdImprovement",
    },
    "dynamite_nurse": {"Main", "AssignDuty", "Admit", "Keep"},
    "clinic": {
        "TakeBonus",
        "Park",
        "ChooseAction",
        "Hire",
        "Admit",
        "Component",
        "Place",
        "Destination",
        "Review",
        "Care",
        "Pair",
        "CarLeaves",
        "Buy",
    },
    "pyrrameds": {
        "Turn",
        "PlaceCard",
        "PlaceCell",
        "NameOpponent",
        "RevealCard",
        "FirstCell",
        "SecondCell",
    },
}
"""Every kind of question that the learner meets: all that a first round usually asks."""

BIDS = """
seed = "lesson"
bot = "random"
rivals = ["Dr Elm"]
before = []
closing = "Go on."
[options]
rounds = 9
"""
STEP = """
[[steps]]
text = "Bid **card {card}**."
look = ["prize"]
facts = {{ "card/{card}" = "card {card}" }}
does = [["Bid a card", "bid:{card}"]]
then = ["1 bid:{other}"]
"""
BIDDING = BIDS + "".join(STEP.format(card=n, other=10 - n) for n in range(1, 8))
"""A lesson in a game where both are asked at the same time; three steps too short."""
SHORT = "it has 7 steps; 10 to 15 are expected"


BEFORE = 'before = ["1 bid:9"]'


class Taught(Game):
    """Auction with a lesson, whose text stands in ``toml``."""

    toml = BIDDING

    def lesson(self) -> Lesson | None:
        return lesson_of(self.toml, "lesson.toml")


def taught(toml: str = BIDDING) -> Game:
    """Auction with this lesson."""
    game = Taught.__new__(Taught)
    for name in attributes(AUCTION):
        setattr(game, name, getattr(AUCTION, name))
    game.toml = toml
    return game


def attributes(game: Game) -> list[str]:
    """The names of what a game holds; compiled, its class lists them and no dict does."""
    if hasattr(game, "__dict__"):
        return list(vars(game))
    return [
        name
        for one in type(game).__mro__
        for name, value in vars(one).items()
        if inspect.isgetsetdescriptor(value) and not name.startswith("__")
    ]


def lesson_in(game: Game) -> Lesson:
    lesson = game.lesson()
    assert lesson is not None
    return lesson


def begun(game: Game, lesson: Lesson) -> Match:
    names = ["Ada", *lesson.rivals]
    return Match(game, lesson.players, lesson.seed, lesson.options, names)


def at(match: Match, lesson: Lesson) -> LessonPlace:
    place = match.place_in(lesson)
    assert place is not None
    return place


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_game_has_a_lesson_that_is_played_and_true(game: Game) -> None:
    assert game.lesson() is not None
    assert lesson_faults(game) == []


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_lesson_meets_every_kind_of_question_of_a_first_round(game: Game) -> None:
    lesson = lesson_in(game)
    match = begun(game, lesson)
    met = set()
    for place in lesson.places:
        if place.seat == LEARNER:
            met.add(type(match.state.decision(LEARNER)).__name__)
        match.act(place.seat, game.parse(place.action))
    assert met == ASKED[game.id]
    view = match.state.view(LEARNER)
    rounds = view.get("round", 0) >= 2
    turns = view.get("turn_number", view.get("turn", 0)) > 2 * lesson.players
    assert rounds or turns, "it goes through a whole round"
    assert at(match, lesson).is_over


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_texts_are_written_alike(game: Game) -> None:
    lesson = lesson_in(game)
    for text in (*(step.text for step in lesson.steps), lesson.closing):
        assert text.endswith((".", "!", "?")), text
        assert not re.search(r"[{}<>_`]|\(\w\w-", text), "no codes and no clauses"
    assert lesson.rivals == ("Dr Birch", "Dr Maple")[: len(lesson.rivals)]


def test_the_place_follows_from_the_actions_that_stand() -> None:
    game = taught()
    lesson = lesson_in(game)
    assert lesson_faults(game) == [SHORT]
    match = begun(game, lesson)
    assert at(match, lesson) == LessonPlace(0, 0, 0, "bid:1")
    match.act(0, game.parse("bid:1"))
    assert at(match, lesson) == LessonPlace(1, 0, 1, "bid:9")
    match.undo(0)
    assert at(match, lesson) == LessonPlace(0, 0, 0, "bid:1")


def test_each_seat_is_compared_by_itself() -> None:
    game = taught(BIDDING.replace('then = ["1 bid:9"]', "").replace("before = []", BEFORE))
    lesson = lesson_in(game)
    match = begun(game, lesson)
    assert at(match, lesson) == LessonPlace(0, 0, 1, "bid:9")
    lesson = lesson_in(taught())
    match.act(1, game.parse("bid:9"))
    assert at(match, lesson) == LessonPlace(0, 0, 0, "bid:1"), "as after an undo of the learner"


def test_whoever_goes_another_way_or_on_has_left_the_lesson() -> None:
    game = taught()
    lesson = lesson_in(game)
    match = begun(game, lesson)
    match.act(0, game.parse("bid:2"))
    assert match.place_in(lesson) is None
    match.undo(0)
    assert match.place_in(lesson) is not None
    for place in lesson.places:
        match.act(place.seat, game.parse(place.action))
    assert at(match, lesson) == LessonPlace(7, 0, -1, "")
    match.act(0, game.parse("bid:9"))
    assert match.place_in(lesson) is None


def test_another_deal_or_what_the_rules_forbid_is_no_lesson() -> None:
    game = taught()
    lesson = lesson_in(game)
    other = Match(game, 2, "another seed", lesson.options)
    assert other.place_in(lesson) is None
    for action in ("bid:10", "no-such-action"):
        broken = lesson_of(BIDDING.replace('"bid:1"', f'"{action}"'), "lesson.toml")
        assert begun(game, lesson).place_in(broken) is None
    late = lesson_of(BIDDING.replace("before = []", 'before = ["1 bid:9", "1 bid:1"]'), "l")
    match = begun(game, late)
    match.act(1, game.parse("bid:9"))
    assert match.place_in(late) is None, "seat 1 is not asked twice"


FAULTS = {
    "steps": (BIDS + STEP.format(card=1, other=2), "it has 1 steps; 10 to 15 are expected"),
    "bot": (BIDDING.replace('"random"', '"nobody"'), "it names the bot 'nobody'"),
    "long": (BIDDING.replace('"Go on."', f'"{"go " * 61}"'), "the closing has 61 words"),
    "asks": (BIDDING.replace("Bid a card", "Buy a card"), "not 'Buy a card'"),
    "spot": (BIDDING.replace('"prize"', '"price"'), "step 1: the spot 'price' is not there"),
    "fact": (BIDDING.replace('= "card 3"', '= "card 4"'), "is 'card 3', not 'card 4'"),
    "named": (BIDDING.replace("**card 2**", "**card 22**"), "step 2: 'card 22' is read nowhere"),
    "illegal": (BIDDING.replace('"bid:4"', '"bid:3"'), "step 4, action 'bid:3' of seat 0"),
    "waits": (BIDDING.replace("before = []", BEFORE), "the learner is asked and waits"),
    "toml": ("seed = ", "The file is not TOML"),
    "rounds": (BIDDING.replace("rounds = 9", "rounds = 8"), "action 'bid:9' of seat 1"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_a_lesson_is_said(name: str) -> None:
    toml, message = FAULTS[name]
    found = lesson_faults(taught(toml))
    assert any(message in one for one in found), found


def test_a_lesson_that_ends_the_game_or_leaves_the_learner_unasked_is_refused() -> None:
    steps = "".join(STEP.format(card=n, other=n) for n in range(1, 8))
    ends = lesson_faults(taught(BIDS.replace("rounds = 9", "rounds = 8") + steps))
    assert any("nothing is left" in one for one in ends), ends
    unasked = BIDDING[: BIDDING.rindex("then")]
    assert lesson_faults(taught(unasked))[1:] == ["it ends where the learner is not asked"]


@pytest.mark.parametrize(
    ("old", "new", "where", "expected"),
    [
        ('"lesson"', "3", "key seed", "text"),
        ("before = []", 'before = ["0 bid:1"]', "key before", "the seat of a rival, from 1 to"),
        ("before = []", 'before = ["x bid:1"]', "key before", "a seat, a space, and the notation"),
        ("before = []", 'before = ["1"]', "key before", "a seat, a space, and the notation"),
        ('[["Bid a card", "bid:1"]]', '["bid:1"]', "step 1, key does", "question"),
        ('[["Bid a card", "bid:1"]]', "[]", "step 1, key does", "question"),
        ('look = ["prize"]', 'look = "prize"', "step 1, key look", "list"),
        ("[options]\nrounds = 9", "options = 1", "key options", "keys and values"),
        ("[[steps]]", "[[step]]", "key steps", "[[steps]]"),
    ],
)
def test_what_is_no_lesson_is_refused_with_its_place(
    old: str, new: str, where: str, expected: str
) -> None:
    with pytest.raises(MaterialError) as refusal:
        lesson_of(BIDDING.replace(old, new), "lesson.toml")
    assert refusal.value.where.endswith(where)
    assert refusal.value.where.startswith("lesson.toml")
    assert expected in refusal.value.expected
    assert refusal.value.message


def test_the_example_of_the_documentation_is_a_lesson(project_root: Path) -> None:
    page = (project_root / "docs/adding-a-game.md").read_text(encoding="utf-8")
    shown = page.partition("```toml\nseed")[2].partition("```")[0]
    assert lesson_faults(taught(f"seed{shown}")) == ["it has 1 steps; 10 to 15 are expected"]


def test_a_package_without_a_lesson_has_none() -> None:
    assert AUCTION.lesson() is None
    assert lesson_faults(AUCTION) == []


@pytest.mark.parametrize("id", ["pyrrameds", "dynamite_nurse"])
def test_a_lesson_that_is_filled_anew_is_the_same(id: str, project_root: Path) -> None:
    text = (project_root / f"src/wardround/games/{id}/lesson.toml").read_text(encoding="utf-8")
    assert filled(games()[id], text) == text


def test_filling_writes_the_file_or_says_why_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], project_root: Path
) -> None:
    source = project_root / "src/wardround/games/pyrrameds/lesson.toml"
    text = source.read_text(encoding="utf-8")
    page = tmp_path / "lesson.toml"
    page.write_text(re.sub(r"then = \[[^]]*\]", "then = []", text), encoding="utf-8")
    assert fill(["pyrrameds", str(page)]) == 0
    assert page.read_text(encoding="utf-8") == text
    for broken, reason in (
        (text.replace('"b04"]', '"b99"]'), "b99"),
        (text.replace("Place a card", "Buy a card").replace('"(9,1)"', '"(1,1)"'), "(1,1)"),
        (text.replace('"stop"],\n', '"stop"],\n  ["Place a card", "swap"],\n'), "two steps"),
    ):
        page.write_text(broken, encoding="utf-8")
        assert fill(["pyrrameds", str(page)]) == 1
        assert reason in capsys.readouterr().err
        assert page.read_text(encoding="utf-8") == broken
    assert fill(["pyrrameds", str(tmp_path / "none.toml")]) == 1
    assert fill(["chess", str(page)]) == 1
