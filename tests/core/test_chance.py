"""The stream of chance: reproducible, unbiased, provable, independent in its lanes."""

from collections import Counter
from hashlib import blake2b, sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardround.core import Chance, Unforeseeable, commitment, seed_text


def draws(chance: Chance, n: int, count: int, lane: int = 0) -> list[int]:
    return [chance.below(n, lane) for _ in range(count)]


def test_known_answers() -> None:
    """These must never change: every record and every published seed depends on them."""
    assert draws(Chance("known"), 6, 12) == [4, 5, 4, 5, 1, 0, 5, 1, 4, 4, 0, 2]
    assert draws(Chance("known"), 6, 12, lane=3) == [3, 3, 1, 3, 0, 1, 5, 4, 1, 0, 1, 2]
    assert draws(Chance("known"), 1000, 6) == [995, 180, 334, 968, 194, 964]
    assert draws(Chance(""), 256, 8) == [44, 249, 255, 227, 200, 32, 44, 37]
    items = list(range(10))
    Chance("known").shuffle(items)
    assert items == [0, 3, 2, 4, 9, 7, 1, 6, 5, 8]


def test_the_stream_is_the_one_that_is_documented() -> None:
    """Anybody can work it out: keyed BLAKE2b of a counter, one byte a draw."""
    key = blake2b(b"known", digest_size=32, person=b"wardround-key").digest()
    for lane in (0, 3):
        salt = lane.to_bytes(4, "big")
        stream = b"".join(
            blake2b(block.to_bytes(8, "big"), key=key, salt=salt, person=b"wardround-draw").digest()
            for block in range(3)
        )
        assert bytes(draws(Chance("known"), 256, len(stream), lane)) == stream
        six = [byte % 6 for byte in stream if byte < 252]
        assert draws(Chance("known"), 6, len(six), lane) == six


@pytest.mark.parametrize("n", [1, 2, 3, 6, 63, 100, 255, 256, 257, 1000])
def test_every_outcome_is_equally_likely(n: int) -> None:
    count = max(20_000, 20 * n)
    counted = Counter(draws(Chance(f"fair {n}"), n, count))
    expected = count / n
    assert set(counted) == set(range(n))
    chi_squared = sum((counted[k] - expected) ** 2 / expected for k in range(n))
    freedom = n - 1
    assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5


def test_every_order_is_equally_likely() -> None:
    chance = Chance("orders")
    counted: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        chance.shuffle(items)
        counted[tuple(items)] += 1
    assert set(counted) == set(permutations(range(4)))
    assert all(850 < times < 1150 for times in counted.values())


def test_a_byte_that_would_favour_low_numbers_is_drawn_again() -> None:
    """200 does not divide 256: bytes from 200 on are passed over, not folded onto 0 to 55."""
    bytes_of_stream = draws(Chance("bias"), 256, 400)
    kept = [byte for byte in bytes_of_stream if byte < 200]
    assert len(kept) < 400
    assert draws(Chance("bias"), 200, len(kept)) == kept


def test_the_same_seed_gives_the_same_stream() -> None:
    assert draws(Chance("a"), 100, 200) == draws(Chance("a"), 100, 200)
    assert draws(Chance("a"), 100, 200) != draws(Chance("b"), 100, 200)


def test_lanes_are_independent() -> None:
    alone = draws(Chance("lanes"), 6, 100, lane=1)
    mixed = Chance("lanes")
    others = []
    found = []
    for number in range(100):
        found += draws(mixed, 6, 1, lane=1)
        others += draws(mixed, 6, number % 3, lane=2)
    assert found == alone
    assert others == draws(Chance("lanes"), 6, len(others), lane=2)
    assert others[:50] != alone[:50]


@given(before=st.integers(0, 150), n=st.sampled_from([2, 6, 256, 1000]), lane=st.integers(0, 3))
def test_saved_and_copied_streams_go_on_at_the_same_place(before: int, n: int, lane: int) -> None:
    chance = Chance("saved")
    for number in range(before):
        chance.below(n, number % (lane + 1))
    copied, loaded = chance.copy(), Chance.load(chance.save())
    assert loaded.save() == chance.save() == copied.save()
    expected = draws(chance, n, 70, lane)
    assert draws(copied, n, 70, lane) == expected
    assert draws(loaded, n, 70, lane) == expected
    assert loaded.save() == chance.save() == copied.save()


def test_a_copy_is_independent() -> None:
    chance = Chance("copy")
    chance.below(6)
    saved = chance.save()
    other = chance.copy()
    draws(other, 6, 100)
    draws(other, 6, 3, lane=5)
    assert chance.save() == saved


def test_a_recording_holds_the_outcomes_drawn_since() -> None:
    chance = Chance("record")
    chance.below(6)
    recorded = chance.record()
    expected = [*draws(chance, 6, 5), *draws(chance, 300, 2)]
    assert recorded == expected
    copy = chance.copy()
    copy.below(6)
    assert recorded == expected
    assert chance.record() == []


def test_draws_and_reveals_count_as_moments() -> None:
    chance = Chance("moments")
    chance.below(6)
    chance.reveal()
    chance.shuffle([1, 2, 3])
    assert chance.moments == 4
    assert chance.copy().moments == 4


def test_a_frozen_stream_foresees_nothing() -> None:
    chance = Chance("frozen")
    chance.freeze()
    for act in (lambda: chance.below(6), chance.reveal, lambda: chance.copy().below(2)):
        with pytest.raises(Unforeseeable):
            act()
    assert chance.moments == 0


def test_a_script_replaces_the_stream() -> None:
    chance = Chance("script")
    chance.script = [5, 0, 299]
    assert [chance.below(6), chance.below(6), chance.below(300)] == [5, 0, 299]
    with pytest.raises(ValueError, match="fewer chance outcomes"):
        chance.below(6)
    chance.script = None
    assert chance.below(6) == Chance("script").below(6)


@pytest.mark.parametrize("outcome", [6, -1])
def test_a_scripted_outcome_must_be_possible(outcome: int) -> None:
    chance = Chance("script")
    chance.script = [outcome]
    with pytest.raises(ValueError, match=f"{outcome} is not between 0 and 5"):
        chance.below(6)


@pytest.mark.parametrize("n", [0, -3])
def test_there_is_no_draw_without_outcomes(n: int) -> None:
    with pytest.raises(ValueError, match="at least one possible outcome"):
        Chance("none").below(n)


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment("abc") == sha256(b"abc").hexdigest()
    assert commitment("ä") == sha256("ä".encode()).hexdigest()


@pytest.mark.parametrize(
    ("seed", "text"), [(7, "7"), (-1, "-1"), ("seven", "seven"), (b"\x00\xff", "00ff"), ("", "")]
)
def test_seeds_are_texts(seed: int | str | bytes, text: str) -> None:
    assert seed_text(seed) == text
