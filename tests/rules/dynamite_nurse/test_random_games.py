"""INV-10 to INV-38, step by step through whole random games with any options."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from tests.rules.dynamite_nurse.town import ids, slot
from tests.rules.dynamite_nurse.walk import Moment, Walk, moments, walks
from wardround.core import NOBODY, SPECTATOR, NotAsked
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse import actions as act
from wardround.games.dynamite_nurse.pack import BEDS, CARD_IDS
from wardround.games.dynamite_nurse.round import transportation_phase
from wardround.games.dynamite_nurse.state import (
    ADMISSION,
    BY_CAP,
    CLEANUP,
    DO_TRANSPORT,
    MAIN,
    STEP,
    Hospital,
    Table,
)
from wardround.testing import clause

games = settings(max_examples=12)


def question(moment: Moment) -> str:
    """The question that the action of a moment answers; empty for a step of the flow."""
    if moment.action is None:
        return ""
    return moment.before.stacks[moment.seat][-1].name()


def all_hand(hospital: Hospital) -> Counter[int]:
    """The cards in the hand."""
    return Counter(hospital.hand_cards())


def where_patients_are(table: Table) -> list[tuple[str, int, int]]:
    """Patients on the table with their places: place, whose marker, patient without its side."""
    found = [
        ("way", owner, patient >> 1)
        for patient, owner in zip(table.ambulances, table.markers, strict=True)
    ]
    for seat, hospital in enumerate(table.hospitals):
        found += [("bed", seat, patient >> 1) for patient in hospital.admitted]
    return found


def critical(table: Table) -> int:
    """How many patients on the table are Critical."""
    return sum(patient & 1 for patient in table.ambulances) + sum(
        patient & 1 for hospital in table.hospitals for patient in hospital.admitted
    )


def does_transport(moment: Moment) -> bool:
    """Whether the moment is a transport."""
    work = moment.before.work
    by_card = bool(work) and work[-1][0] == DO_TRANSPORT
    return moment.action is None and (by_card or moment.before.then is transportation_phase)


# --- patients -----------------------------------------------------------------------------------


@clause("INV-10", "DN-5.12", "DN-12.5")
@games
@given(walks())
def test_only_returned_patients_exceed_the_limit_of_the_ambulances(walk: Walk) -> None:
    over = False
    for moment in moments(walk):
        size = len(moment.after.ambulances)
        if size > len(moment.before.ambulances) and size > walk.players:
            assert moment.told("send_back")
            over = True
        if size > walk.players:
            assert over
        over = over and size > walk.players


@clause("INV-11", "DN-5.3", "DN-5.4", "DN-5.5", "DN-5.13", "DN-5.17")
@games
@given(walks())
def test_a_transport_does_exactly_one_thing(walk: Walk) -> None:
    seen = 0
    for moment in moments(walk):
        if not does_transport(moment):
            continue
        seen += 1
        before, after = moment.before, moment.after
        taken = len(before.dungeon) - len(after.dungeon)
        worsened = len(moment.told("worsen"))
        if len(before.ambulances) >= walk.players:
            assert (taken, worsened) == (0, 1)
        elif any(hospital.unused for hospital in before.hospitals):
            assert (taken, worsened) == (1, 0)
        else:
            assert (taken, worsened) == (0, int(bool(before.ambulances)))
    assert seen


@clause("INV-38", "DN-8.2", "DN-8.3", "DN-8.6", "DN-8.7", "RUL-20")
@games
@given(walks())
def test_a_patient_that_worsens_keeps_its_place_or_dies(walk: Walk) -> None:
    for moment in moments(walk):
        worsened = moment.told("worsen")
        if not worsened or moment.told("send_back"):
            continue
        before, after = moment.before, moment.after
        dead = [event for event in worsened if event.args[1] & 1]
        lost = Counter(where_patients_are(before)) - Counter(where_patients_are(after))
        assert sorted((owner, row) for _, owner, row in lost.elements()) == sorted(
            (event.seat, event.args[1] >> 1) for event in dead
        )
        assert not Counter(where_patients_are(after)) - Counter(where_patients_are(before))
        assert Counter(after.graveyard) - Counter(before.graveyard) == Counter(
            event.args[1] >> 1 for event in dead
        )
        assert critical(after) - critical(before) == len(worsened) - 2 * len(dead)
        for seat in range(walk.players):
            own = sum(event.seat == seat for event in dead)
            assert after.hospitals[seat].marks - before.hospitals[seat].marks == own
            assert after.hospitals[seat].unused - before.hospitals[seat].unused == own


@clause("INV-19", "DN-6.6", "DN-6.7", "DN-6.8", "DN-3.2")
@games
@given(walks())
def test_a_bed_check_worsens_who_has_no_bed(walk: Walk) -> None:
    short = 0
    checked = skipped = False
    for moment in moments(walk):
        if moment.told("skip"):
            skipped = True
        if moment.after.phase == ADMISSION and not moment.told("worsen"):
            short = max(0, len(moment.after.hospitals[moment.after.turn].admitted) - BEDS)
        if moment.before.phase == ADMISSION and moment.told("worsen"):
            assert not checked
            assert not skipped
            assert len(moment.told("worsen")) == short > 0
            checked = True
        if moment.before.phase != CLEANUP == moment.after.phase:
            assert checked or skipped or short == 0
        if moment.told("turn"):
            checked = skipped = False
            short = 0


@clause("INV-25", "DN-10.4", "DN-4.38", "DN-13.5")
@games
@given(walks())
def test_acquired_patients_only_change_hands(walk: Walk) -> None:
    for moment in moments(walk):
        before = [len(hospital.acquired) for hospital in moment.before.hospitals]
        after = [len(hospital.acquired) for hospital in moment.after.hospitals]
        if moment.told("trade_end"):
            assert sum(after) == sum(before)
            continue
        gained = [new - old for old, new in zip(before, after, strict=True)]
        assert min(gained) >= 0
        assert sum(gained) == len(moment.told("acquire"))
        for event in moment.told("acquire"):
            assert event.seat == moment.before.turn


# --- points and allowances ------------------------------------------------------------------------


@clause("INV-14", "INV-15", "DN-4.17", "DN-4.19", "DN-4.22", "DN-4.23", "DN-4.25", "DN-3.6")
@games
@given(walks())
def test_no_more_treatments_and_purchases_than_granted(walk: Walk) -> None:
    treatments = purchases = 0
    granted = [1, 0, 0]
    for moment in moments(walk):
        before, after = moment.before, moment.after
        if after.over:
            break
        kinds = Counter(event.kind for event in moment.events)
        treats = kinds["operate"] + kinds["care"]
        buys = kinds["ask"] + int(bool(kinds["buy"]) and question(moment) == "main")
        if moment.told("turn"):
            treatments = purchases = 0
            granted = [1, 0, 0]
            assert (after.gold, after.tp, after.either, after.treat, after.buy) == (0, 0, 1, 0, 0)
        treatments += treats
        purchases += buys
        steps = before.work
        if moment.action is None and steps and steps[-1][0] == STEP:
            step = before.pack.cards[steps[-1][1]].steps[steps[-1][2]]
            if step.kind == 0:
                granted = [old + new for old, new in zip(granted, step.numbers, strict=True)]
        elif after.buy > before.buy:
            granted[2] += after.buy - before.buy
        assert treatments + purchases <= sum(granted)
        assert treatments <= granted[0] + granted[1]
        assert purchases <= granted[0] + granted[2]
        assert min(after.gold, after.tp, after.either, after.treat, after.buy) >= 0
        if after.phase != MAIN:
            assert (after.gold, after.tp, after.either, after.treat, after.buy) == (0, 0, 0, 0, 0)
            left = (after.elsewhere, after.to_hand, after.extra_nurses, after.acquire_gold)
            assert not any((*left, after.acquire_buy, *after.played))


@clause("INV-16", "INV-17", "INV-18", "DN-4.28", "DN-4.32", "DN-4.34", "DN-4.46", "DN-4.58")
@games
@given(walks())
def test_what_is_paid_is_the_printed_value(walk: Walk) -> None:
    for moment in moments(walk):
        before, after, action = moment.before, moment.after, moment.action
        if action is None or after.over:
            continue
        pack = before.pack
        paid = (before.gold - after.gold, before.tp - after.tp)
        if question(moment) == "buy_shown" and action == act.BUY_EVENT:
            card = moment.told("buy")[0].args[1]
            assert paid == (pack.cards[card].cost, 0)
        if question(moment) != "main":
            continue
        if action == act.ASK:
            assert paid == (0, 0)
        elif action == act.BUY_EVENT:
            assert paid == (pack.cards[before.events[-1]].cost, 0)
            assert len(before.events) - len(after.events) == 1
        elif act.BUY <= action < act.CARD:
            assert paid == (pack.cards[action - act.BUY].cost, 0)
            assert before.supply[action - act.BUY] - after.supply[action - act.BUY] == 1
        elif act.OPERATE <= action < act.CARE:
            owner, place = act.place(action, act.OPERATE)
            patient = before.hospitals[owner].admitted[place]
            assert paid == (0, pack.rows[patient >> 1].severity[patient & 1])
            assert after.hospitals[owner].unused - before.hospitals[owner].unused == 1
            assert Counter(after.hospitals[before.turn].acquired) - Counter(
                before.hospitals[before.turn].acquired
            ) == Counter([patient])
        elif act.CARE <= action < act.UPKEEP:
            owner, place = act.place(action, act.CARE)
            patient = before.hospitals[owner].admitted[place]
            assert paid == (0, pack.rows[patient >> 1].care)
            assert_only_side_changed(before, after, owner, place)
        elif act.UPKEEP <= action < act.ADMITTED:
            patient = before.hospitals[before.turn].admitted[action - act.UPKEEP]
            assert paid == (0, pack.rows[patient >> 1].upkeep)
            assert after.hospitals[before.turn].admitted == before.hospitals[before.turn].admitted


def assert_only_side_changed(before: Table, after: Table, owner: int, place: int) -> None:
    """Care changes one side, TP and a counter, and nothing else."""
    assert before.either + before.treat - after.either - after.treat == 1
    old, new = before.snapshot(), after.snapshot()
    for changing in ("tp", "either", "treat", "questions"):
        del old[changing], new[changing]
    assert old["hospitals"][owner]["admitted"][place] % 2 == 1
    old["hospitals"][owner]["admitted"][place] -= 1
    assert old == new


@clause("INV-17", "DN-4.41", "DN-4.43", "DN-30.8b", "DN-4.44", "CH-10")
@games
@given(walks())
def test_an_operation_brings_the_nurses_that_are_due(walk: Walk) -> None:
    due = 0
    for moment in moments(walk):
        if moment.told("operate"):
            due = min(1 + moment.before.extra_nurses, len(moment.before.nurses))
        for event in moment.told("nurse"):
            due -= 1
            assert event.seat == moment.before.turn
            assert event.args[1] in moment.after.hospitals[event.seat].discard
            assert event.args[1] in moment.before.nurses
        if moment.stable and not moment.after.over and not moment.after.work:
            asked = moment.after.stacks[moment.after.turn]
            assert due == 0 or (asked and asked[-1].name() == "take_nurse")


# --- cards ----------------------------------------------------------------------------------------


@clause("INV-20", "INV-21", "INV-23", "DN-7.2", "DN-7.3", "DN-4.11", "DN-11.23")
@games
@given(walks())
def test_cards_of_others_do_not_change_and_cleanup_empties_the_play_area(walk: Walk) -> None:
    for moment in moments(walk):
        before, after = moment.before, moment.after
        for seat in range(walk.players):
            old, new = before.hospitals[seat], after.hospitals[seat]
            if seat != before.turn:
                assert (old.deck, old.hand, old.shown) == (new.deck, new.hand, new.shown)
                assert new.play == []
        if before.turn != after.turn:
            done = after.hospitals[before.turn]
            assert done.play == []
            assert len(done.hand_cards()) in (4, 5)
            assert len(before.hospitals[before.turn].hand_cards()) in (0, 1)


@clause("INV-24", "DN-9.1", "DN-9.2", "DN-9.3", "DN-9.4", "CH-7")
@games
@given(walks())
def test_a_deck_is_rebuilt_only_when_a_card_is_needed(walk: Walk) -> None:
    for moment in moments(walk):
        before, after = moment.before, moment.after
        own, now = before.hospitals[before.turn], after.hospitals[before.turn]
        drawn = sum(len(event.secret) for event in moment.told("draw"))
        rebuilt = moment.told("rebuild")
        if not rebuilt:
            assert len(own.deck) - len(now.deck) == drawn
            assert now.deck == own.deck[: len(now.deck)]
            continue
        assert len(rebuilt) == 1
        assert len(own.deck) < drawn
        discard = Counter(own.discard)
        if before.turn != after.turn:
            discard += Counter(own.play)
        from_discard = drawn - len(own.deck)
        assert rebuilt[0].args[1] == discard.total()
        assert len(now.deck) == discard.total() - from_discard
        assert not Counter(now.deck) - discard
        assert now.discard == []


@clause("INV-12", "INV-13", "INV-26", "DN-8.17", "DN-8.20", "DN-8.22", "DN-8.24", "DN-8.25")
@clause("RUL-15", "RUL-16", "RUL-17")
@games
@given(walks())
def test_the_title_moves_as_the_rules_say(walk: Walk) -> None:
    ever = 0
    for moment in moments(walk):
        before, after = moment.before, moment.after
        marks = [hospital.marks for hospital in after.hospitals]
        for seat, hospital in enumerate(before.hospitals):
            if marks[seat] < hospital.marks:
                assert hospital.marks - marks[seat] == moment.told("erase")[0].args[1] == 1
                assert seat == before.turn
        ever = max(ever, *marks)
        assert (after.title == NOBODY) == (ever == 0)
        if after.title != before.title:
            most = max(marks)
            assert before.title == NOBODY or marks[before.title] < most
            order = [(before.turn + step) % walk.players for step in range(walk.players)]
            assert after.title == next(seat for seat in order if marks[seat] == most)


# --- the length of a game -------------------------------------------------------------------------


@clause("INV-29", "INV-30", "INV-31", "INV-36", "RUL-63")
@games
@given(walks())
def test_a_game_comes_to_an_end(walk: Walk) -> None:
    longer = choices = 0
    moment = None
    for moment in moments(walk):
        kinds = Counter(event.kind for event in moment.events)
        longer += kinds["care"] + kinds["restore"] + 3 * kinds["erase"] + kinds["no_transport"]
        choices = 0 if kinds["turn"] else choices + int(moment.action is not None)
        assert choices <= 500
    assert moment is not None
    end = moment.after
    assert end.reason != BY_CAP
    assert end.turn_number <= min(300, 95 + longer)
    assert (end.mark_pile == 0) != (end.dungeon == [])
    assert end.asked() == []
    for seat in range(walk.players):
        assert end.legal_actions(seat) == []
        before = end.digest()
        for action in (act.END, act.PASS, act.PLAY + slot("examination")):
            with pytest.raises(NotAsked):
                end.apply(seat, action)
        assert end.digest() == before


# --- information ----------------------------------------------------------------------------------


@clause("INV-32", "DN-11.2", "DN-11.3", "DN-11.10", "DN-11.11", "DN-11.12", "DN-11.26", "DN-11.27")
@settings(max_examples=6)
@given(walks())
def test_a_view_names_no_hidden_card(walk: Walk) -> None:
    """Hands of others, decks, the Nurse pile, piles below the top: counts, and nothing else."""
    for number, moment in enumerate(moments(walk)):
        if number % 25 or not moment.stable:
            continue
        table = moment.after
        for viewer in (SPECTATOR, *range(walk.players)):
            view = table.view(viewer)
            text = repr(view)
            assert "seed" not in text
            for seat, shown in enumerate(view["seats"]):
                hospital = table.hospitals[seat]
                assert shown["hand_count"] == len(hospital.hand_cards())
                named = sorted(card["id"] for card in shown["hand"])
                seen = hospital.hand_cards() if seat == viewer else hospital.shown
                assert named == sorted(ids(seen).split())
                assert shown["deck"]["count"] == len(hospital.deck)
                left = shown["deck"]["cards"]
                assert (left is None) == (seat != viewer)
                if left:
                    places = [CARD_IDS.index(card["id"]) for card in left]
                    assert places == sorted(set(places))
            assert view["town"]["events"]["count"] == len(table.events)
            assert view["town"]["dungeon"]["count"] == len(table.dungeon)
            assert view["town"]["nurses"].keys() == {"spot", "label", "count", "known"}


@clause("INV-33", "DN-11.19", "DN-11.20", "DN-11.21", "DN-11.24")
@settings(max_examples=8)
@given(walks())
def test_the_log_of_others_names_no_card_that_stays_hidden(walk: Walk) -> None:
    for moment in moments(walk):
        for event in moment.events:
            if event.kind not in ("draw", "keep", "stack_nurse"):
                assert not event.secret
                continue
            names = {moment.after.pack.cards[card].names[0] for card in event.secret}
            names |= {moment.after.pack.cards[card].names[1] for card in event.secret}
            for viewer in (SPECTATOR, *range(walk.players)):
                text = GAME.event_text(event, viewer)
                if viewer != event.seat:
                    assert not any(name in text for name in names), text
                else:
                    assert not names or any(name in text for name in names), text


@clause("INV-33", "DN-11.10", "DN-11.11", "DN-11.12", "DN-11.21", "DN-11.24", "DN-11.25")
@settings(max_examples=6)
@given(walks())
def test_who_cannot_tell_two_positions_apart_sees_the_same(walk: Walk) -> None:
    rng = Random(walk.seed)
    for number, moment in enumerate(moments(walk)):
        if number % 40 or not moment.stable:
            continue
        viewer = rng.randrange(walk.players)
        world = moment.after.determinize(viewer, rng)
        assert world.view(viewer) == moment.after.view(viewer)
        assert world.view(SPECTATOR) == moment.after.view(SPECTATOR)
        assert world.observation(viewer) == moment.after.observation(viewer)


@clause("INV-34", "INV-35", "DN-0.2", "DN-0.17", "DN-2.16")
@settings(max_examples=6)
@given(walks())
def test_editions_with_equal_options_play_the_same_game(walk: Walk) -> None:
    both = []
    for edition in ("town", "village"):
        options = {"second_event": "rotate", "event_return": "bottom"}
        options |= {k: v for k, v in walk.options.items() if v != "edition"}
        own = Walk(walk.players, {**options, "edition": edition}, walk.seed, walk.stock, walk.eager)
        story = []
        moment = None
        for moment in moments(own):
            story.append((moment.seat, moment.action, [event.kind for event in moment.events]))
        assert moment is not None
        final = moment.after.snapshot()
        del final["options"]
        both.append((story, final))
    assert both[0] == both[1]
