"""PY-0 and PY-1: options, cards, the canonical deck, the generator."""

from collections import Counter
from importlib.resources import files as resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.pyrrameds.board import ALL, Board, new
from wardround.core import Chance, MaterialError, OptionError
from wardround.games.pyrrameds import GAME
from wardround.games.pyrrameds.cards import (
    BASE,
    EFFECTS,
    IDS,
    INTENSIVE_CARE,
    LETTERS,
    MASKED,
    MEDICINE,
    OPERATIONS,
    PATIENT,
    SPECIAL,
    TYPES,
    Card,
    Deck,
    cards_of,
    parse_card,
    printed,
)
from wardround.games.pyrrameds.generator import Picker, generate, patient_sizes
from wardround.games.pyrrameds.material import BOX, Material, type_order
from wardround.testing import clause

SETS = {"base": 38, "base+operations": 53, "base+intensive_care": 62, ALL: 77}


def all_faces(sets: list[int], seed: int | None = None) -> list[Card]:
    """The cards of a canonical deck, or of one that is generated with a seed."""
    deck = Deck(BOX.faces, cards_of(sets)) if seed is None else generate(sets, Chance(str(seed)))
    return [deck.faces[card] for card in deck.in_use]


def part(number: int, seed: int | None = None) -> list[Card]:
    """The cards of one set."""
    deck = (
        Deck(BOX.faces, cards_of([number]))
        if seed is None
        else generate([number], Chance(str(seed)))
    )
    return [deck.faces[card] for card in cards_of([number])]


def sizes(cards: list[Card]) -> dict[int, int]:
    return dict(Counter(len(card.needs) for card in cards if card.kind == PATIENT))


def icons(cards: list[Card]) -> dict[str, int]:
    return dict(Counter(LETTERS[type] for card in cards for type in card.needs))


# --- options --------------------------------------------------------------------------------


@clause("PY-0.1", "PY-0.3", "PY-0.4")
def test_two_to_six_players_each_for_themselves() -> None:
    assert (GAME.min_players, GAME.max_players) == (2, 6)
    for players in range(2, 7):
        state = new(players)
        assert len(state.returns()) == players


@clause("PY-0.5", "PY-1.19", "R-37")
@pytest.mark.parametrize(("sets", "cards"), SETS.items())
def test_the_sets_combine_and_base_is_always_in(sets: str, cards: int) -> None:
    assert GAME.check_options({}, 3)["sets"] == "base"
    state = new(3, sets=sets)
    assert len(state.deck.in_use) == cards
    assert state.deck.in_use[:38] == list(range(38))


@clause("PY-0.6", "INV-36")
def test_the_same_seed_gives_the_same_deal() -> None:
    one, other = (new(4, 9, sets=ALL, deck="generated") for _ in range(2))
    assert one.digest() == other.digest()
    assert one.digest() != new(4, 10, sets=ALL, deck="generated").digest()


@clause("PY-0.7", "PY-2.8", "R-31", "R-32")
@pytest.mark.parametrize(
    ("options", "row", "loose"),
    [
        ({}, 8, True),
        ({"preset": "book"}, 6, False),
        ({"preset": "book", "row_size": "fitted"}, 8, False),
        ({"preset": "book", "loose_patient_swap": "auto"}, 6, True),
        ({"row_size": "7", "loose_patient_swap": "off"}, 7, False),
    ],
)
def test_presets_stand_for_two_options(options: dict[str, str], row: int, loose: bool) -> None:
    state = new(2, 0, **options)
    assert (state.terms.row, state.terms.loose) == (row, loose)


@clause("PY-2.16", "R-16")
def test_a_first_player_needs_a_seat() -> None:
    with pytest.raises(OptionError) as error:
        GAME.check_options({"start_player": "3"}, 3)
    assert error.value.clause == "PY-2.16"
    assert error.value.where == "option start_player"


@clause("PY-0.2", "PY-18.4")
def test_a_player_needs_about_as_many_turns_as_cards() -> None:
    assert [new(players).hand_size for players in (3, 4, 5)] == [10, 8, 6]


# --- cards ----------------------------------------------------------------------------------


@clause("PY-1.1", "PY-1.2", "PY-1.5", "PY-1.7", "PY-1.9", "PY-1.12")
def test_a_deck_of_three_kinds_of_cards() -> None:
    cards = all_faces([BASE, OPERATIONS, INTENSIVE_CARE])
    assert len(cards) == 77
    for card in cards:
        assert (card.kind == MEDICINE) == (card.type >= 0)
        assert (card.kind == PATIENT) == bool(card.needs)
        assert (card.kind == SPECIAL) == (card.effect >= 0)
    assert len(set(IDS)) == 77


@clause("PY-1.3", "PY-1.4", "PY-1.6", "PY-1.11", "R-39")
@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_every_card_has_one_number_and_four_are_masked(seed: int | None) -> None:
    cards = all_faces([BASE, OPERATIONS, INTENSIVE_CARE], seed)
    assert all(card.number == MASKED or 1 <= card.number <= 9 for card in cards)
    masked = [place for place, card in enumerate(cards) if card.number == MASKED]
    assert len(masked) == 4
    assert all(IDS[place].startswith("i") for place in masked)
    assert Counter(cards[place].kind for place in masked) == {MEDICINE: 2, PATIENT: 2}


@clause("PY-1.6", "PY-1.8", "PY-1.9", "PY-1.50", "PY-1.52")
@pytest.mark.parametrize(
    "text", ["R4", "T?", "??", "?5", "P[B]1", "P[BGORT]?", "P[GG??]7", "S[add]3"]
)
def test_notations_are_read_and_written(text: str) -> None:
    assert parse_card(text).notation() == text
    assert printed(parse_card(text).code).notation() == text


@pytest.mark.parametrize("text", ["", "R", "R0", "X4", "P[]3", "P[RRRRRR]1", "S[cure]2", "P[R"])
def test_a_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"does not end with a number|is no card"):
        parse_card(text)


@clause("PY-1.10", "PY-1.39", "PY-1.49")
def test_patients_show_an_animal_of_their_set() -> None:
    for number, animals in ((BASE, BOX.animals[BASE]), (INTENSIVE_CARE, ["guinea pig", "mouse"])):
        for seed in (None, 4):
            patients = [card for card in part(number, seed) if card.kind == PATIENT]
            assert {card.animal for card in patients} <= set(animals)
    shown = Board("R4 B7 G2 O9 R5 B5", hands=["P[RB]3 R1"]).state.view(0)
    assert shown["hands"][0]["cards"][0]["animal"] == "dog"


@clause("PY-1.24", "PY-1.25", "PY-1.26", "R-35")
def test_ids_follow_sets_kinds_types_and_sizes() -> None:
    assert IDS[0] == "b01"
    assert IDS[37:40] == ["b38", "s01", "s02"]
    assert IDS[-1] == "i24"
    for number in (BASE, INTENSIVE_CARE):
        cards = part(number)
        kinds = [card.kind for card in cards]
        assert kinds == sorted(kinds)
        types = [card.type for card in cards if card.kind == MEDICINE]
        assert types == sorted(types)
        counts = [len(card.needs) for card in cards if card.kind == PATIENT]
        assert counts == sorted(counts, reverse=True)
    assert new(2, sets="base+intensive_care").deck.in_use == [*range(38), *range(53, 77)]


# --- counts ---------------------------------------------------------------------------------


@clause("EX-125", "PY-1.14", "PY-1.17", "PY-1.20", "PY-1.31", "PY-1.22", "R-36")
def test_the_canonical_base_deck() -> None:
    cards = part(BASE)
    assert Counter(card.kind for card in cards) == {MEDICINE: 20, PATIENT: 18}
    assert Counter(TYPES[card.type] for card in cards if card.kind == MEDICINE) == {
        "red": 5,
        "blue": 5,
        "green": 5,
        "orange": 5,
    }
    assert sizes(cards) == {2: 4, 3: 6, 4: 6, 5: 2}
    assert icons(cards) == {"R": 15, "B": 15, "G": 15, "O": 15}
    numbers = Counter(card.number for card in cards)
    assert numbers == {number: 5 if number in (2, 9) else 4 for number in range(1, 10)}


@clause("PY-1.27", "PY-1.28", "PY-1.29", "PY-1.30", "R-35", "PY-13.3")
def test_the_cards_of_the_canonical_base_deck() -> None:
    cards = [card.notation() for card in part(BASE)]
    assert cards[:5] == ["R9", "R8", "R5", "R4", "R1"]
    assert cards[5:10] == ["B2", "B4", "B9", "B1", "B6"]
    assert cards[10:15] == ["G1", "G5", "G3", "G7", "G2"]
    assert cards[15:20] == ["O9", "O6", "O8", "O7", "O3"]
    assert cards[20] == "P[BGGOR]5"
    assert cards[29] == "P[BRR]3"
    assert cards[36:] == ["P[BR]2", "P[BO]8"]
    assert GAME.check_options({}, 2)["deck"] == "canonical"


@clause("PY-1.15", "PY-1.35", "PY-1.51")
def test_the_canonical_specials() -> None:
    cards = part(OPERATIONS)
    assert [card.number for card in cards] == [3, 1, 1, 8, 3, 7, 2, 4, 6, 9, 6, 7, 8, 9, 5]
    kinds = Counter(EFFECTS[card.effect] for card in cards)
    assert kinds.pop("path_teleport") == 3
    assert kinds == {effect: 1 for effect in EFFECTS if effect != "path_teleport"}
    assert all(kind.text for kind in BOX.specials)


@clause("EX-127", "PY-1.16", "PY-1.17", "PY-1.21", "PY-1.34", "PY-1.4")
@pytest.mark.parametrize("seed", [None, 1, 2, 3, 4])
def test_intensive_care(seed: int | None) -> None:
    cards = part(INTENSIVE_CARE, seed)
    assert Counter(card.kind for card in cards) == {MEDICINE: 12, PATIENT: 12}
    medicine = Counter(LETTERS[card.type] for card in cards if card.kind == MEDICINE)
    assert medicine == {"U": 4, "T": 4, "?": 4}
    assert sizes(cards) == {2: 2, 3: 4, 4: 4, 5: 2}
    assert sum(icons(cards).values()) == 42
    if seed is None:
        assert icons(cards) == {"U": 8, "T": 8, "?": 8, "R": 5, "O": 5, "G": 4, "B": 4}


@clause("PY-1.32", "PY-1.33")
def test_the_cards_of_canonical_intensive_care() -> None:
    cards = [card.notation() for card in part(INTENSIVE_CARE)]
    assert cards[:12] == ["U4", "U6", "U2", "U9", "T6", "T1", "T?", "T4", "?2", "??", "?6", "?8"]
    assert cards[12:18] == [
        "P[UUTTT]5",
        "P[URT??]3",
        "P[OOT?]?",
        "P[GOU?]7",
        "P[GGR?]3",
        "P[UURT]3",
    ]
    assert cards[18:] == ["P[BB?]1", "P[GRR]?", "P[BT?]7", "P[BO?]8", "P[UT]9", "P[OU]2"]


@clause("PY-1.18", "PY-1.46", "PY-1.47", "PY-1.48", "PY-1.50")
def test_types_and_what_is_drawn_of_a_card() -> None:
    assert LETTERS == "RBGOUT?"
    assert "yellow" not in TYPES
    assert [TYPES[type] for type in type_order(list(range(7)))] == [
        "blue",
        "green",
        "orange",
        "purple",
        "red",
        "turquoise",
        "wildcard",
    ]
    view = new(3, 0, sets="base+intensive_care").view(0)
    for card in view["hands"][0]["cards"]:
        assert (card["number"] is None) == card["notation"].endswith("?")
        assert (card["type"] is None) == (card["kind"] != "medicine")


# --- the generator --------------------------------------------------------------------------


@clause("EX-126", "PY-1.36", "PY-1.40", "PY-1.41", "PY-1.42", "PY-1.20", "INV-39", "C-01", "C-03")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_generated_base_decks(seed: int) -> None:
    cards = part(BASE, seed)
    assert Counter(card.kind for card in cards) == {MEDICINE: 20, PATIENT: 18}
    assert sizes(cards) == {2: 4, 3: 6, 4: 6, 5: 2}
    counts = icons(cards)
    assert set(counts) == set("RBGO")
    assert sum(counts.values()) == 60
    assert max(counts.values()) - min(counts.values()) <= 3
    assert all(abs(count - 15) <= 3 for count in counts.values())
    assert max(Counter(card.number for card in cards).values()) <= 5


@clause("INV-39", "PY-1.40", "PY-1.16", "PY-1.21", "C-02", "R-34", "R-39")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_generated_expansions(seed: int) -> None:
    specials = part(OPERATIONS, seed)
    assert [card.effect for card in specials] == [card.effect for card in part(OPERATIONS)]
    assert max(Counter(card.number for card in specials).values()) <= 2
    intensive = [card for card in part(INTENSIVE_CARE, seed) if card.number != MASKED]
    assert max(Counter(card.number for card in intensive).values()) <= 3


@clause("PY-1.36", "PY-1.38", "R-33", "PY-1.45")
def test_sizes_come_from_exact_shares_each_set_by_itself() -> None:
    assert patient_sizes(BASE) == [5] * 2 + [4] * 6 + [3] * 6 + [2] * 4
    assert patient_sizes(INTENSIVE_CARE) == [5] * 2 + [4] * 4 + [3] * 4 + [2] * 2


@clause("PY-1.37", "C-01")
def test_the_picker_prefers_what_came_up_least() -> None:
    picker = Picker(INTENSIVE_CARE)
    chance = Chance("picker")
    first = [picker.pick(chance) for _ in range(6)]
    assert set(first) <= {4, 5, 6}, "the base types are four behind"
    for _ in range(30):
        low = min(picker.scores)
        type = picker.pick(chance)
        assert picker.scores[type] - 1 - low <= 2


@clause("PY-1.43", "PY-1.44", "PY-17.9", "PY-1.41")
def test_averages_of_generated_decks() -> None:
    decks = 300
    types: Counter[tuple[int, int]] = Counter()
    special_care: Counter[str] = Counter()
    single = 0
    for seed in range(decks):
        patients = [card for card in part(BASE, seed) if card.kind == PATIENT]
        types.update((len(card.needs), len(set(card.needs))) for card in patients)
        single += sum(len(set(card.needs)) == 1 for card in patients)
        special_care.update(icons(part(INTENSIVE_CARE, seed)))
    means = {key: count / decks for key, count in types.items()}
    assert means[2, 1] == pytest.approx(0.7, abs=0.2)
    assert means[2, 2] == pytest.approx(3.3, abs=0.2)
    assert means[3, 2] == pytest.approx(3.0, abs=0.3)
    assert means[3, 3] == pytest.approx(2.8, abs=0.3)
    assert means[4, 3] == pytest.approx(3.7, abs=0.3)
    assert means[5, 3] == pytest.approx(1.2, abs=0.2)
    assert single / decks == pytest.approx(0.9, abs=0.25)
    assert not any(len(set(card.needs)) == 1 for card in part(BASE) if card.kind == PATIENT)
    for letter in "UT?":
        assert special_care[letter] / decks == pytest.approx(8.2, abs=0.3)
    for letter in "RBGO":
        assert special_care[letter] / decks == pytest.approx(4.4, abs=0.3)


@clause("C-04", "PY-1.39")
def test_animals_are_dealt_from_a_list_of_equal_shares() -> None:
    for seed in range(10):
        counts = Counter(card.animal for card in part(BASE, seed) if card.kind == PATIENT)
        assert max(counts.values()) <= 4
        counts = Counter(card.animal for card in part(INTENSIVE_CARE, seed) if card.kind == PATIENT)
        assert counts == {"guinea pig": 6, "mouse": 6}


# --- the material file ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new_text", "where", "expected"),
    [
        ("R = [9, 8, 5, 4, 1]", "R = [9, 8, 5, 4]", "set base, key medicine.R", "5"),
        ("R = [9, 8, 5, 4, 1]", "R = [9, 8, 5, 4, 10]", "set base, key medicine.R", "0 to 9"),
        ("R = [9, 8, 5, 4, 1]", "R = [9, 8, 5, 4, 0]", "set base, key medicine", "0 masked"),
        ('["BO", 8, "sheep"]', '["BU", 8, "sheep"]', "key patients, entry 18", "RBGO"),
        ('["BO", 8, "sheep"]', '["BO", 8, "wolf"]', "key patients, entry 18", "dog"),
        ('["BO", 8, "sheep"]', '["BOR", 8, "sheep"]', "key patients", "first"),
        ('["BO", 8, "sheep"],', "", "key patients", "18 entries"),
        ('id = "remove"', 'id = "cure"', "special, key id", "remove"),
        ("numbers = [4, 6, 9]", "numbers = [4, 6]", "special, key numbers", "15 cards"),
        ('id = "intensive_care"', 'id = "other"', "set, key id", "intensive_care"),
        ('name = "Remove"', "name = 3", "special remove, key name", "a text"),
    ],
)
def test_a_bad_card_pack_is_refused_with_place_and_reason(
    old: str, new_text: str, where: str, expected: str
) -> None:
    text = resources("wardround.games.pyrrameds").joinpath("material.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(MaterialError) as error:
        Material(text.replace(old, new_text), "pack.toml")
    assert where in error.value.where
    assert expected in error.value.expected


@clause("PY-1.27", "PY-1.23")
def test_an_own_deck_is_played_with() -> None:
    text = resources("wardround.games.pyrrameds").joinpath("material.toml").read_text("utf-8")
    own = text.replace("R = [9, 8, 5, 4, 1]", "R = [2, 2, 2, 2, 2]")
    state = new(3, material=own)
    assert state.view(0)["deck"]["b01"] == "R2"
    assert GAME.restore(state.snapshot()).digest() == state.digest()
    assert GAME.restore(state.snapshot()).view(0) == state.view(0)
    assert new(3).view(0)["deck"]["b01"] == "R9"
    with pytest.raises(MaterialError) as error:
        GAME.check_options({"material": own.replace('8, "sheep"]', '8, "wolf"]')}, 3)
    assert error.value.where.startswith("material, set base")


def test_a_card_pack_that_is_no_toml_or_empty_is_refused() -> None:
    with pytest.raises(MaterialError, match="not TOML"):
        Material("[[set", "pack.toml")
    with pytest.raises(MaterialError, match="has no set"):
        Material("edition = 'x'", "pack.toml")
