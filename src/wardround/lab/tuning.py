"""The constants of a game searched for a target, and what is found checked on fresh seeds.

Optuna's tree-structured Parzen estimator proposes which few options to change, and to what. Every
proposal plays the same seeds, so chance is the same for all; the best of them profits from that
chance, which is why what is found is played anew, on seeds that no proposal saw, beside the usual
rules on those seeds.
"""

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, Final

from wardround.core import Game, Option, OptionError, OptionValue, WardroundError
from wardround.core.words import counted
from wardround.lab.comparison import FEWEST, LEVEL, Comparison, comparison
from wardround.lab.errors import LabError
from wardround.lab.simulate import Played, Simulation, simulate
from wardround.lab.study_file import StudyFile, quiet_optuna
from wardround.lab.targets import Target

if TYPE_CHECKING:
    import numpy as np
    from optuna import Study, Trial

    Rows = np.ndarray[Any, np.dtype[np.float64]]

RESAMPLES: Final = 999
"""Bootstrap samples of games behind an interval."""
NOTHING: Final = ""
"""The change of a proposal that makes one change fewer than it might."""

Changes = dict[str, OptionValue]


@dataclass(frozen=True)
class Search:
    """What is searched.

    Args:
        usual: Games under the usual rules: the game's defaults and what is held fixed.
        fixed: Options that the search leaves alone, as they were given.
        target: What is wanted.
        options: The options that may be changed.
        trials: How many proposals are played.
        fresh: How many games check what was found.
        most: How many options a proposal changes at most.
    """

    usual: Simulation
    fixed: Mapping[str, object]
    target: Target
    options: tuple[Option, ...]
    trials: int
    fresh: int
    most: int

    @classmethod
    def plan(
        cls,
        usual: Simulation,
        fixed: Mapping[str, object],
        target: Target,
        over: Sequence[str],
        trials: int,
        fresh: int,
        most: int,
    ) -> "Search":
        """A search that can be played.

        Args:
            usual: Games under the usual rules, as many as a proposal plays.
            fixed: Options that the search leaves alone.
            target: What is wanted.
            over: Names of the options that may be changed; all if empty.
            trials: How many proposals are played.
            fresh: How many games check what was found.
            most: How many options a proposal changes at most.

        Raises:
            LabError: There is nothing to change, or an option cannot be searched.
            OptionError: The game has no such option.
        """
        options = _searched(usual.game, len(usual.seats), fixed, over)
        return cls(usual, fixed, target, options, trials, fresh, min(most, len(options)))

    def games(self, changes: Mapping[str, OptionValue], kind: str, number: int) -> Simulation:
        """The games that are played with some options changed.

        Args:
            changes: The options.
            kind: Which seeds: ``search`` or ``fresh``.
            number: How many games.

        Raises:
            OptionError: The options do not go together.
        """
        usual = self.usual
        return Simulation.plan(
            usual.game,
            usual.seats,
            number,
            f"{usual.seed}/{kind}",
            {**self.fixed, **changes},
            usual.rotate,
        )

    def needed(self, changes: Changes) -> Changes:
        """The changes without those that come to nothing beside the others."""
        whole = self.games(changes, "search", 1).options
        for name in list(changes):
            others = {key: value for key, value in changes.items() if key != name}
            try:
                if self.games(others, "search", 1).options == whole:
                    changes = others
            except WardroundError:  # the others do not go together without it
                continue
        return changes

    def singles(self) -> list[Changes]:
        """The changes of one option that are played first: at most half of the proposals."""
        found: list[Changes] = [
            {option.name: value}
            for option in self.options
            for value in _tried(option, self.usual.options[option.name])
        ]
        Random(self.usual.seed).shuffle(found)
        return found[: self.trials // 2]

    def to_json(self) -> dict[str, Any]:
        """What fixes every proposal and its games, as plain data."""
        usual = self.usual
        return {
            "game": usual.game.id,
            "rules_version": usual.game.rules_version,
            "seats": list(usual.seats),
            "seed": usual.seed,
            "usual_options": dict(usual.options),
            "target": self.target.quantity.name,
            "wanted": self.target.wanted,
            "searched_options": [option.name for option in self.options],
            "games": usual.games,
            "trials": self.trials,
            "most_changes": self.most,
        }


def _searched(
    game: Game, players: int, fixed: Mapping[str, object], over: Sequence[str]
) -> tuple[Option, ...]:
    """The options that a search may change."""
    free = {
        option.name: option
        for option in game.offered_options()
        if option.kind != "file"
        and option.players[0] <= players <= option.players[1]
        and option.name not in fixed
    }
    if not free:
        raise LabError(
            f"{game.title} has no option left that could be searched.",
            where="--set" if fixed else "GAME",
            expected="a game with options for this number of players that --set leaves open",
        )
    for name in over:
        if name not in free:
            known = any(option.name == name for option in game.offered_options())
            reason = "cannot be searched here" if known else "is no option of the game"
            raise OptionError(
                f"{name!r:.60} {reason}.", where="--over", expected="some of " + ", ".join(free)
            )
    return tuple(option for name, option in free.items() if not over or name in over)


def _others(option: Option, usual: OptionValue) -> list[str | bool]:
    """The values of a choice or a switch that are not the usual one."""
    values: Sequence[str | bool] = option.values if option.kind == "choice" else (False, True)
    return [value for value in values if value != usual]


def _tried(option: Option, usual: OptionValue) -> list[OptionValue]:
    """The values with which an option is tried alone; of a range its ends and its middle."""
    if option.kind != "int":
        return list(_others(option, usual))
    places = dict.fromkeys((option.low, (option.low + option.high) // 2, option.high))
    return [value for value in places if value != usual]


@dataclass(frozen=True)
class Proposal:
    """Some options changed, and what came of it in the games of the search.

    Args:
        changes: The options that are not as usual.
        value: The quantity of the target.
        distance: How far it is from what is wanted.
    """

    changes: Mapping[str, OptionValue]
    value: float
    distance: float


@dataclass
class Tuning:
    """A search as far as it was played."""

    search: Search
    file: StudyFile | None = None
    proposals: list[Proposal] = field(default_factory=list)
    tried: int = 0
    """Proposals so far, also those that were played before or do not go together."""
    refused: int = 0
    found: list[Proposal] = field(default_factory=list)
    """What is checked on fresh seeds."""
    usual: list[Played] = field(default_factory=list)
    checked: list[list[Played]] = field(default_factory=list)
    finished: bool = False

    def play(self, jobs: int = 1) -> Generator[tuple[int, int]]:
        """Play all of it; say after each game how many of how many were played or spared.

        Args:
            jobs: Processes that play. With more than one, the game must be an installed one.

        Raises:
            LabError: Optuna is not installed, or the target means nothing in this game.
        """
        search = self.search
        each = search.usual.games
        most = search.trials * each + search.fresh * (1 + search.most)
        for done in self._proposed(jobs):
            yield done, most
        self.found = self.best()
        whole = search.trials * each + (search.fresh * (1 + len(self.found)) if self.found else 0)
        done = search.trials * each
        yield done, whole
        sides: list[Mapping[str, OptionValue]] = [one.changes for one in self.found]
        for changes in [{}, *sides] if sides else []:
            kept = self.usual if not changes else []
            if changes:
                self.checked.append(kept)
            with closing(simulate(search.games(changes, "fresh", search.fresh), jobs)) as games:
                for game in games:
                    kept.append(game)
                    done += 1
                    yield done, whole
        self.finished = True

    def _proposed(self, jobs: int) -> Generator[int]:
        search = self.search
        each = search.usual.games
        study = quiet_optuna().create_study()
        values: dict[str, float] = {}
        if self.file is not None:
            for trial in self.file.trials():
                study.add_trial(trial)
                self._note(trial.user_attrs, values)
        singles: list[Changes] = [{}, *search.singles()]
        yield self.tried * each
        for number in range(self.tried, search.trials):
            if number < len(singles):
                study.enqueue_trial(_as_params(search, singles[number]))
            study.sampler = _sampler(search.usual.seed, number)
            trial = study.ask()
            changes = _suggested(search, trial)
            try:
                changes = search.needed(changes)
                plan = search.games(changes, "search", each)
            except WardroundError:  # values that do not go together
                changes, plan = {}, None
            value: float | None = None
            if plan is not None:
                key = _key(plan.options)
                if key not in values:
                    games: list[Played] = []
                    with closing(simulate(plan, jobs)) as played:
                        for game in played:
                            games.append(game)
                            yield number * each + len(games)
                    values[key] = _value(search.target, games)
                value = values[key]
                self._check_first(number, value)
            self._end(study, trial, changes, value, values)
            yield (number + 1) * each

    def _check_first(self, number: int, value: float) -> None:
        """Refuse what the first games show to mean nothing."""
        if number == 0 and self.search.target.quantity.name == "rounds" and not value:
            raise LabError(
                f"{self.search.usual.game.title} counts no rounds.",
                where="--target",
                expected="length=MINUTES, or decisions=NUMBER",
            )

    def _end(
        self,
        study: "Study",
        trial: "Trial",
        changes: Changes,
        value: float | None,
        values: dict[str, float],
    ) -> None:
        from optuna.trial import TrialState

        trial.set_user_attr("changes", changes)
        trial.set_user_attr("value", value)
        if value is None:
            study.tell(trial, state=TrialState.PRUNED)
        else:
            study.tell(trial, self.search.target.distance(value))
        ended = study.trials[trial.number]
        self._note(ended.user_attrs, values)
        if self.file is not None:
            self.file.add(ended)

    def _note(self, said: Mapping[str, Any], values: dict[str, float]) -> None:
        """Take in a trial that is complete."""
        self.tried += 1
        changes, value = said["changes"], said["value"]
        if value is None:
            self.refused += 1
            return
        values[_key(self.search.games(changes, "search", 1).options)] = value
        self.proposals.append(Proposal(changes, value, self.search.target.distance(value)))

    def best(self) -> list[Proposal]:
        """For each number of changes the nearest proposal, if no fewer changes come as near."""
        found: list[Proposal] = []
        nearest = next((one.distance for one in self.proposals if not one.changes), None)
        if nearest is None:
            return []
        for count in range(1, self.search.most + 1):
            those = [one for one in self.proposals if len(one.changes) == count]
            best = min(those, key=lambda one: one.distance, default=None)
            if best is not None and best.distance < nearest:
                found.append(best)
                nearest = best.distance
        return found


def _key(options: Mapping[str, OptionValue]) -> str:
    return json.dumps(dict(options), sort_keys=True)


# --- proposals ----------------------------------------------------------------------------------


def _sampler(seed: str, number: int) -> Any:
    """A sampler of its own for every proposal, so that a search can be resumed exactly."""
    digest = blake2b(f"{seed}/proposal {number}".encode(), digest_size=4).digest()
    return quiet_optuna().samplers.TPESampler(seed=int.from_bytes(digest))


def _slot(number: int) -> str:
    return f"change {number + 1}"


def _as_params(search: Search, changes: Changes) -> dict[str, Any]:
    """The parameters of a proposal that changes these options."""
    names = [*changes, *[NOTHING] * search.most][: search.most]
    slots: dict[str, Any] = {_slot(number): name for number, name in enumerate(names)}
    return slots | changes


def _suggested(search: Search, trial: "Trial") -> Changes:
    """The options that a proposal changes."""
    options = {option.name: option for option in search.options}
    changes: Changes = {}
    for number in range(search.most):
        name = trial.suggest_categorical(_slot(number), [NOTHING, *options])
        if name == NOTHING:
            continue
        option, usual = options[name], search.usual.options[name]
        value: OptionValue
        if option.kind == "int":
            value = trial.suggest_int(name, option.low, option.high)
        else:
            value = option.check(trial.suggest_categorical(name, _others(option, usual)))
        if value != usual:
            changes[name] = value
    return changes


# --- what was found -----------------------------------------------------------------------------


def _rows(target: Target, games: Sequence[Played]) -> "Rows":
    import numpy as np

    return np.array([target.quantity.row(one) for one in games], dtype=float)


def _value(target: Target, games: Sequence[Played]) -> float:
    return float(target.quantity.of(_rows(target, games).mean(axis=0)))


def _interval(count: int, statistic: Any, level: float) -> tuple[float, float]:
    """The percentile interval of a statistic of games, by bootstrap over games."""
    import numpy as np
    from scipy import stats

    found = stats.bootstrap(
        (np.arange(count),),
        lambda drawn: statistic(drawn.astype(int)),
        vectorized=False,
        n_resamples=RESAMPLES,
        confidence_level=level,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    return float(found.low), float(found.high)


def _estimate(target: Target, games: Sequence[Played]) -> dict[str, float]:
    rows, of = _rows(target, games), target.quantity.of
    low, high = _interval(len(games), lambda drawn: of(rows[drawn].mean(axis=0)), 1 - LEVEL)
    return _rounded(float(of(rows.mean(axis=0))), low, high)


def _gain(
    target: Target, usual: Sequence[Played], changed: Sequence[Played], sides: int
) -> dict[str, float]:
    """How much nearer the changed rules are, game by game on the same seeds."""
    a, b, of = _rows(target, usual), _rows(target, changed), target.quantity.of

    def nearer(drawn: Any) -> float:
        one, two = (float(of(rows[drawn].mean(axis=0))) for rows in (a, b))
        return target.distance(one) - target.distance(two)

    import numpy as np

    low, high = _interval(len(a), nearer, 1 - LEVEL / sides)
    return _rounded(nearer(np.arange(len(a))), low, high)


def _rounded(value: float, low: float, high: float) -> dict[str, float]:
    return {"value": round(value, 6), "low": round(low, 6), "high": round(high, 6)}


def _by_chance(games: Sequence[Played]) -> float:
    """The gap between best and worst seat that even seats would show in so many games."""
    import numpy as np

    seats = len(games[0].ranks)
    drawn = np.random.default_rng(0).multinomial(len(games), [1 / seats] * seats, RESAMPLES)
    return round(float((drawn.max(axis=1) - drawn.min(axis=1)).mean()) / len(games), 6)


def result(tuning: Tuning) -> dict[str, Any]:
    """What a search found, as plain data."""
    search, target = tuning.search, tuning.search.target
    found = tuning.found or tuning.best()
    usual = next((one for one in tuning.proposals if not one.changes), None)
    data: dict[str, Any] = {
        **search.to_json(),
        "unit": target.quantity.unit,
        "fresh_games": search.fresh,
        "tried": tuning.tried,
        "refused": tuning.refused,
        "usual": {
            "search": None if usual is None else round(usual.value, 6),
            "fresh": _estimate(target, tuning.usual) if len(tuning.usual) >= FEWEST else None,
        },
        "found": [
            _found_row(tuning, one, tuning.checked[place] if place < len(tuning.checked) else [])
            for place, one in enumerate(found)
        ],
    }
    if target.quantity.name == "seat_balance" and len(tuning.usual) >= FEWEST:
        data["by_chance"] = _by_chance(tuning.usual)
    if not tuning.finished:
        data["partial"] = True
    data["sentences"] = sentences(search, data)
    return data


def _found_row(tuning: Tuning, one: Proposal, games: Sequence[Played]) -> dict[str, Any]:
    search = tuning.search
    usual = search.usual.options
    row: dict[str, Any] = {
        "rules_changed": len(one.changes),
        "changes": {
            name: {"usual": usual[name], "changed": value} for name, value in one.changes.items()
        },
        "search": round(one.value, 6),
        "fresh": None,
        "nearer_by": None,
        "nearer": None,
        "comparison": None,
    }
    if len(games) >= FEWEST:
        before = tuning.usual[: len(games)]
        gain = _gain(search.target, before, games, len(tuning.found))
        row["fresh"] = {"games": len(games), **_estimate(search.target, games)}
        row["nearer_by"], row["nearer"] = gain, gain["low"] > 0
        row["comparison"] = _compared(search, one, before, games).to_json()
    return row


def _compared(
    search: Search, one: Proposal, before: Sequence[Played], games: Sequence[Played]
) -> Comparison:
    sides = (search.games(changes, "fresh", search.fresh) for changes in ({}, one.changes))
    a, b = (replace(side, games=len(games)) for side in sides)
    return comparison(a, b, list(zip(before, games, strict=True)))


def sentences(search: Search, data: Mapping[str, Any]) -> list[str]:
    """What a search comes to, in words."""
    shown = search.target.quantity.shown
    told = [f"Wanted: {search.target.text()}."]
    usual = data["usual"]["fresh"]
    if usual is not None:
        told.append(f"The usual rules: {_with_interval(shown, usual)}.")
    elif data["usual"]["search"] is not None:
        value = shown(data["usual"]["search"])
        told.append(f"The usual rules: {value} in the games of the search.")
    if "by_chance" in data:
        told.append(f"Even seats would show {shown(data['by_chance'])} by chance.")
    if not data["found"]:
        told.append(
            f"Nothing among {counted(data['tried'], 'proposal')} comes nearer than the usual rules."
        )
    return told + [_sentence(search, row) for row in data["found"]]


def _with_interval(shown: Any, one: Mapping[str, float]) -> str:
    return f"{shown(one['value'])} (95 % interval {shown(one['low'])} to {shown(one['high'])})"


def _sentence(search: Search, row: Mapping[str, Any]) -> str:
    shown = search.target.quantity.shown
    changes = "; ".join(
        f"{name} {one['changed']} instead of {one['usual']}" for name, one in row["changes"].items()
    )
    price = f"{counted(row['rules_changed'], 'rule')} changed ({changes})"
    if row["fresh"] is None:
        return f"{price}: {shown(row['search'])} in the games of the search, not checked."
    gain = row["nearer_by"]
    verdict = (
        f"nearer by {shown(gain['value'])}, more than chance"
        if row["nearer"]
        else "no nearer than chance may bring it"
    )
    return f"{price}: {_with_interval(shown, row['fresh'])} on fresh seeds, {verdict}."
