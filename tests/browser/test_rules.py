"""Rules in the browser: the guide first, numbered rules behind it, words explain themselves."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, WIDE, Player
from wardround.games import games

RAW = re.compile(r"\*\*|^#{2,} |^- [A-Z]+-\d|^\||^\s*```|!\[", re.MULTILINE)
"""Marks of Markdown that a reader must not see."""
UNDRAWN = """() => [...document.querySelectorAll('article img')]
    .filter(one => !one.complete || !one.naturalWidth).length"""


def read(player: Player, game: str, clause: str = "") -> Locator:
    """Open the rules page of a game; the page's main part."""
    player.visit(f"#/rules/{game}/{clause}" if clause else f"#/rules/{game}")
    main = player.page.get_by_role("main")
    main.get_by_role("heading", name="All rules, numbered").wait_for()
    return main


@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_guide_comes_first_with_its_pictures(
    new_player: NewPlayer, game: str, size: tuple[int, int]
) -> None:
    player = new_player(size)
    main = read(player, game)
    guide, rules = games()[game].guide(), games()[game].rules()
    assert guide is not None
    title = main.get_by_role("heading", name=guide.title)
    expect(title).to_be_in_viewport()
    expect(main.locator("[data-clause]").first).not_to_be_in_viewport()
    expect(main.locator("article img")).to_have_count(len(guide.pictures))
    assert player.page.evaluate(UNDRAWN) == 0
    summaries = main.locator("summary").all_inner_texts()
    hidden = [chapter.title for chapter in rules.chapters if not chapter.for_players]
    assert len(hidden) >= 4
    assert len(summaries) == len(rules.chapters) - len(hidden)
    assert not any(title in text for text in summaries for title in hidden)
    assert player.overflow() == 0


@pytest.mark.parametrize("game", sorted(games()))
def test_opened_chapters_hold_every_rule_once_and_no_raw_marks(
    new_player: NewPlayer, game: str
) -> None:
    player = new_player(NARROW)
    main = read(player, game)
    assert main.locator("li[data-clause]").count() == 0
    main.get_by_role("button", name="Open all chapters").click()
    main.locator("li[data-clause]").first.wait_for()
    clauses = main.locator("[data-clause]").evaluate_all("all => all.map(a => a.dataset.clause)")
    rules = games()[game].rules()
    expected = [
        number
        for chapter in rules.chapters
        if chapter.for_players
        for number in (chapter.id, *(clause.id for clause in chapter.clauses))
    ]
    assert clauses == expected
    assert RAW.findall(main.inner_text()) == []
    assert player.overflow() == 0


def test_a_number_in_the_guide_opens_its_chapter_there(new_player: NewPlayer) -> None:
    player = new_player()
    main = read(player, "dice_hospital")
    main.get_by_role("article").get_by_role("link", name="DH-4.10", exact=True).first.click()
    clause = main.locator("[data-clause='DH-4.10']")
    expect(clause).to_be_in_viewport()
    expect(clause).to_contain_text("ambulance 1")
    expect(main.locator("li[data-clause^='DH-5.']")).to_have_count(0)


def test_an_example_is_shown_where_its_number_is_asked_for(new_player: NewPlayer) -> None:
    player = new_player()
    main = read(player, "dice_hospital", "EX-01")
    expect(main.locator("[data-clause='EX-01']")).to_be_in_viewport()
    expect(main.locator("summary", has_text="Worked examples")).to_have_count(1)
    expect(main.locator("summary", has_text="Invariants")).to_have_count(0)


def test_a_search_finds_rules_and_their_marks_are_explained(new_player: NewPlayer) -> None:
    player = new_player()
    main = read(player, "dice_hospital")
    main.get_by_role("searchbox").fill("any meeple healing department")
    clause = main.locator("[data-clause='DH-6.7']")
    expect(clause).to_be_visible()
    expect(main.get_by_role("article")).to_have_count(0)
    main.get_by_role("searchbox").fill("DH-1.4 morgue")
    meaning = "found in public descriptions of the game"
    expect(main.get_by_title(meaning).first).to_have_text("[FOUND]")
    main.get_by_role("searchbox").fill("no such words anywhere")
    expect(main).to_contain_text("No rule contains this.")


def test_a_word_is_explained_to_mouse_and_keys(new_player: NewPlayer) -> None:
    player = new_player()
    main = read(player, "dice_hospital")
    tip = player.page.get_by_role("tooltip")
    bag = main.get_by_role("button", name="blood bag", exact=True).first
    bag.hover()
    expect(tip).to_contain_text("heal any patient one step")
    player.page.mouse.move(5, 5)
    expect(tip).to_have_count(0)
    bag.focus()
    expect(tip).to_contain_text("heal any patient one step")
    assert bag.get_attribute("aria-describedby") == tip.get_attribute("id")
    player.page.mouse.wheel(0, 40)
    expect(tip).to_contain_text("heal any patient one step")
    player.page.keyboard.press("Tab")
    expect(tip).not_to_contain_text("heal any patient one step")


def test_a_word_far_below_is_explained_where_focus_scrolls_to(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    main = read(player, "clinic")
    word = main.get_by_role("button", name="upkeep", exact=True).first
    expect(word).not_to_be_in_viewport()
    word.focus()
    tip = player.page.get_by_role("tooltip")
    expect(tip).to_be_in_viewport()
    shown, said = word.bounding_box(), tip.bounding_box()
    assert shown is not None
    assert said is not None
    assert min(abs(said["y"] - shown["y"] - shown["height"]), abs(said["y"] - shown["y"])) < 200


def test_a_word_is_explained_to_a_finger(new_player: NewPlayer) -> None:
    player = new_player(NARROW, touch=True)
    main = read(player, "clinic")
    tip = player.page.get_by_role("tooltip")
    main.get_by_role("button", name="Office", exact=True).first.tap()
    expect(tip).to_contain_text("Every Room touches one")
    box = tip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= NARROW[0]
    main.get_by_role("heading", name="What you build").tap()
    expect(tip).to_have_count(0)


def test_at_the_table_escape_closes_the_word_before_the_panel(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    player.page.get_by_role("button", name="Rules", exact=True).first.click()
    panel = player.page.get_by_role("dialog", name="Rules")
    expect(panel.get_by_role("heading", name="Dice Hospital: the guide")).to_be_in_viewport()
    panel.get_by_role("button", name="fatality", exact=True).first.focus()
    expect(player.page.get_by_role("tooltip")).to_contain_text("2 points")
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("tooltip")).to_have_count(0)
    expect(panel).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
