"""What a report of a game's balance comes to, in words."""

from collections.abc import Sequence

from wardround.core.words import counted
from wardround.lab.balance import BEHIND
from wardround.lab.figures import Row


def sentences(report: Row) -> list[str]:
    """What the report comes to, in words."""
    counts = f"{report['games']:,} games"
    if report["games"] < report["planned_games"]:
        counts = f"only {report['games']:,} of {report['planned_games']:,} games"
    bots = sorted({row["bot"] for row in report["seats"]})
    played = (
        f"From {counts} by {', '.join(bots)}, seed {report['seed']}, rules version "
        f"{report['rules_version']}. Intervals are 95 %. Where many things are compared, p values "
        f"are adjusted by Holm's method: the chance that any one of them is named by mistake is "
        f"{report['level']:.0%}."
    )
    found = [played, *_on_seats(report)]
    found += _on_things(report["items"], "thing")
    found += _on_things(report["openings"], "opening")
    found += _on_drama(report)
    found += _on_rare(report["rare"])
    luck = report["luck"]
    if luck:
        found.append(
            f"On the same deals {luck['bot']} wins {luck['wins']['share']:.0%} against "
            f"{luck['rival']} (even would be {luck['even']:.0%})."
        )
    return found + _on_depth(report["depth"])


def _on_things(rows: Sequence[Row], one: str) -> list[str]:
    if not rows:
        return []
    named = [row for row in rows if is_found(row)]
    if not named:
        return [f"No {one} is worth more or less than its peers beyond chance."]
    best, worst = max(named, key=_beyond_peers), min(named, key=_beyond_peers)
    return [
        f"{len(named)} of {len(rows)} comparisons of {one}s set one apart from its peers by more "
        "than chance. "
        + " ".join(_on_thing(row) for row in ([best, worst] if best != worst else [best]))
    ]


def _on_drama(report: Row) -> list[str]:
    rows = [row for row in report["course"] if row["measure"] == BEHIND]
    if not rows:
        return []
    shares = "; ".join(
        f"{row['mean']:.0%} ({interval(row, '.0%')}) with {group(row)}" for row in rows
    )
    return [f"The winner is behind at this share of the choices: {shares}."]


def _on_rare(found: Row) -> list[str]:
    rows = found["found"]
    if not rows:
        return []
    never = sum(row["count"] == 0 for row in rows)
    bound = max((row["high"] for row in rows if row["count"] == 0), default=0.0)
    text = (
        f"{len(rows)} of {found['looked_at']} kinds of events, questions, things and other actions "
        f"come up in fewer than {found['below']:.0%} of the games"
    )
    if not never:
        return [f"{text}."]
    return [f"{text}, {never} of them in none (each then in {bound:.2%} at most, 95 %)."]


def _on_depth(rows: Sequence[Row]) -> list[str]:
    if not rows:
        return []
    rungs = "; ".join(
        f"{row['bot']} wins {row['wins']['share']:.0%} ({interval(row['wins'], '.0%')}) "
        f"against {row['rival']}"
        for row in rows
    )
    deep = [row["bot"] for row in rows if row["found"] and row["wins"]["share"] > row["even"]]
    pays = f"for {', '.join(deep)}" if deep else "nowhere"
    even = f"{rows[0]['even']:.0%}"
    last = f"By more than chance, twice the iterations pay {pays}."
    return [f"Skill: {rungs} (even would be {even}). {last}"]


def _beyond_peers(row: Row) -> float:
    return float(row["points"]["value"] - row["points"]["peers"])


def is_found(item: Row) -> bool:
    """Whether a thing is worth more or less than its peers by more than chance explains."""
    return any(item[outcome] and item[outcome]["found"] for outcome in ("points", "wins"))


def _on_seats(report: Row) -> list[str]:
    unfair = [row for row in report["fairness"] if row["unfair"]]
    if not unfair:
        return ["No seat wins more than its share beyond chance."] if report["fairness"] else []
    return [
        f"With {row['players']} players ({row['bot']}) the seats do not win alike "
        f"(adjusted p {chance(row['p_adjusted'])})."
        for row in unfair
    ]


def _on_thing(row: Row) -> str:
    points, wins = row["points"], row["wins"]
    text = (
        f"“{row['item']}” ({row['stage']}): {points['value']:+.2f} points "
        f"({interval(points, '+.2f')}; its peers {points['peers']:+.2f})"
    )
    return f"{text}, {wins['value']:+.1%} wins ({interval(wins, '+.1%')})." if wins else f"{text}."


def chance(p: float) -> str:
    """A p value for people."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def group(row: Row) -> str:
    """What was played, for people: the number of players and the bot."""
    return f"{counted(row['players'], 'player')}, {row['bot']}"


def interval(row: Row, form: str) -> str:
    """The interval of a row, in a form of :func:`format`."""
    return f"{row['low']:{form}} to {row['high']:{form}}"
