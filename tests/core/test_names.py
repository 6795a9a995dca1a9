import re
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardround.core import WardroundError
from wardround.core.names import (
    LONGEST_NAME,
    BadName,
    apart_from,
    clean_name,
    is_visible,
    isolated,
    told_apart,
)

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Zoë",
        "Nguyễn Thị Ánh",
        "Ἀθηνᾶ",
        "Лёва",
        "王小明",
        "さくら",
        "김민준",
        "สมชาย",
        "علی‌رضا",  # Persian: a joiner that parts two letters
        "דָּוִד",
        "ශ්‍රීමා",  # Sinhala: a joiner that joins
        "മോഹന്‍",  # Malayalam as it was long typed: the word ends with a joiner
        "क्‍ष",
        "\U0001f469‍\U0001f52c Marie",  # a woman scientist of two signs and a joiner
        ENGLAND,
        "❤️",
        "1️⃣",
        "葛󠄀城",  # a variant of the first sign, as in the family's register
        "O'Neil-Smith, Jr.",
        "{seat}",
        "<b>",
        "0",
        "‹›",
        "؀١",  # a sign of Arabic numbers that is of category "format", and printed
        "\U0001fae8",  # newer than some Pythons
        "가\u115f나",  # a filler inside an old Korean word
        "ᠠ\u180eᠠ",  # Mongolian: the sign that parts a last vowel
    ],
)
def test_a_name_stays_as_people_write_it(name: str) -> None:
    assert clean_name(name) == normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\t \u00a0\u3000Lovelace\n", "Ada Lovelace"),
        ("Ada\u2028Lovelace", "Ada Lovelace"),
        ("Ada\u2800Lovelace\u2800", "Ada Lovelace"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u202eAda\u202c", "Ada"),
        ("A\u200fd\u2067a", "Ada"),
        ("A\x00d\x1b[31ma\x7f", "Ad[31ma"),
        ("A\u200bd\u00ada\ufeff", "Ada"),
        ("A\ud800da", "Ada"),
        ("A\uffffd\ufdd0a", "Ada"),
        ("\u200dAda\u200d", "Ada"),
        ("A\u200d\u200d\u200cda", "A\u200dda"),
        ("Ada\u200d Bea", "Ada Bea"),
        ("a\u200c", "a"),
        ("Ada \u200d Bea", "Ada Bea"),
        ("\u0301Ada", "Ada"),
        ("\ufe0fAda", "Ada"),
        ("Ada\u3164", "Ada"),
        ("Ada\U000e0067", "Ada"),
        ("x" + "\u0300" * 30 + "b", "x" + "\u0300" * 5 + "b"),
        ("a\u200b\u0308", "ä"),
    ],
)
def test_what_disturbs_is_dropped(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u200b",
        "\u200d\u200c",
        "\u00a0\u2003",
        "\u2800",
        "\u3164\uffa0",
        "\u115f\u1160",
        "\u0301",
        "\ufe0f",
        "\u2066\u2069",
        "\x00\x1b",
        "\ud83d",
        "\U000e0041",
        "\ufffc",
        "\U0001d159",
        "\u180e",
        "\U0001d173",
    ],
)
def test_a_name_that_cannot_be_seen_is_refused(typed: str) -> None:
    with pytest.raises(BadName, match="Nothing of this name can be seen") as caught:
        clean_name(typed)
    assert isinstance(caught.value, WardroundError)
    assert caught.value.to_json()["code"] == "name"


def test_a_long_name_is_refused_with_its_length() -> None:
    assert clean_name("a" * LONGEST_NAME) == "a" * LONGEST_NAME
    with pytest.raises(BadName, match=r"41 characters\..*at most 40"):
        clean_name("a" * 41)


@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=30))
def test_a_clean_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert clean_name(name) == name
    assert name == normalize("NFC", name).strip()
    assert any(is_visible(character) for character in name)
    assert "  " not in name
    assert not any(category(character) in ("Cc", "Cs", "Zl", "Zp") for character in name)
    assert not re.search("[\u200e\u200f\u202a-\u202e\u2060-\u206f\u061c]", name)
    assert name.encode().decode() == name


@pytest.mark.parametrize(
    ("names", "apart"),
    [
        (["Ada", "Bea"], ["Ada", "Bea"]),
        (["Ada", "Ada", "Ada"], ["Ada", "Ada (2)", "Ada (3)"]),
        (["Ada", "ada"], ["Ada", "ada (2)"]),
        (["Straße", "STRASSE"], ["Straße", "STRASSE (2)"]),
        (["Zoë", "Zoe\u0308"], ["Zoë", "Zoe\u0308 (2)"]),
        (["Ada", "Ａｄａ"], ["Ada", "Ａｄａ (2)"]),
        (["علیرضا", "علی\u200cرضا"], ["علیرضا", "علی\u200cرضا (2)"]),
        (["Ada", "Ada (2)", "Ada"], ["Ada", "Ada (2)", "Ada (3)"]),
        (["Ada", "Ada", "Ada (2)"], ["Ada", "Ada (3)", "Ada (2)"]),
        ([], []),
    ],
)
def test_equal_names_are_told_apart(names: list[str], apart: list[str]) -> None:
    assert told_apart(names) == apart


def test_who_comes_later_gets_the_number() -> None:
    assert apart_from("Ada", ["Player 1", "ADA"]) == "Ada (2)"
    assert apart_from("Ada", ["Bea"]) == "Ada"


def test_a_name_keeps_its_direction_in_a_sentence() -> None:
    assert isolated("דוד") == "\u2068דוד\u2069"
    assert isolated("David דוד (2)") == "\u2068David דוד (2)\u2069"
    assert isolated("Ada") == "Ada"
    assert isolated("علي") == "\u2068علي\u2069"
    assert isolated("A\u0661") == "\u2068A\u0661\u2069"  # a digit of Arabic alone
    assert isolated("\u202eעלי\u2069") == "\u2068עלי\u2069"  # a name of a foreign record
