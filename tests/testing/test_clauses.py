"""Which test proves which clause."""

from pathlib import Path

import pytest

from wardround.core import Rules, UnknownClause
from wardround.testing import clause, index, missing

RULES = Rules(
    "ab", "## AB-1 X\n\n- AB-1.1 one\n- AB-1.2 two\n\n## AB-2 Y\n\n- EX-01 example\n- R-01 ruling\n"
)

TESTS = """
import testing
from wardround.testing import clause

@clause("AB-1.1", "EX-01")
def test_one(): ...

@testing.clause("AB-1.2")
@clause("AB-1.1")
@other
async def test_two(): ...

@clause("EX-01")
def helper(): ...

def test_three(): ...

@clause("R-01")
class TestAll:
    def test_four(self): ...

    class TestInner:
        @clause("AB-1.2")
        def test_five(self): ...

    def helper(self): ...
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_a.py").write_text(TESTS)
    (tmp_path / "table.py").write_text('@clause("AB-9.9")\ndef test_not_collected(): ...\n')
    return tmp_path


def test_marks_are_kept_on_the_test() -> None:
    @clause("AB-1.1")
    @clause("AB-1.2", "EX-01")
    def test() -> int:
        return 7

    assert vars(test) == {"clauses": ("AB-1.1", "AB-1.2", "EX-01")}
    assert test() == 7
    with pytest.raises(ValueError, match="name at least one clause"):
        clause()


def test_the_index_is_read_from_the_sources(tests: Path) -> None:
    assert index(tests) == {
        "AB-1.1": ["deep/test_a.py::test_one", "deep/test_a.py::test_two"],
        "EX-01": ["deep/test_a.py::test_one"],
        "AB-1.2": ["deep/test_a.py::test_two", "deep/test_a.py::TestAll::TestInner::test_five"],
        "R-01": [
            "deep/test_a.py::TestAll::test_four",
            "deep/test_a.py::TestAll::TestInner::test_five",
        ],
    }


def test_clauses_without_a_test(tests: Path, tmp_path: Path) -> None:
    assert missing(RULES, tests) == []
    (tests / "deep" / "test_a.py").write_text('@clause("AB-1.2")\ndef test_one(): ...\n')
    assert [one.id for one in missing(RULES, tests)] == ["AB-1.1", "EX-01", "R-01"]
    assert [one.id for one in missing(RULES, tmp_path / "none")] == list(RULES.index())


def test_an_unknown_clause_is_an_error(tests: Path) -> None:
    (tests / "test_b.py").write_text('@clause("AB-7.7")\ndef test_wrong(): ...\n')
    with pytest.raises(UnknownClause) as caught:
        missing(RULES, tests)
    assert "no clause 'AB-7.7'" in caught.value.message
    assert caught.value.where == "test_b.py::test_wrong"


def test_marks_are_literal(tests: Path) -> None:
    (tests / "test_b.py").write_text("\n@clause(NAME)\ndef test_wrong(): ...\n")
    with pytest.raises(ValueError, match=r"test_b\.py, line 2: .* literal text"):
        index(tests)


def test_sources_that_are_not_python(tests: Path) -> None:
    (tests / "test_b.py").write_text("def test_wrong(:\n")
    with pytest.raises(SyntaxError):
        index(tests)
