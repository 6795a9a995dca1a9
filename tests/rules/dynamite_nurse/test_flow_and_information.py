"""DN-0 to DN-13: options, the flow of a turn, words, and who knows what."""

from random import Random

import pytest

from tests.rules.dynamite_nurse.town import LETTERS, Town, ids, new, score, slot
from wardround.bots import Turn, make_bot
from wardround.core import SPECTATOR, Match, OptionError
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.decisions import QUESTIONS
from wardround.games.dynamite_nurse.pack import CARD_IDS
from wardround.games.dynamite_nurse.state import KNOWN_TO_ALL
from wardround.games.dynamite_nurse.words import VOICES, WORDS
from wardround.testing import clause

# --- options and editions ---------------------------------------------------------------------


@clause("DN-0.1", "DN-0.2", "DN-0.3", "DN-0.4", "DN-12.3", "DEC-1")
def test_the_edition_sets_the_defaults() -> None:
    town = GAME.check_options({}, 3)
    assert (town["edition"], town["second_event"], town["event_return"]) == (
        "town",
        "rotate",
        "bottom",
    )
    village = GAME.check_options({"edition": "village"}, 3)
    assert (village["second_event"], village["event_return"]) == ("stay", "top")
    own = GAME.check_options({"edition": "village", "second_event": "rotate"}, 3)
    assert (own["second_event"], own["event_return"]) == ("rotate", "top")
    for raw in ({"edition": "city"}, {"turn_cap": 99}, {"nurse_gain": "two"}, {"colour": "red"}):
        with pytest.raises(OptionError):
            GAME.check_options(raw, 3)
    declared = {option.name for option in GAME.options}
    assert declared == {
        "edition",
        "second_event",
        "event_return",
        "turn_cap",
        "first_player",
        "critical_event_kills",
        "nurse_gain",
        "white_magic",
        "emergency_front",
        "ivanna_pick",
        "tiebreak_marks",
        "pack",
    }


@clause("DN-0.17", "INV-35", "DN-0.2", "INV-34")
def test_the_editions_differ_only_in_words() -> None:
    for players in (3, 4, 5):
        same = {"second_event": "rotate", "event_return": "top"}
        games = [new(players, edition=edition, **same) for edition in ("town", "village")]
        rng = Random(players)
        while not games[0].over:
            seat = games[0].asked()[0]
            action = rng.choice(games[0].legal_actions(seat))
            for game in games:
                game.apply(seat, action)
        first, second = (game.snapshot() for game in games)
        first.pop("options")
        second.pop("options")
        assert first == second


@clause("DN-0.18", "DN-0.20")
def test_each_edition_uses_its_words() -> None:
    views = [new(3, edition=edition).view(0) for edition in ("town", "village")]
    assert [view["words"]["hospital"] for view in views] == ["Hospital", "monastery"]
    assert [view["words"]["operation"] for view in views] == ["Operation", "surgery"]
    town, village = VOICES[:2]
    assert town.card(slot("examination")) == "Examination"
    assert village.card(slot("examination")) == "History"
    assert village.card(slot("simple_surgery")) == "First aid"
    assert village.card(slot("surgery")) == "Surgery"
    assert [voice.condition(0) for voice in (town, village)] == ["Sick", "Ill"]
    only_town = ["Hospital", "Treatment Point", "Operation", "Duty Marker", "Kill Mark"]
    town_game = Town(edition="village", admitted={"A": "P01n"}, tp=1, way="P01c(B)")
    town_game.do("operate:1.1")
    shown = [choice.sentence for choice in town_game.table.choices(0)]
    shown += [*town_game.texts("A"), town_game.table.prompt(0)]
    assert not any(word in text for word in only_town for text in shown)
    assert any("surgery on" in text for text in town_game.texts("A"))


@clause("DN-0.19")
def test_every_word_has_both_editions() -> None:
    assert all(town and village for town, village in WORDS.values())
    for voice in VOICES[:2]:
        for one in voice.pack.order:
            assert voice.card(one)


# --- set-up -----------------------------------------------------------------------------------


@clause("DN-2.1", "DN-2.15", "DN-3.3", "RUL-40")
def test_turns_go_clockwise() -> None:
    town = Town(3)
    order = []
    for _ in range(6):
        order.append(town.table.turn)
        town.end_turn()
    assert order == [0, 1, 2, 0, 1, 2]


@clause("DN-2.8", "DN-2.9", "DN-2.12", "DN-2.13", "DN-2.16", "CH-1", "CH-2", "CH-3", "CH-4")
@clause("CH-5", "CH-6")
def test_shuffles_of_the_set_up() -> None:
    for players in (3, 4, 5):
        first, second = new(players, "one"), new(players, "two")
        for pile in ("dungeon", "nurses", "events"):
            one, two = getattr(first, pile), getattr(second, pile)
            assert sorted(one) == sorted(two)
            assert one != two
        assert new(players, "one").snapshot() == first.snapshot()
        assert first.title == -1
        assert first.ambulances == first.graveyard == []
        view = first.view(SPECTATOR)
        assert view["town"]["events"]["id"] == first.pack.cards[first.events[-1]].id
        assert view["town"]["dungeon"]["id"] == first.pack.rows[first.dungeon[-1]].id
    colours = {tuple(h.colour for h in new(4, str(seed)).hospitals) for seed in range(12)}
    assert len(colours) > 3
    decks = {tuple(new(4, str(seed)).hospitals[0].deck) for seed in range(12)}
    assert len(decks) > 3


# --- the turn ---------------------------------------------------------------------------------


@clause("DN-4.1", "DEC-2", "DEC-3", "DN-4.3", "DN-4.10", "DN-3.4", "INV-39")
def test_what_a_player_may_do_in_the_main_phase() -> None:
    town = Town(
        hand={"A": "surgery"},
        play={"A": "closed"},
        admitted={"A": "P01n P02c P04c"},
        tp=9,
        gold=9,
        either=9,
    )
    kinds = {notation.split(":")[0] for notation in town.legal()}
    assert kinds == {"play", "operate", "care", "buy", "ask", "upkeep", "end"}
    assert town.refused("play:closed") == "DN-4.3"
    assert town.refused("play:erase") == ""
    assert town.refused("play:surgery", "B") == "not asked"


@clause("DN-3.9")
def test_forced_choices_are_made_and_logged() -> None:
    town = Town(way="P05n(A)", unused={"C": 0, "D": 0}).play("passing_the_buck", "ambulance:1")
    assert town.way() == "P05n(B)"
    assert any("passes" in text for text in town.texts("D"))


@clause("DN-4.5", "DN-4.6")
def test_points_come_before_the_steps() -> None:
    town = Town(dungeon="P02").play("black_magic")
    assert town.question() == "assign_duty"
    assert town.points() == (0, 3)
    kinds = [event.kind for event in town.told]
    assert kinds.index("play") < kinds.index("transport")


@clause("DN-4.8", "DN-14.15")
def test_only_may_can_be_declined() -> None:
    may = Town(admitted={"A": "P01n"}).play("reference_letter")
    assert "pass" in may.legal()
    must = Town(admitted={"A": "P01n P02n"}).play("closed")
    assert must.legal() == {"patient:1.1", "patient:1.2"}


@clause("DN-4.14", "DN-4.18", "INV-16")
def test_two_kinds_of_points() -> None:
    town = Town(gold=5, admitted={"A": "P01n"})
    assert town.refused("operate:1.1") == "DN-4.30"
    town = Town(tp=5)
    assert town.refused("buy:white_magic") == "DN-4.47"


@clause("DN-4.42", "RUL-6")
def test_a_nurse_must_be_taken() -> None:
    town = Town(admitted={"A": "P01n"}, tp=1, nurses="alyssa kei").do("operate:1.1")
    assert town.discard() == "alyssa"
    assert town.question() == "main"


@clause("DN-4.47", "DN-4.48")
def test_a_purchase_buys_one_card_that_can_be_paid() -> None:
    town = Town(gold=4, either=2)
    assert town.refused("buy:specialist_exam") == "DN-4.47"
    town.do("buy:surgery")
    assert town.points() == (1, 0)
    assert town.discard() == "surgery"


@clause("DN-4.60", "RUL-14", "INV-37")
def test_a_paid_mark_goes_with_the_patient() -> None:
    town = Town(admitted={"A": "P04c P01n"}, tp=1).do("upkeep:1")
    town.play("reference_letter", "patient:1.1", "player:2")
    assert town.at("B").paid == [0]
    assert town.at("A").paid == [0]
    town.do("end")
    assert town.marks() == [0, 0, 0, 0]


@clause("RUL-14")
def test_a_payment_stays_valid_for_the_patient_and_the_phase() -> None:
    town = Town(admitted={"A": "P04c"}, tp=2, nurses="kei mint").do("upkeep:1", "care:1.1")
    assert town.ward("A") == "P04n"
    town.play("closed", "pile:nurse", "card:kei")
    assert town.ward("A") == "P04c"
    assert town.refused("upkeep:1") == "DN-42.10"
    town.do("end")
    assert town.ward("A") == "P04c"
    assert town.marks() == [0, 0, 0, 0]


@clause("DN-6.5", "RUL-79")
def test_admission_has_no_limit() -> None:
    town = Town(way="P05n(A) P01n(A)", admitted={"A": "P01n P02n P05n"}, dungeon="P02")
    town.do("end", "player:2", "ambulance:1", "ambulance:1")
    assert len(town.at("A").admitted) == 5


@clause("DN-6.11")
def test_only_the_own_hospital_is_checked() -> None:
    town = Town(admitted={"B": "P01n P02n P05n P06n"}, way="P01c(C) P05c(C) P09c(C) P09n(C)")
    town.do("end", "pass")
    assert town.ward("B") == "P01n P02n P05n P06n"
    assert town.table.turn == 1


@clause("DN-3.7", "RUL-22", "DN-9.15")
def test_the_end_comes_in_the_middle_of_an_effect() -> None:
    town = Town(3, way="P01c(B)", mark_pile=1, marks={"B": 3}, title="B")
    town.play("sylvestri")
    assert town.table.over
    assert ids(town.at("A").play) == "sylvestri"
    assert town.table.asked() == []


@clause("DN-8.1", "DN-8.2", "DN-13.1", "INV-38", "RUL-68", "INV-9")
def test_a_normal_patient_that_worsens_stays() -> None:
    town = Town(way="P01n(B) P05c(C)").play("sylvestri")
    assert town.way() == "P01c(B) P05c(C)"
    assert town.at("B").unused == 5
    town.play("sylvestri")
    assert town.table.graveyard == [0]


@clause("DN-8.18")
def test_the_title_follows_every_change_of_marks() -> None:
    town = Town(marks={"A": 2, "B": 1}, title="A", graveyard="P05", way="P01c(B)")
    town.play("sylvestri")
    assert (town.marks(), town.title()) == ([2, 2, 0, 0], "A")
    town.play("erase", "grave:P05")
    assert (town.marks(), town.title()) == ([1, 2, 0, 0], "B")


@clause("DN-9.12", "DN-9.13", "DN-13.16")
def test_the_box_stays_as_it_is() -> None:
    state = new(3)
    box = state.box[:]
    state.rollout(Random(3))
    assert state.box == box


@clause("DN-10.4", "RUL-62")
def test_acquiring_the_last_patient_does_not_end_the_game() -> None:
    town = Town(admitted={"A": "P01n"}, tp=1, dungeon="P02", only=True).do("operate:1.1")
    assert not town.table.over


@clause("DN-10.17", "RUL-25")
def test_a_score_can_be_negative() -> None:
    assert score(Town(marks={"A": 6}, title="A"), "A")["total"] == -12


@clause("DN-12.2", "DN-12.4", "DN-12.6", "DN-13.10", "RUL-70")
def test_the_player_in_charge_is_not_asked() -> None:
    town = Town(dungeon="P02").do("end", "player:2")
    assert town.way() == "P02n(B)"
    assert town.table.asked() == [0] or town.table.turn == 1


@clause("DN-13.12", "DN-13.13", "DN-13.15", "RUL-35")
def test_turn_flags_end_with_the_main_phase() -> None:
    town = Town(way="P01c(B) P05c(C) P09c(D) P09n(C)", admitted={"A": "P01n"})
    for card in ("kei", "cut_rate", "quartermaster", "moonlighting", "white_magic"):
        town.play(card)
    flags = town.view("C")["points"]
    assert flags["extra_nurses"] == 1
    assert flags["acquire_gold"] == 2
    assert flags["to_hand"]
    assert flags["elsewhere"]
    assert "white_magic" in flags["played"]
    town.do("end")
    flags = town.view("C")["points"]
    assert flags["extra_nurses"] == flags["acquire_gold"] == 0
    assert not flags["to_hand"]
    assert not flags["elsewhere"]
    assert flags["played"] == []


@clause("RUL-82", "DN-4.61")
def test_the_end_of_the_phase_warns_of_upkeep() -> None:
    town = Town(admitted={"A": "P04c"}, tp=1)
    warning = next(one.warning for one in town.table.choices(0) if one.notation == "end")
    assert "1 patient without upkeep will die" in warning


@clause("DN-3.8", "RUL-64")
def test_a_program_can_go_on_for_a_player() -> None:
    state = new(3, "left")
    bot = make_bot("random", "seed")
    while not state.over:
        seat = state.asked()[0]
        state.apply(seat, bot.choose(Turn(state, seat)))
    assert state.ranking()


# --- information ------------------------------------------------------------------------------


@clause("DN-11.1", "RUL-41")
def test_counts_are_public() -> None:
    view = new(4).view(SPECTATOR)
    assert view["town"]["nurses"]["count"] == 18
    assert view["town"]["events"]["count"] == 20
    assert view["town"]["dungeon"]["count"] == 40
    for seat in view["seats"]:
        assert (seat["deck"]["count"], seat["hand_count"], seat["discard"]["count"]) == (5, 4, 0)


@clause("DN-11.2", "DN-11.3", "DN-11.26", "DN-11.27", "INV-32")
def test_hands_and_decks_are_secret() -> None:
    state = new(4)
    own = state.view(1)["seats"][1]
    assert [card["id"] for card in own["hand"]] == ids(state.hospitals[1].hand).split()
    for viewer in (0, SPECTATOR):
        other = state.view(viewer)["seats"][1]
        assert other["hand"] == []
        assert other["deck"]["cards"] is None
    left = sum(card["count"] for card in own["deck"]["cards"])
    assert left == 5
    orders = set()
    for number in range(12):
        world = state.determinize(1, Random(number))
        assert world.view(1) == state.view(1)
        orders.add(tuple(world.hospitals[1].deck))  # type: ignore[attr-defined]
    assert len(orders) > 1
    assert "seed" not in str(state.view(1))


@clause("DN-11.4", "DN-11.5", "DN-11.6", "DN-11.7", "DN-11.8", "DN-11.9", "DN-11.13", "DN-11.14")
@clause("DN-11.15", "DN-11.16", "DN-11.17", "DN-11.18")
def test_open_places() -> None:
    town = Town(
        way="P04c(B)",
        admitted={"A": "P01n"},
        acquired={"B": "P02c"},
        discard={"C": "kei"},
        play={"A": "closed"},
        graveyard="P05",
        marks={"D": 1},
        title="D",
        gold=3,
        tp=2,
    )
    views = [town.view(letter) for letter in "BCD"] + [town.view()]
    for view in views:
        assert view["ambulances"][0]["severities"] == [2, 4]
        assert view["ambulances"][0]["marker"] == 1
        seats = view["seats"]
        assert seats[0]["admitted"][0]["id"] == "P01"
        assert seats[1]["acquired"][0]["critical"]
        assert seats[2]["discard"]["cards"][0]["name"] == "Kei Lincoln"
        assert seats[0]["play"][0]["id"] == "closed"
        assert seats[3]["kill_marks"] == 1
        assert view["town"]["title"] == 3
        assert view["town"]["graveyard"][0]["id"] == "P05"
        assert view["town"]["kill_marks"]["count"] == 14
        assert view["town"]["box"]["kill_marks"] == 0
        assert view["town"]["aside"] is None
        assert (view["points"]["gold"], view["points"]["tp"]) == (3, 2)
        assert all(pile["count"] == 6 for pile in view["town"]["supply"])


@clause("DN-11.10", "DN-11.11", "DN-11.12", "RUL-2")
def test_only_the_tops_of_open_piles_are_seen() -> None:
    state = new(4)
    changed = state.copy()
    changed.events[:-1] = changed.events[:-1][::-1]
    changed.dungeon[:-1] = changed.dungeon[:-1][::-1]
    changed.nurses.reverse()
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        assert changed.view(viewer) == state.view(viewer)
        if viewer >= 0:
            assert changed.observation(viewer) == state.observation(viewer)


@clause("DN-11.19")
def test_a_kept_card_and_drawn_cards_are_secret() -> None:
    town = Town(
        hand={"A": "surgery closed"},
        deck={"A": "4*white_magic"},
        way="P01n(B) P01n(B) P01n(B) P01n(B)",
    )
    town.do("end", "card:surgery")
    for letter in "BCD":
        text = " ".join(town.texts(letter))
        assert "Surgery" not in text
        assert "White Magic" not in text
        assert "Closed" in text
        assert "keeps a card" in text
    own = " ".join(town.texts("A"))
    assert "keeps Surgery" in own
    assert "White Magic" in own


@clause("DN-11.24", "RUL-42")
def test_what_was_seen_is_not_forgotten() -> None:
    town = Town(gold=0, events="ev_donation erase ev_intern ev_award closed", either=1)
    town.do("ask")
    assert town.table.events_known[0] == KNOWN_TO_ALL
    for number in range(10):
        world = town.table.determinize(2, Random(number))
        assert world.events[0] == slot("ev_donation")  # type: ignore[attr-defined]
        assert world.events[-1] == slot("erase")  # type: ignore[attr-defined]
    assert "Donation" not in str(town.view("C")["town"])


@clause("DN-11.21")
def test_only_who_searched_knows_the_nurse_on_top() -> None:
    town = Town(nurses="kei mint arina ren sarah").play("closed", "pile:nurse", "card:mint")
    tops: dict[str, set[int]] = {letter: set() for letter in LETTERS[:4]}
    for number in range(30):
        for seat, letter in enumerate(LETTERS[:4]):
            world = town.table.determinize(seat, Random(number))
            tops[letter].add(world.nurses[-1])  # type: ignore[attr-defined]
    assert tops["A"] == {slot("mint")}
    assert all(len(tops[letter]) > 1 for letter in "BCD")


@pytest.mark.parametrize("edition", ["town", "village"])
def test_every_question_has_a_sentence(edition: str) -> None:
    seen = set()
    for seed in range(3):
        rng = Random(seed)
        for one in VOICES[0].pack.order:
            town = Town(
                way="P01n(A) P05c(A) P09c(B)",
                admitted={"A": "P01n P02c", "B": "P05n P04c", "C": "P09n"},
                acquired={"A": "P02n P01n", "B": "P03c P05n"},
                deck={"A": "closed erase surgery 5*examination"},
                discard={"A": "kei surgery", "B": "mint ren", "C": "closed arina"},
                graveyard="P05 P01",
                marks={"A": 1, "B": 1},
                title="A",
                gold=9,
                tp=9,
                edition=edition,
                nurse_gain="choice",
            )
            town.play(CARD_IDS[one])
            if seed == 1 and town.question() == "main":
                town.do(rng.choice(["ask", "operate:1.1", "end"]))
            while town.table.turn_number == 1 and not town.table.over:
                seat = town.table.asked()[0]
                seen.add(town.table.stacks[seat][-1].name())
                assert "{" not in town.table.prompt(seat)
                choices = town.table.choices(seat)
                assert all("{" not in choice.sentence + choice.label for choice in choices)
                assert town.view(LETTERS[seat])
                assert town.table.observation(seat)
                if town.question() == "main":
                    town.do("end")
                else:
                    action = rng.choice(town.table.legal_actions(seat))
                    town.do(GAME.notation(action), by=LETTERS[seat])
    assert seen == set(QUESTIONS.names)


@pytest.mark.parametrize("names", [["Ada", "Ben", "Cleo"], ["{Ada", "{Ben}", "{0[1]}"]])
def test_players_are_called_by_their_names_whatever_these_are(names: list[str]) -> None:
    match = Match(GAME, 3, 1, {"edition": "village"}, names)
    rng = Random(1)
    said = ""
    while not match.state.is_over:
        seat = match.state.asked()[0]
        said += " ".join(one.label + one.sentence for one in match.state.choices(seat))
        legal = match.state.legal_actions(seat)
        match.act(seat, rng.choice(legal))
    said += " ".join(line.text for line in match.log(0))
    said += " ".join(seat["label"] for seat in match.state.view(0)["seats"])
    assert all(name in said for name in names)
    assert "seat 1" not in said.lower()


def test_a_pack_may_call_a_card_something_with_braces() -> None:
    assert VOICES[0].fill("Play {Closed} for {tp}.") == "Play {Closed} for TP."


def test_sentences_labels_and_headings_begin_with_a_capital() -> None:
    match = Match(GAME, 3, 2, {"edition": "village"}, ["Ada", "Ben", "Cleo"])
    rng = Random(3)
    shown = set()
    while not match.state.is_over:
        seat = match.state.asked()[0]
        for one in match.state.choices(seat):
            shown |= {one.label, one.sentence, one.group}
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    assert len(shown) > 50
    assert {text for text in shown if not text[0].isupper()} == set()
