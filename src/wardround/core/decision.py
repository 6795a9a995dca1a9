"""Questions put to a seat, and the answer to "why not?".

A seat's open questions form a stack, innermost last. A question is a small immutable record, so
copying a state copies no question. Each kind of question answers in one place, ``objection``,
which clause forbids a candidate; legal actions, masks, refusals and explanations come from there.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from wardround.core.fields import Value, field_names

S = TypeVar("S")

WORD_HEAD: Final = re.compile(r"(?<!^)(?=[A-Z])")


class Objection(Value):
    """A rule that forbids an action.

    Args:
        clause: The clause, e.g. ``"DH-4.10"``.
        text: One sentence for people. It may hold ``{}`` fields that
            :meth:`Decision.elaborate` fills in, so that legality checks build no text.
    """

    def __init__(self, clause: str, text: str) -> None:
        self.clause = clause
        self.text = text

    def to_json(self) -> dict[str, str]:
        """Clause and sentence as plain data."""
        return {"clause": self.clause, "text": self.text}


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Value, Generic[S]):
    """One question: what may be chosen, what forbids it, what happens then.

    Subclasses are immutable. What they hold is numbers and lists of numbers, so a question is its
    class and its numbers.
    """

    def name(self) -> str:
        """The name of this kind of question, unique within the game: that of its class."""
        return kind_name(type(self))

    def data(self) -> list[int]:
        """What the question holds besides its kind, for snapshots and hashes: all its numbers."""
        numbers: list[int] = []
        for field in field_names(self):
            value = getattr(self, field)
            if isinstance(value, int):
                numbers.append(int(value))
            else:
                numbers.extend(value)
        return numbers

    def always_asked(self) -> bool:
        """Whether it is asked even where one answer is left.

        Otherwise such an answer is given at once, and everybody sees that it was forced: a
        question whose answers are secret must be asked always.
        """
        return False

    def spends(self, state: S, seat: int, action: int) -> bool:
        """Whether the answer gives something of value away without having been chosen before.

        An answer that is the only one is given by itself; one that spends something is asked about.
        """
        return False

    def warning(self, state: S, seat: int, action: int) -> str:
        """What the answer leaves unused for good that the seat could still use, as sentences.

        Empty where there is nothing of that kind, and for every answer that is itself the use of
        something. People are asked once more before they give such an answer; the rules allow it.
        It is told to the seat alone, and from what the seat sees.
        """
        return ""

    def continues(self) -> bool:
        """Whether it asks for a further part of a move that was already begun."""
        return False

    def candidates(self, state: S, seat: int) -> list[int]:
        """Ids, ascending, of all that a person might try here, forbidden actions included."""
        raise NotImplementedError

    def objection(self, state: S, seat: int, action: int) -> Objection | None:
        """The rule that forbids the candidate, or None if it is legal."""
        raise NotImplementedError

    def legal(self, state: S, seat: int) -> list[int]:
        """The candidates that no rule forbids.

        Overridden only for speed, where the whole list is found quicker than one candidate after
        the other; ``check_game`` holds it to :meth:`objection`.
        """
        legal: list[int] = []
        for action in self.candidates(state, seat):
            if self.objection(state, seat, action) is None:
                legal.append(action)  # noqa: PERF401 (a comprehension costs a call on 3.11)
        return legal

    def take(self, state: S, seat: int, action: int) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def elaborate(self, state: S, seat: int, action: int, objection: Objection) -> str:
        """The objection's sentence with its fields filled in."""
        return objection.text

    def ask(self, state: S, seat: int) -> str:
        """The question as an imperative without a capital or full stop: "take an ambulance"."""
        raise NotImplementedError

    def announce(self, state: S, seat: int) -> str:
        """The question as the others may read it; it must not tell what is hidden from them."""
        return self.ask(state, seat)


_kind_names: dict[type[Any], str] = {}


def kind_name(kind: type[Any]) -> str:
    """The name of a class of questions: ``take_ambulance`` for ``TakeAmbulance``."""
    name = _kind_names.get(kind)
    if name is None:
        name = WORD_HEAD.sub("_", kind.__name__).lower()
        _kind_names[kind] = name
    return name


NOT_DECLARED: Final = -1
Restore = Callable[[Any, int, list[int]], Decision[Any]]


class Questions:
    """All kinds of questions of a game, and how each is made again from its numbers.

    Args:
        kinds: A question that holds nothing (there is one of each), or a class whose arguments are
            its numbers in order.
        restore: For classes with other arguments: the question of a state, a seat and its numbers.
            Those that are not among ``kinds`` come after them.
    """

    def __init__(
        self,
        kinds: Sequence[Decision[Any] | type[Decision[Any]]],
        restore: dict[type[Any], Restore] | None = None,
    ) -> None:
        self._simple: dict[str, Decision[Any]] = {}
        self._kinds: dict[str, type[Decision[Any]]] = {}
        self._restore: dict[str, Restore] = {}
        self.names: list[str] = []
        self._places: dict[str, int] = {}
        for kind in kinds:
            if isinstance(kind, Decision):
                self._add(kind.name())
                self._simple[kind.name()] = kind
            else:
                self._add(kind_name(kind))
                self._kinds[kind_name(kind)] = kind
        for other, way in (restore or {}).items():
            if kind_name(other) not in self._kinds:
                self._add(kind_name(other))
            self._restore[kind_name(other)] = way

    def _add(self, name: str) -> None:
        if name in self._places:
            raise ValueError(f"two kinds of questions are called {name!r}")
        self._places[name] = len(self.names)
        self.names.append(name)

    def place(self, question: Decision[Any]) -> int:
        """The place of the question's kind among all kinds; -1 if it was not declared."""
        return self._places.get(question.name(), NOT_DECLARED)

    def restore(self, state: Any, seat: int, name: str, data: Sequence[int]) -> Decision[Any]:
        """The question of a snapshot.

        Args:
            state: The position, its fields restored.
            seat: Whose question it is.
            name: :meth:`Decision.name`.
            data: :meth:`Decision.data`.

        Raises:
            ValueError: There is no such kind.
        """
        simple = self._simple.get(name)
        if simple is not None:
            return simple
        way = self._restore.get(name)
        if way is not None:
            return way(state, seat, list(data))
        kind = self._kinds.get(name)
        if kind is None:
            raise ValueError(f"no kind of question is called {name!r}")
        made: Decision[Any] = kind(*data)
        return made
