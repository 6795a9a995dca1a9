"""DN-1, DN-14, DN-20 to DN-50: what is in the box, the default pack, packs of other people."""

import re
import tomllib

import pytest

from tests.rules.dynamite_nurse.town import Town, ids, new, slot
from wardround.core import MaterialError, MaterialTable, OptionError, OptionValue, SeatError
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.options import Variant
from wardround.games.dynamite_nurse.pack import (
    DEFAULT,
    DEFAULT_TEXT,
    DUTY,
    EXAMINATION,
    NONE,
    STARTING_NURSES,
    STEPS,
    SUPPLY,
    TREATMENT,
    Pack,
    read_pack,
)
from wardround.games.dynamite_nurse.steps import USES
from wardround.games.dynamite_nurse.tables import pack_tables
from wardround.games.dynamite_nurse.text import STEP_TEXTS
from wardround.testing import clause

RULES = GAME.rules()


def cells(id: str) -> list[str]:
    """The cells of a clause that is a row of a table."""
    return [cell.strip() for cell in RULES.clause(id).text.split("|")]


def changed(*changes: tuple[str, str]) -> str:
    """The text of the default pack with the first place of each text replaced by another."""
    text = DEFAULT_TEXT
    for old, new_text in changes:
        assert old in text, old
        text = text.replace(old, new_text, 1)
    return text


def entry(text: str, id: str) -> str:
    """The entry of a card or row in a pack's text."""
    found = re.search(rf'\[\[\w+\]\]\n(?:id|row) = "{id}"\n(?:.+\n)+', text)
    assert found, id
    return found.group(0)


def with_entry(id: str, old: str, new_text: str) -> str:
    """The default pack with something replaced in one entry."""
    before = entry(DEFAULT_TEXT, id)
    assert old in before, (id, old)
    return DEFAULT_TEXT.replace(before, before.replace(old, new_text, 1))


# --- the box ----------------------------------------------------------------------------------


@clause("DN-1.1", "RUL-65", "DN-0.8")
def test_three_to_five_players() -> None:
    for players in (1, 2, 6):
        with pytest.raises(SeatError):
            GAME.new(players, 1)
    with pytest.raises(OptionError) as refused:
        GAME.new(3, 1, {"first_player": "4"})
    assert refused.value.clause == "DN-0.8"
    for seat in "1234":
        assert new(4, first_player=seat).turn == int(seat) - 1
    assert {new(4, seed=str(seed)).turn for seed in range(30)} == {0, 1, 2, 3}


@clause("DN-1.2", "DN-1.3", "DN-1.4", "DN-1.11", "DN-1.12", "DN-1.14", "DN-20.25", "DN-30.20")
@clause("DN-40.1", "DN-40.5", "INV-1")
def test_the_cards_of_the_box() -> None:
    cards = [DEFAULT.cards[one] for one in DEFAULT.order]
    assert sum(DEFAULT.rows[one].copies for one in DEFAULT.row_order) == 40
    assert sum(card.copies for card in cards if not card.is_nurse) == 132
    assert sum(card.copies for card in cards if card.is_nurse) == 23
    assert [DEFAULT.cards[one].copies for one in DEFAULT.slots(0)] == [25, 15]
    kinds = [DEFAULT.cards[one].kind for one in DEFAULT.supply()]
    assert [kinds.count(kind) for kind in (EXAMINATION, TREATMENT, DUTY)] == [2, 4, 6]
    assert sum(DEFAULT.cards[one].copies for one in DEFAULT.slots(2)) == 20
    assert len(DEFAULT.starters) == STARTING_NURSES
    assert len(DEFAULT.row_order) == 16
    for name in range(4):
        rows = [DEFAULT.rows[one] for one in DEFAULT.row_order if DEFAULT.rows[one].name == name]
        assert sum(row.copies for row in rows) == 10
    assert sum(DEFAULT.rows[o].copies for o in DEFAULT.row_order if DEFAULT.rows[o].emergency) == 8
    assert 132 + 23 + 40 + 15 + 1 == 211


@clause("DN-1.5", "DN-1.6", "DN-1.7", "DN-1.8", "DN-40.2", "DN-40.4", "DN-14.6")
def test_what_a_patient_card_says() -> None:
    town = Town(way="P04n(A) P04c(B) P13c(C)")
    normal, critical, cursed = town.view("A")["ambulances"]
    assert (normal["name"], normal["severity"], normal["vp"]) == ("Sick", 2, 3)
    assert (critical["name"], critical["severity"], critical["care"]) == ("Sick", 4, 1)
    assert critical["upkeep"] == 1
    assert critical["emergency"]
    assert cursed["care"] is None
    assert cursed["upkeep"] is None
    assert {DEFAULT.rows[one].name for one in DEFAULT.row_order} == {0, 1, 2, 3}


@clause("DN-1.10", "DN-1.13", "DN-1.22", "DN-1.23", "DN-14.4", "DN-14.5")
def test_what_cards_say() -> None:
    major = DEFAULT.cards[slot("major_surgery")]
    assert (major.cost, major.gold, major.tp, major.vp) == (5, 0, 3, 1)
    kei = DEFAULT.cards[slot("kei")]
    assert (kei.cost, kei.gold, kei.tp, kei.vp) == (NONE, 0, 0, 1)
    assert not kei.starting
    assert DEFAULT.cards[slot("starter_3")].starting


@clause("DN-1.15", "DN-1.16", "DN-1.17", "DN-1.18", "DN-1.19", "DN-1.20", "DN-1.21", "RUL-43")
def test_the_places_of_the_table() -> None:
    view = new(3).view(0)
    assert {"supply", "events", "nurses", "dungeon", "graveyard", "kill_marks", "title"} <= set(
        view["town"]
    )
    assert {"box", "aside"} <= set(view["town"])
    seat = view["seats"][0]
    assert {"deck", "discard", "play", "admitted", "acquired", "kill_marks", "unused"} <= set(seat)
    assert view["town"]["kill_marks"]["count"] == 12
    assert view["town"]["title"] is None


# --- the default pack against the tables of the rules -----------------------------------------


@clause("DN-20.1", "DN-20.2", "DN-20.3", "DN-20.4", "DN-20.5", "DN-20.6", "DN-20.23", "DN-20.24")
@clause("DN-20.26", "DN-14.13")
def test_action_cards_are_those_of_the_rules() -> None:
    table = GAME.material()[0]
    assert len(table.rows) == 24
    for number, row in enumerate(table.rows, start=1):
        id, name, kind, pile, copies, cost, gold, tp, vp, tags = cells(f"DN-20.{number}")
        name_tag, kind_tag = tags.split(" / ")
        assert row[0] == id
        assert row[1] == f"{name} {name_tag}"
        assert row[2] == f"{kind} {kind_tag}"
        assert row[3].split()[0] == pile
        assert list(row[4:9]) == [copies, cost, gold, tp, vp]


@clause("DN-30.15", "DN-14.17")
def test_nurse_cards_are_those_of_the_rules() -> None:
    table = GAME.material()[1]
    assert [row[0] for row in table.rows[:5]] == [f"starter_{number}" for number in range(1, 6)]
    for number, row in enumerate(table.rows[5:], start=2):
        id, name, kind, copies, vp, _ = cells(f"DN-30.{number}")
        assert row[0] == id
        assert row[1].startswith(name)
        assert row[2] == f"{kind} [R]"
        assert row[3] == f"{copies} [R]"
        assert row[4] == vp


@clause("DN-41.1", "DN-41.2", "DN-41.3", "DN-41.4", "DN-41.5", "DN-41.6", "DN-41.7", "DN-41.8")
@clause(
    "DN-41.9", "DN-41.10", "DN-41.11", "DN-41.12", "DN-41.13", "DN-41.14", "DN-41.15", "DN-41.16"
)
def test_patients_are_those_of_the_rules() -> None:
    table = GAME.material()[2]
    assert len(table.rows) == 16
    for number, row in enumerate(table.rows, start=1):
        expected = [cell.replace("-", "none") for cell in cells(f"DN-41.{number}")]
        assert [cell.split()[0] for cell in row[:-1]] == expected
        assert all(cell.endswith("[R]") for cell in row[1:-1])


@clause("DN-50.0", "DN-50.2", "DN-50.8", "RUL-66")
def test_penalties_are_those_of_the_rules() -> None:
    table = GAME.material()[3]
    for number, row in enumerate(table.rows):
        assert row[1] == " ".join(cells(f"DN-50.{number}")[1:])


@clause("DN-20.1a", "DN-20.2a", "DN-20.3a", "DN-20.4a", "DN-20.5a", "DN-20.6a", "DN-20.23a")
def test_cards_with_nothing_but_points() -> None:
    for card, points in (
        ("examination", (1, 0)),
        ("simple_surgery", (0, 1)),
        ("detailed_exam", (2, 0)),
        ("specialist_exam", (3, 0)),
        ("surgery", (0, 2)),
        ("major_surgery", (0, 3)),
        ("ev_donation", (3, 0)),
    ):
        town = Town(hand={"A": "closed"}).play(card)
        assert town.points() == points
        assert town.question() == "main"
        assert town.counters() == (1, 0, 0)


@clause("DN-20.24a", "DN-30.3a", "DN-30.6a", "DN-30.9a", "DN-30.15a")
def test_cards_with_plain_steps() -> None:
    town = Town(deck={"A": "surgery closed"}).play("ev_award")
    assert "surgery" in town.hand()
    for nurse, counters in (
        ("arina", (2, 0, 0)),
        ("dora", (1, 1, 0)),
        ("mint", (1, 1, 0)),
        ("ward_manager", (2, 0, 0)),
    ):
        assert Town().play(nurse).counters() == counters


@clause("DN-20.13a", "DEC-16", "RUL-76")
def test_upgraded_equipment_is_for_light_cases() -> None:
    town = Town(admitted={"A": "P03n P15n P01c", "B": "P01n"}).play("moonlighting")
    town.play("upgraded")
    assert town.legal() == {"pass", "patient:1.1"}
    assert town.refused("patient:1.2") == "DN-20.13a"
    assert town.refused("patient:1.3") == "DN-20.13a"
    town.do("patient:1.1")
    assert town.got("A") == "P03n"


@clause("DN-20.27")
def test_no_action_card_counts_at_the_end() -> None:
    assert not any(DEFAULT.cards[one].end_steps for one in DEFAULT.order if one < slot("starter_1"))


# --- packs ------------------------------------------------------------------------------------


@clause("DN-14.1", "DN-14.2", "DN-14.14", "DN-14.10")
def test_the_default_pack_is_whole_and_without_a_warning() -> None:
    data = tomllib.loads(DEFAULT_TEXT)
    assert (DEFAULT.id, DEFAULT.title, DEFAULT.version) == (
        "default",
        "Reconstructed cards",
        "1.0.0",
    )
    assert DEFAULT.author
    assert DEFAULT.warnings == []
    assert data["fixed_numbers"]["hand_size"] == 4


@clause("DN-14.3")
def test_provenance_is_shown() -> None:
    view = new(3).view(0)
    assert view["pack"]["title"] == "Reconstructed cards"
    surgery = next(card for card in view["town"]["supply"] if card["id"] == "surgery")
    assert {"cost", "tp", "vp"} <= set(surgery["reconstructed"])
    magic = next(card for card in view["town"]["supply"] if card["id"] == "white_magic")
    assert "tp" not in magic["reconstructed"]


@clause("DN-14.7", "DN-14.12", "DN-14.15")
def test_every_step_of_the_vocabulary_has_its_piece() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", RULES.chapters[_chapter("DN-14")].text, re.MULTILINE)
    assert listed == [name for name, _ in STEPS]
    assert len(USES) == len(STEP_TEXTS) == len(STEPS)


def _chapter(id: str) -> int:
    return [chapter.id for chapter in RULES.chapters].index(id)


REFUSED = [
    (DEFAULT_TEXT + "\n[more]\nx = 1\n", "more"),
    (changed(('id = "default"', 'ident = "default"')), "ident"),
    (changed(('id = "surgery"', 'id = "white_magic"')), "white_magic"),
    (with_entry("surgery", "cost = 3", "cost = -1"), "surgery, key cost"),
    (with_entry("surgery", "cost = 3", 'cost = "none"'), "surgery, key cost"),
    (with_entry("surgery", "tp = 2", "tp = -2"), "surgery, key tp"),
    (with_entry("surgery", "copies = 6", "copies = 7"), "card pack"),
    (with_entry("surgery", 'sub_type = "Treatment"', 'sub_type = "Magic"'), "sub_type"),
    (with_entry("surgery", 'pile = "supply"', 'pile = "heap"'), "pile"),
    (with_entry("surgery", "steps = []", 'steps = [{ step = "fly", tags = {} }]'), "steps 1"),
    (with_entry("surgery", 'tp = "reconstructed"', 'tp = "guessed"'), "surgery, tags, key tp"),
    (with_entry("surgery", ', steps = "reconstructed"', ""), "surgery, tags, key steps"),
    (with_entry("hit_the_books", "k = 3", "k = 10"), "hit_the_books, steps 1, key k"),
    (with_entry("hit_the_books", "k = 3, ", ""), "hit_the_books, steps 1, key k"),
    (with_entry("hit_the_books", "k = 3", "k = 3, l = 1"), "hit_the_books, steps 1, key l"),
    (with_entry("passing_the_buck", '"ambulances"', '"nowhere"'), "key where"),
    (with_entry("closed", '["nurse", "event"]', '["dungeon"]'), "key piles"),
    (with_entry("arina", "delta = -2", "delta = 1"), "arina, end_steps 1, key delta"),
    (with_entry("arina", "starting = false", "starting = 1"), "arina, key starting"),
    (with_entry("arina", "starting = false", "starting = true"), "card pack"),
    (with_entry("P01", 'name = "Sick"', 'name = "Tired"'), "P01, key name"),
    (with_entry("P01", 'upkeep = "none"', "upkeep = 1"), "P01, key upkeep"),
    (with_entry("P04", "upkeep = 1", 'upkeep = "none"'), "P04, key upkeep"),
    (with_entry("P01", "copies = 3", "copies = 2"), "card pack"),
    (with_entry("P01", "normal_severity = 1", "normal_severity = -1"), "normal_severity"),
    (changed(("values = [0, 1, 2", "values = [1, 1, 2")), "values"),
    (changed(("values = [0, 1, 2", "values = [0, 2, 1")), "values"),
    (changed(("values = [0, 1, 2, 4, ", "values = [0, 1, 2, ")), "values"),
    (changed(("hand_size = 4", "hand_size = 5")), "hand_size"),
    ("not = [toml", "card pack"),
]


@clause("DN-14.2", "DN-14.8", "DN-14.10", "DN-14.14")
@pytest.mark.parametrize(("text", "where"), REFUSED, ids=range(len(REFUSED)))
def test_a_bad_pack_is_refused(text: str, where: str) -> None:
    with pytest.raises(MaterialError) as refused:
        Pack(text, "card pack")
    error = refused.value
    assert where in f"{error.where} {error.message}"
    assert error.expected


@clause("DN-14.9")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (with_entry("surgery", 'sub_type = "Treatment"', 'sub_type = "Duty"'), "not 2, 4 and 6"),
        (with_entry("P01", "critical_severity = 3", "critical_severity = 1"), "not above"),
        (with_entry("P01", "critical_vp = 1", "critical_vp = 2"), "two VP values"),
        (with_entry("P01", "care = 1", "care = 3"), "Care value"),
        (changed(("9, 12]", "9, 13]")), "penalty for 6"),
        (
            with_entry("alyssa", "copies = 1", "copies = 2").replace(
                entry(DEFAULT_TEXT, "arina"),
                entry(DEFAULT_TEXT, "arina").replace("copies = 1", "copies = 0", 1),
            ),
            "swap_with_discarded_nurse",
        ),
    ],
)
def test_an_odd_pack_has_a_warning(text: str, words: str) -> None:
    pack = Pack(text, "card pack")
    assert any(words in warning for warning in pack.warnings), pack.warnings


@clause("DN-14.11")
def test_a_game_is_saved_with_its_pack() -> None:
    own = changed(('id = "default"', 'id = "my_box"'))
    snapshot = new(3, pack=own).snapshot()
    assert snapshot["pack"][0] == "my_box"
    assert GAME.restore(snapshot).digest()
    snapshot["options"]["pack"] = ""
    with pytest.raises(MaterialError) as refused:
        GAME.restore(snapshot)
    assert refused.value.clause == "DN-14.11"


def test_a_game_can_be_played_with_cards_that_the_default_pack_does_not_have() -> None:
    own = with_entry("surgery", 'id = "surgery"', 'id = "sleep"').replace(
        'town = "Surgery"', 'town = "Sleep"'
    )
    town = Town(pack=own, gold=3)
    town.do("buy:action_1")
    assert town.discard() == "action_1"
    assert any("buys Sleep" in text for text in town.texts("B"))
    assert read_pack(own) is read_pack(own)


@clause("DN-4.37", "RUL-30")
def test_a_treatment_can_cost_nothing() -> None:
    town = Town(
        pack=with_entry("P01", "normal_severity = 1", "normal_severity = 0"),
        admitted={"A": "P01n P01n"},
    )
    town.do("operate:1.1")
    assert town.got("A") == "P01n"
    assert town.refused("operate:1.1") == "DN-4.22"


@clause("DN-42.14")
def test_an_upkeep_of_nothing_is_paid() -> None:
    town = Town(pack=with_entry("P04", "upkeep = 1", "upkeep = 0"), admitted={"A": "P04c"}, tp=3)
    assert town.refused("upkeep:1") == "DN-4.58"
    town.do("end")
    assert town.ward("A") == "P04c"


RETURN = '[{ step = "return_self", unless_title = false, tags = { step = "found", unless_title = "found" } }]'  # noqa: E501


@clause("DN-9.10", "DN-9.6", "DN-9.7")
def test_a_card_without_a_pile_founds_one() -> None:
    town = Town(pack=with_entry("examination", "steps = []", f"steps = {RETURN}"), gold=9)
    town.do("play:examination")
    shown = [card["id"] for card in town.view("B")["town"]["supply"]]
    assert "examination" in shown
    assert town.at("A").play == []
    assert town.refused("buy:examination") == "DN-9.10"
    supply = Town(pack=with_entry("surgery", "steps = []", f"steps = {RETURN}")).play("surgery")
    assert supply.table.supply[slot("surgery")] == 7
    assert DEFAULT.cards[slot("surgery")].pile == SUPPLY


@clause("DN-9.8", "DN-11.24", "RUL-42")
def test_a_returned_nurse_goes_under_the_pile() -> None:
    before = entry(DEFAULT_TEXT, "ward_manager")
    after = re.sub(r"steps = \[\n(.+\n)+?\]", f"steps = {RETURN}", before, count=1)
    town = Town(pack=DEFAULT_TEXT.replace(before, after), nurses="kei mint").play("ward_manager")
    assert ids(town.table.nurses[::-1]) == "kei mint ward_manager"
    assert town.view("B")["town"]["nurses"] == {
        "spot": "nurses",
        "label": "Nurse pile of 3 cards",
        "count": 3,
        "known": None,
    }
    assert any("Ward Manager" in text for text in town.texts("B"))


@clause("RUL-45")
def test_erase_with_an_empty_graveyard() -> None:
    town = Town(marks={"A": 1}, title="A").play("erase")
    assert town.marks() == [0, 0, 0, 0]
    assert len(town.table.dungeon) == 20


def tables(**options: OptionValue) -> list[MaterialTable]:
    """The default pack as tables."""
    return pack_tables(Variant(GAME.check_options(options, 3)))


def test_a_pack_is_shown_in_the_words_of_the_edition() -> None:
    town, village = tables(), tables(edition="village")
    assert GAME.material() == town
    assert [one.name for one in town] == [
        "Action Cards",
        "Nurse Cards",
        "Patients",
        "Kill Mark penalty",
    ]
    assert [one.name for one in village] == [
        "Play cards",
        "Nurse Cards",
        "Patients",
        "Kill mark penalty",
    ]
    assert town[0].rows[0][1:3] == ("Examination [B]", "Examination [B]")
    assert village[0].rows[0][1:3] == ("History [B]", "Diagnosis [B]")
    assert {row[1] for row in town[2].rows} >= {"Sick [R]", "Cursed [R]"}
    assert {row[1] for row in village[2].rows} >= {"Ill [R]", "Cursed [R]"}
    assert village[2].columns[2] == "Acute"
    assert village[3].columns == ("counted kill marks", "VP")
    said = " ".join([*village[0].columns, *village[2].columns, str(village[0].rows)])
    assert village[0].columns[6:8] == ("Gold coins", "Healing points")
    for word in ("TP", "Care", "Critical Severity", "Town", "Treatment", "Duty Marker"):
        assert word not in said
