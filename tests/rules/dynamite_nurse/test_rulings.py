"""DN-12, DN-13 and rulings: precedence, fixed words, and what happens in the rare cases."""

import pytest

from tests.rules.dynamite_nurse.packs import step, with_steps
from tests.rules.dynamite_nurse.town import LETTERS, Town, ids, new, rows, score
from wardround.bots import Turn, make_bot
from wardround.core import Match, replay
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.pack import MARKERS
from wardround.games.dynamite_nurse.state import BY_KILL_MARKS, Table
from wardround.testing import clause

# --- DN-12: precedence ------------------------------------------------------------------------


@clause("DN-12.1", "DN-20.10b", "DN-4.26")
def test_a_card_beats_the_general_rule() -> None:
    plain = Town(admitted={"B": "P01n"}, tp=9)
    assert plain.refused("operate:2.1") == "DN-4.26"
    plain.play("moonlighting").do("operate:2.1")
    assert plain.got("A") == "P01n"


@clause("DN-12.2", "DN-30.13c", "DN-20.19e")
def test_what_the_faq_says_of_a_card_is_part_of_it() -> None:
    moved = Town(way="P08n(B) P01n(A)").play("trapetta", "ambulance:1", "to:2")
    assert moved.way() == "P01n(A) P08n(B)"
    back = Town(admitted={"A": "P08n"}).play("all_wrong", "patient:1.1", "player:2")
    assert back.way() == "P08n(B)"


@clause("DN-12.3", "DN-0.3")
@pytest.mark.parametrize(
    ("option", "value", "card", "ward"),
    [
        ("critical_event_kills", True, "critical_condition", ""),
        ("critical_event_kills", False, "critical_condition", "P01c"),
    ],
)
def test_an_option_beats_the_clause(option: str, value: bool, card: str, ward: str) -> None:
    town = Town(admitted={"B": "P01c"}, **{option: value}).play(card)  # type: ignore[arg-type]
    assert town.ward("B") == ward


@clause("DN-12.4", "RUL-5", "DN-5.6")
def test_rulings_apply_where_the_books_are_silent() -> None:
    town = Town(dungeon="P16", only=True).do("end")
    assert town.table.over
    assert town.table.aside == rows("P16")[0]
    assert town.way() == ""
    assert town.table.scores() == [0, 0, 0, 0]


@clause("DN-12.5")
def test_only_the_card_itself_may_exceed_the_limit() -> None:
    full = "P01n(B) P05n(C) P09n(B)"
    town = Town(3, way=full, admitted={"A": "P02n"}).play("all_wrong", "patient:1.1", "player:3")
    assert len(town.table.ambulances) == 4
    town.play("black_magic")
    assert len(town.table.ambulances) == 4
    assert len(town.table.dungeon) == 20


@clause("DN-12.6", "DN-4.7", "RUL-33")
@pytest.mark.parametrize(
    ("card", "gains"),
    [
        ("reference_letter", (1, 0)),
        ("cutting_edge", (0, 0)),
        ("passing_the_buck", (1, 0)),
        ("all_wrong", (1, 0)),
        ("ev_misdiagnosis", (1, 0)),
        ("erase", (0, 0)),
        ("alyssa", (0, 0)),
        ("ren", (0, 0)),
        ("trapetta", (0, 0)),
        ("closed", (0, 0)),
        ("ambulance_driver", (0, 0)),
        ("field_medic", (0, 0)),
        ("critical_condition", (0, 2)),
    ],
)
def test_what_cannot_be_done_is_left_out(card: str, gains: tuple[int, int]) -> None:
    town = Town(nurses="", events="", deck={"A": "surgery"}).play(card)
    assert town.question() == "main"
    assert town.points() == gains
    assert ids(town.at("A").play) == card


# --- DN-13: fixed words -------------------------------------------------------------------------


@clause("DN-13.3", "DN-1.4")
def test_charges_are_on_the_way_or_admitted() -> None:
    town = Town(way="P01n(A) P05n(B)", admitted={"A": "P02n"}, acquired={"A": "P09n P09n"})
    assert town.at("A").unused == MARKERS - 2
    assert town.view()["seats"][0]["unused"]["count"] == MARKERS - 2


@clause("DN-13.4", "DN-6.3", "DN-6.4")
def test_admitting_keeps_side_and_marker() -> None:
    town = Town(way="P01n(B) P05c(A) P09n(A)", dungeon="P02")
    unused = town.at("A").unused
    town.do("end", "player:2", "ambulance:2", "pass")
    assert town.ward("A") == "P05c"
    assert town.way() == "P01n(B) P09n(A) P02n(B)"
    assert town.at("A").unused == unused


@clause("DN-13.5", "RUL-52", "DN-30.5e", "RUL-50")
def test_a_trade_is_not_acquiring() -> None:
    town = Town(acquired={"A": "P01c", "B": "P03n"}, nurses="mint").play("cut_rate").play("kei")
    before = town.points()
    town.play("calypso_ivanna", "player:2", "player:1")
    assert (town.got("A"), town.got("B")) == ("P03n", "P01c")
    assert town.points() == before
    assert town.counters() == (1, 1 + 1, 0)
    assert ids(town.table.nurses) == "mint"


@clause("DN-13.6", "DN-13.14", "DN-4.40", "DN-20.13b")
@pytest.mark.parametrize("card", ["upgraded", "cutting_edge"])
def test_equipment_acquires_without_a_nurse_or_a_treatment(card: str) -> None:
    town = Town(admitted={"A": "P03n"}, nurses="mint", either=0).play(card, "patient:1.1")
    assert town.got("A") == "P03n"
    assert town.at("A").unused == MARKERS
    assert ids(town.table.nurses) == "mint"
    assert (town.points(), town.counters()) == ((0, 0), (0, 0, 0))


@clause("DN-13.9")
@pytest.mark.parametrize("card", ["reference_letter", "passing_the_buck", "all_wrong"])
def test_a_swap_returns_the_old_marker_and_uses_a_new_one(card: str) -> None:
    town = Town(way="P01n(A)", admitted={"A": "P02n"}, unused={"C": 0}).play(card)
    town.do("ambulance:1" if card == "passing_the_buck" else "patient:1.1")
    assert town.refused("player:3") == "DN-13.9"
    town.do("player:4")
    assert town.at("A").unused == MARKERS - 1
    assert town.at("D").unused == MARKERS - 1


@clause("DN-13.10")
@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("reference_letter", ["patient:1.1"]),
        ("passing_the_buck", ["ambulance:1"]),
        ("all_wrong", ["patient:1.1"]),
        ("calypso_ivanna", []),
    ],
)
def test_another_player_is_not_the_player_of_the_card(card: str, answers: list[str]) -> None:
    town = Town(way="P01n(A)", admitted={"A": "P02n"}).play(card, *answers)
    assert town.refused("player:1") == "DN-13.10"


@clause("DN-13.11", "RUL-74", "DN-4.6")
def test_the_title_is_noted_when_the_card_is_played() -> None:
    pack = with_steps(
        "ward_manager",
        step("gain", gold=1, tp=0, only_if_title=True),
        step("leading_worsens"),
        step("gain", gold=2, tp=0, only_if_title=True),
    )
    loses = Town(pack=pack, way="P01c(B)", marks={"A": 1, "B": 1}, title="A").play("ward_manager")
    assert (loses.title(), loses.points()) == ("B", (3, 0))
    wins = Town(pack=pack, way="P01c(A)", marks={"A": 1, "B": 1}, title="B").play("ward_manager")
    assert (wins.title(), wins.points()) == ("A", (0, 0))


@clause("DN-13.12", "DN-13.13", "DN-1.18")
def test_holder_and_owner() -> None:
    town = Town(way="P01c(C)", marks={"C": 1}, title="C").play("sylvestri")
    view = town.view()
    assert [seat["title"] for seat in view["seats"]] == [False, False, True, False]
    assert town.marks() == [0, 0, 2, 0]
    assert town.at("C").unused == MARKERS


@clause("DN-13.16", "DN-20.17d")
def test_this_card_is_the_very_card() -> None:
    """A second Erase in play stays when the one that was played now goes back."""
    town = Town(marks={"A": 1, "B": 2}, title="B", graveyard="P01", events="", play={"A": "erase"})
    town.play("erase")
    assert town.events() == "erase"
    assert ids(town.at("A").play) == "erase"


# --- rulings ------------------------------------------------------------------------------------


@clause("RUL-18", "DN-8.10", "DN-10.1")
def test_the_last_mark_moves_the_title_before_the_end() -> None:
    town = Town(3, marks={"A": 5, "B": 5, "C": 1}, title="A", mark_pile=1, way="P01c(B)")
    town.play("sylvestri")
    assert town.table.reason == BY_KILL_MARKS
    assert town.title() == "B"
    assert [score(town, letter)["penalty"] for letter in "ABC"] == [-9, -12, -1]


@clause("RUL-17", "DN-8.22")
@pytest.mark.parametrize(("turn", "title"), [("A", "A"), ("B", "B"), ("C", "A"), ("D", "A")])
def test_the_turn_player_is_the_first_of_those_who_take_marks_together(
    turn: str, title: str
) -> None:
    town = Town(turn=turn, admitted={"A": "P01c", "B": "P05c"}).play("critical_condition")
    assert town.marks() == [1, 1, 0, 0]
    assert town.title() == title


@clause("RUL-15", "RUL-17", "DN-8.22", "DN-20.17e")
def test_erase_can_give_the_title_to_a_tied_player_who_is_not_the_first_seat() -> None:
    town = Town(turn="C", marks={"A": 2, "B": 2, "C": 2}, title="C", graveyard="P01")
    town.play("erase")
    assert town.title() == "A"


@clause("RUL-19", "DN-8.15", "DN-8.16")
def test_one_player_can_take_more_marks_than_there_are() -> None:
    town = Town(admitted={"A": "P01c P05c P09c P02c"}, mark_pile=1, dungeon="P06")
    town.do("end", "player:2", "patient:1.1", "patient:1.2")
    assert town.table.over
    assert town.marks() == [2, 0, 0, 0]
    assert town.table.mark_pile == 0


@clause("RUL-21", "RUL-57", "DN-20.19d")
def test_what_all_wrong_does_is_settled_one_by_one() -> None:
    """A death in the first crisis frees a marker that the second patient needs."""
    town = Town(
        3,
        way="P01c(B) P05c(B) P09c(B)",
        admitted={"A": "P02n P06n"},
        unused={"B": 1, "C": 0},
    ).play("all_wrong", "patient:1.1")
    assert town.way() == "P01c(B) P05c(B) P09c(B) P02c(B)"
    assert town.question() == "main"
    other = Town(
        3,
        way="P01c(B) P05c(B) P09c(B)",
        admitted={"A": "P02c P06n"},
        unused={"B": 1, "C": 0},
    ).play("all_wrong", "patient:1.1")
    assert other.way() == "P05c(B) P09c(B) P02c(B)"
    assert other.marks() == [0, 1, 0]
    assert other.question() == "return_patient"


@clause("RUL-34", "DN-4.9")
@pytest.mark.parametrize(
    ("card", "position"),
    [
        ("reference_letter", {"admitted": {"B": "P01n"}}),
        ("upgraded", {"admitted": {"A": "P15n P01c"}}),
        ("cutting_edge", {"admitted": {"B": "P01n"}}),
        ("passing_the_buck", {"way": "P01n(B)", "admitted": {"A": "P02n"}}),
        ("all_wrong", {"way": "P01n(A)"}),
        ("ambulance_driver", {"way": "P01n(B)"}),
        ("field_medic", {"way": "P01n(A) P05c(B)"}),
    ],
)
def test_nobody_is_asked_without_a_target(card: str, position: dict[str, str]) -> None:
    town = Town(**position).play(card)  # type: ignore[arg-type]
    assert town.question() == "main"


@clause("RUL-36", "RUL-35", "DN-4.12", "DN-9.11")
def test_an_effect_goes_on_when_its_card_leaves_play() -> None:
    pack = with_steps(
        "ward_manager",
        step("extra_nurse", k=1),
        step("on_acquire", gold=1, buy=0),
        step("return_self", unless_title=False),
    )
    town = Town(pack=pack, admitted={"A": "P01n"}, tp=1, nurses="mint kei ren")
    town.play("ward_manager").do("operate:1.1")
    assert town.at("A").play == []
    assert town.discard() == "kei mint"
    assert town.points() == (1, 0)


@clause("RUL-39", "DN-7.1")
def test_a_card_bought_into_the_hand_can_be_kept() -> None:
    town = Town(gold=2, dungeon="P02", deck={"A": "9*examination"})
    town.play("quartermaster").do("buy:white_magic", "end", "player:2")
    town.do("card:white_magic")
    assert sorted(town.hand().split()) == ["examination"] * 4 + ["white_magic"]


@clause("RUL-47", "DN-30.2b")
def test_alyssa_takes_from_any_pile_starting_nurses_too() -> None:
    discard = {"A": "mint", "B": "starter_2", "D": "surgery"}
    town = Town(discard=discard).play("alyssa")
    assert town.legal() == {"player:1", "player:2"}
    assert town.refused("player:4") == "DN-30.2b"
    own = town.branch().do("player:1")
    assert (own.discard(), "mint" in own.hand()) == ("alyssa", True)
    town.do("player:2")
    assert town.discard("B") == "alyssa"
    town.do("play:starter_2")
    assert town.counters() == (3, 0, 0)


@clause("RUL-56", "DN-20.10c")
def test_moonlighting_pays_and_gains_like_an_own_operation() -> None:
    town = Town(admitted={"B": "P02c"}, nurses="mint kei", tp=3).play("moonlighting")
    town.do("operate:2.1")
    assert town.got("A") == "P02c"
    assert town.discard() == "mint"
    assert town.points() == (0, 0)
    assert town.at("B").unused == MARKERS
    assert town.at("A").unused == MARKERS


@clause("RUL-61", "DN-30.17b", "DN-6.6")
def test_admission_by_a_card_waits_for_the_bed_check() -> None:
    town = Town(admitted={"A": "P01n P05n"}, way="P09n(A)", dungeon="P02")
    town.play("ambulance_driver", "ambulance:1")
    assert town.question() == "main"
    assert town.ward("A") == "P01n P05n P09n"
    town.do("end", "player:2")
    assert town.question() == "bed_check"


@clause("RUL-71", "DN-2.9", "DN-11.12")
def test_the_patient_is_known_before_duty_is_assigned() -> None:
    town = Town(dungeon="P16 P02")
    assert town.view("C")["town"]["dungeon"]["id"] == "P16"
    town.do("end")
    assert town.question() == "assign_duty"
    assert "P16" in town.table.prompt(0)
    assert town.view("C")["ambulances"][0]["id"] == "P16"


@clause("RUL-70", "DN-5.9", "RUL-81")
def test_the_player_in_charge_has_no_say() -> None:
    town = Town(dungeon="P16").do("end", "player:3")
    assert town.ward("C") == "P16n"
    assert "C" not in [LETTERS[seat] for seat in town.table.asked()]


@clause("RUL-76", "DN-20.13a", "DN-20.14a")
@pytest.mark.parametrize("card", ["upgraded", "cutting_edge"])
def test_equipment_is_for_own_patients_even_with_moonlighting(card: str) -> None:
    town = Town(admitted={"A": "P01n", "B": "P05n"}).play("moonlighting").play(card)
    assert town.legal() == {"pass", "patient:1.1"}


@clause("RUL-64", "DN-3.8")
def test_a_bot_can_take_a_seat_in_the_middle_of_a_game() -> None:
    match = Match(GAME, 3, "left", {})
    while match.state.asked() != [1]:
        seat = match.state.asked()[0]
        match.act(seat, match.state.legal_actions(seat)[0])
    bot = make_bot("random", "seed")
    for _ in range(20):
        seat = match.state.asked()[0]
        match.act(seat, bot.choose(Turn(match.state, seat)))
    assert replay(match.record(), GAME).state.digest() == match.state.digest()


@clause("RUL-43", "DN-1.17", "DN-2.11")
def test_marks_are_counts() -> None:
    town = Town(marks={"A": 2, "B": 1}, title="A", graveyard="P01")
    town.play("erase")
    assert town.table.mark_pile == 15 - 2
    assert town.view()["town"]["kill_marks"]["count"] == 13


# --- whole games without play -------------------------------------------------------------------


def without_play(players: int, edition: str) -> tuple[Table, dict[str, list[int]]]:
    """The game in which nobody plays, admits or keeps; the turns of what happened."""
    table = new(players, "quiet", edition=edition, first_player="1")
    calm = [row for row in table.dungeon if not table.pack.rows[row].emergency]
    wild = [row for row in table.dungeon if table.pack.rows[row].emergency]
    table.dungeon = wild + calm
    happened: dict[str, list[int]] = {}
    while not table.over:
        seat = table.asked()[0]
        table.log = []
        legal = {GAME.notation(action) for action in table.legal_actions(seat)}
        turn = table.turn_number
        wish = next(one for one in ("end", "pass", f"player:{seat + 1}") if one in legal)
        table.apply(seat, GAME.parse(wish))
        for event in table.log:
            if event.kind == "turn":
                turn = event.args[1]
            happened.setdefault(event.kind, []).append(turn)
    return table, happened


@clause("EX-137", "EX-138", "EX-139", "DN-10.18", "DN-10.20", "DN-8.20", "DN-8.21")
@pytest.mark.parametrize("edition", ["town", "village"])
@pytest.mark.parametrize(
    ("players", "last", "marks", "title", "dungeon", "winners"),
    [
        (3, 40, [1, 10, 1], [7, 16], 26, [0, 2]),
        (4, 51, [4, 4, 3, 4], [9, 21], 22, [2]),
        (5, 53, [3, 3, 3, 3, 3], [11, 26], 21, [0, 2, 3, 4]),
    ],
)
def test_when_things_happen_in_a_game_without_play(
    players: int,
    last: int,
    marks: list[int],
    title: list[int],
    dungeon: int,
    winners: list[int],
    edition: str,
) -> None:
    table, happened = without_play(players, edition)
    assert happened["transport"][:players] == list(range(1, players + 1))
    assert happened["crisis"][:players] == list(range(players + 1, 2 * players + 1))
    assert happened["kill_marks"][0] == 2 * players + 1
    assert happened["title"] == title
    assert happened["end"] == [last]
    assert table.reason == BY_KILL_MARKS
    assert [hospital.marks for hospital in table.hospitals] == marks
    assert len(table.dungeon) == dungeon
    assert len(table.graveyard) == sum(marks)
    assert table.ranking()[0] == winners
