"""The report of a game's balance as one HTML file: everything in it, nothing fetched, printable.

Each figure stands in a table; drawings are Vega-Lite, with its libraries in the file, and say more
when pointed at. Without scripts the tables are all there.
"""

import json
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Final

from wardround.lab.errors import LabError
from wardround.lab.figures import Row
from wardround.lab.sentences import chance, group, interval, is_found, sentences

Spec = dict[str, Any]

WIDTH: Final = 620
STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b2733; max-width: 62rem; margin: 2rem auto;
  padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 2px solid #d5dde5;
  padding-top: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; display: block;
  overflow-x: auto; }
th, td { padding: .2rem .45rem; border-bottom: 1px solid #d5dde5; text-align: left; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
tr.found td { background: #fff3d6; font-weight: 600; }
p.note { color: #45535f; max-width: 46rem; }
details { margin: .5rem 0; } .chart { margin: 1rem 0; overflow-x: auto; }
@media print { body { max-width: none; margin: 0; } h2, .chart, tr { break-inside: avoid; }
  .chart form { display: none; } table { display: table; } details > * { display: block; } }
"""
DRAW: Final = """
for (const element of document.querySelectorAll(".chart")) {
  const spec = JSON.parse(document.getElementById(element.dataset.spec).textContent);
  vegaEmbed(element, spec, {actions: false, renderer: "svg"}).catch((error) => {
    element.textContent = "The drawing failed: " + error;
  });
}
"""


def library() -> str:
    """The scripts that draw: Vega, Vega-Lite and Vega-Embed in one.

    Raises:
        LabError: The package that brings them is not installed.
    """
    try:
        import vl_convert
    except ImportError as error:
        raise LabError(
            "The libraries for drawing are not installed.",
            where="wardround balance",
            expected="pip install 'wardround[lab]'",
        ) from error
    return str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))


def page(report: Row) -> str:
    """The whole report as HTML.

    Raises:
        LabError: See :func:`library`.
    """
    title = f"How balanced is {report['title']}?"
    body = _Body()
    body.add(f"<h1>{escape(title)}</h1>")
    for sentence in sentences(report):
        body.note(sentence)
    for section in SECTIONS:
        section(body, report)
    body.add("<h2>What was played</h2>")
    body.table(
        ("players#", "bot", "against", "games#"),
        [
            (row["players"], row["bot"], row.get("rival", "itself"), f"{row['games']:,}")
            for row in _played(report)
        ],
    )
    body.add("<details><summary>Options</summary>")
    body.table(("option", "value"), [(k, str(v)[:200]) for k, v in report["options"].items()])
    body.add("</details>")
    scripts = "\n".join(body.specs)
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}</style></head>\n<body>\n{body.text()}\n{scripts}\n"
        f"<script>{library()}</script>\n<script>{DRAW}</script></body></html>\n"
    )


# --- sections ---------------------------------------------------------------------------------


class _Body:
    """The page as it grows."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.specs: list[str] = []

    def text(self) -> str:
        return "\n".join(self._parts)

    def add(self, part: str) -> None:
        self._parts.append(part)

    def note(self, text: str) -> None:
        self.add(f'<p class="note">{escape(text)}</p>')

    def table(
        self,
        columns: Sequence[str],
        rows: Sequence[Sequence[Any]],
        marked: Sequence[bool] | None = None,
    ) -> None:
        """A table; columns whose name ends in ``#`` hold numbers."""
        kinds = [' class="number"' if name.endswith("#") else "" for name in columns]
        head = "".join(
            f"<th{kind}>{escape(name.removesuffix('#'))}</th>"
            for name, kind in zip(columns, kinds, strict=True)
        )
        lines = []
        for number, row in enumerate(rows):
            cells = "".join(
                f"<td{kind}>{escape(str(cell))}</td>" for cell, kind in zip(row, kinds, strict=True)
            )
            mark = ' class="found"' if marked and marked[number] else ""
            lines.append(f"<tr{mark}>{cells}</tr>")
        self.add(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>")

    def chart(self, label: str, spec: Spec, rows: Sequence[Row]) -> None:
        """A drawing of rows."""
        name = f"spec-{len(self.specs)}"
        whole = {
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            "description": label,
            "data": {"values": list(rows)},
            "config": {"axis": {"labelLimit": 260}, "view": {"stroke": None}},
            **spec,
        }
        text = json.dumps(whole).replace("<", "\\u003c")  # nothing ends the script but its end
        self.specs.append(f'<script type="application/json" id="{name}">{text}</script>')
        self.add(
            f'<div class="chart" role="img" aria-label="{escape(label)}" data-spec="{name}"></div>'
        )


def _played(report: Row) -> list[Row]:
    """What was played: settings, and duels on the same deals."""
    settings = {(row["players"], row["bot"]): row for row in report["seats"]}
    duels = [report["luck"]] if report["luck"] else []
    return [*settings.values(), *duels, *report["depth"]]


def _dots(x: str, y: str, title: str) -> Spec:
    """Estimates as dots with their intervals as lines."""
    span = {"field": "low", "type": "quantitative", "title": title, "scale": {"zero": False}}
    point = {"field": x, "type": "quantitative", "scale": {"zero": False}}
    mark = {"type": "point", "filled": True, "size": 60, "tooltip": {"content": "data"}}
    return {
        "width": WIDTH,
        "encoding": {"y": {"field": y, "type": "nominal", "title": None, "sort": None}},
        "layer": [
            {"mark": "rule", "encoding": {"x": span, "x2": {"field": "high"}}},
            {"mark": mark, "encoding": {"x": point}},
        ],
    }


def _by_group(spec: Spec) -> Spec:
    """The same in a colour for each setting; a click in the legend singles one out."""
    group = {"field": "group", "type": "nominal", "title": None}
    opacity = {"condition": {"param": "only", "value": 1}, "value": 0.12}
    only = {"name": "only", "select": {"type": "point", "fields": ["group"]}, "bind": "legend"}
    first, *rest = spec["layer"]
    encoding = {**spec["encoding"], "yOffset": group, "color": group, "opacity": opacity}
    return {**spec, "encoding": encoding, "layer": [{**first, "params": [only]}, *rest]}


def _line(place: float) -> Spec:
    """A dashed line from above to below."""
    return {
        "data": {"values": [{}]},
        "mark": {"type": "rule", "strokeDash": [4, 4]},
        "encoding": {"x": {"datum": place}},
    }


def _with_zero(spec: Spec) -> Spec:
    """The same with a line where nothing is more or less."""
    line = _line(0)
    zero = {**line, "encoding": {**line["encoding"], "y": None}}
    return {**spec, "layer": [zero, *spec["layer"]]}


def estimates(value: str, by: str, title: str, even: float | None = None) -> Spec:
    """A drawing of rows with ``low`` and ``high`` in Vega-Lite, without the rows.

    Args:
        value: The field of the estimate.
        by: The field that names it.
        title: What the numbers are.
        even: Where a dashed line stands; none if not given.
    """
    spec = _dots(value, by, title)
    shared = spec.pop("encoding")
    layers = [{**one, "encoding": {**shared, **one["encoding"]}} for one in spec["layer"]]
    if even is not None:
        layers.insert(0, _line(even))
    return {**spec, "layer": layers}


def _on_seats(body: _Body, report: Row) -> None:
    body.add("<h2>Seats</h2>")
    rows = report["seats"]
    body.note("Games won (a shared win counts in part) and points, by seat.")
    shown = [
        {
            "group": group(row),
            "seat": f"seat {row['seat']}",
            "won": row["wins"]["share"],
            "low": row["wins"]["low"],
            "high": row["wins"]["high"],
            "games": row["games"],
        }
        for row in rows
        if row["wins"]
    ]
    spec = _by_group(_dots("won", "seat", "share of games won"))
    body.chart("Share of games won by seat", spec, shown)
    body.table(
        ("setting", "seat#", "games#", "won#", "95 % interval#", "points#", "95 % interval#"),
        [
            (
                group(row),
                row["seat"],
                row["games"],
                f"{row['wins']['share']:.1%}" if row["wins"] else "-",
                interval(row["wins"], ".1%") if row["wins"] else "-",
                f"{row['points']['mean']:.2f}",
                interval(row["points"], ".2f"),
            )
            for row in rows
        ],
    )
    if report["fairness"]:
        body.note("Do all seats win alike? Chi-square tests, adjusted by Holm's method.")
        body.table(
            ("setting", "games#", "p#", "adjusted p#"),
            [
                (group(row), row["games"], chance(row["p"]), chance(row["p_adjusted"]))
                for row in report["fairness"]
            ],
            [row["unfair"] for row in report["fairness"]],
        )


def _on_length(body: _Body, report: Row) -> None:
    body.add("<h2>Length</h2>")
    body.note(
        f"Minutes are estimated: {report['seconds_a_move']} seconds for every move begun; a chain "
        "of choices is one move. Where seats choose at the same time, it is less."
    )
    _measures(body, report["length"], ("p5", "p50", "p95"))
    body.add("<h2>How games end</h2>")
    body.table(
        ("setting", "games#", "ended by", "count#", "share#", "95 % interval#"),
        [
            (
                group(row),
                row["games"],
                row["ending"],
                row["count"],
                f"{row['share']:.1%}",
                interval(row, ".1%"),
            )
            for row in report["endings"]
        ],
    )


def _measures(body: _Body, rows: Sequence[Row], more: Sequence[str] = ()) -> None:
    body.table(
        ("setting", "games#", "measure", "mean#", "95 % interval#", *(f"{one}#" for one in more)),
        [
            (
                group(row),
                row["games"],
                row["measure"],
                f"{row['mean']:.2f}",
                interval(row, ".2f"),
                *(f"{row[one]:g}" for one in more),
            )
            for row in rows
        ],
    )


def _on_points(body: _Body, report: Row) -> None:
    rows = report["sources"]
    if not rows:
        return
    body.add("<h2>Where points come from</h2>")
    body.note(
        "Mean points of a seat, by what the game told when they changed. Points are those that "
        "the seat would have if the game ended at once, so what must be paid for later shows early."
    )
    shown = [{**row, "group": group(row), "interval": interval(row, ".2f")} for row in rows]
    spec = {
        "facet": {"field": "group", "type": "nominal", "title": None},
        "columns": 1,
        "spec": {
            "width": WIDTH,
            "height": 200,
            "params": [
                {
                    "name": "only",
                    "select": {"type": "point", "fields": ["source"]},
                    "bind": "legend",
                }
            ],
            "mark": {"type": "bar"},
            "encoding": {
                "x": {"field": "phase", "type": "ordinal", "title": rows[0]["unit"]},
                "y": {"field": "mean", "type": "quantitative", "title": "points of a seat"},
                "color": {"field": "source", "type": "nominal"},
                "opacity": {"condition": {"param": "only", "value": 1}, "value": 0.12},
                "tooltip": [
                    {"field": "source"},
                    {"field": "phase"},
                    {"field": "mean", "format": ".2f"},
                    {"field": "interval", "title": "95 % interval"},
                ],
            },
        },
    }
    body.chart("Points by source and part of the game", spec, shown)
    body.add("<details><summary>As a table</summary>")
    body.table(
        ("setting", "games#", "source", f"{rows[0]['unit']}#", "points#", "95 % interval#"),
        [
            (
                row["group"],
                row["games"],
                row["source"],
                row["phase"],
                f"{row['mean']:.3f}",
                interval(row, ".3f"),
            )
            for row in shown
        ],
    )
    body.add("</details>")


def _on_items(body: _Body, report: Row) -> None:
    if not report["items"]:
        return
    body.add("<h2>What things are worth</h2>")
    body.note(
        "How many points more, and how many more games won, a seat has that an item was there for "
        "(“can be”), or that took or used it when it could. Adjusted for setting and seat; taking "
        "also for the lead, the time and the number of choices at the first opportunity: augmented "
        "inverse probability weighting (Robins, Rotnitzky and Zhao 1994), errors clustered by "
        "game. What these do not tell of who takes what is not adjusted for; as far as it is the "
        "same for all things of a kind, it shows in the median of its peers. Marked, and tested "
        "by p: further from that median than chance explains, by Holm's method for all of them."
    )
    _things(body, report["items"])


def _on_openings(body: _Body, report: Row) -> None:
    if not report["openings"]:
        return
    body.add("<h2>Openings</h2>")
    body.note(
        "What it is worth to take a thing as the first one of its kind, to a seat that could "
        "choose then: compared with taking another one. Adjusted for setting, seat, lead, "
        "time and the number of choices, and tested against its peers, as above; Holm's method for "
        "all openings."
    )
    _things(body, report["openings"])


def _things(body: _Body, found: Sequence[Row]) -> None:
    """Drawings and a table of what things are worth, the dearest first."""
    rows = sorted(found, key=lambda row: -row["points"]["value"])
    shown = [
        {
            "name": f"{row['item']} ({row['stage']})",
            "kind": row["kind"],
            "value": row["points"]["value"],
            "low": row["points"]["low"],
            "high": row["points"]["high"],
            "peers": row["points"]["peers"],
            "wins": row["wins"] and row["wins"]["value"],
            "p": row["points"]["p_adjusted"],
            "with": row["with"],
            "without": row["without"],
        }
        for row in rows
    ]
    spec = _with_zero(_dots("value", "name", "points more or less"))
    for kind in dict.fromkeys(row["kind"] for row in shown):
        own = [row for row in shown if row["kind"] == kind]
        body.chart(f"Points that a {kind} is worth", spec, own)
    body.table(
        (
            "item",
            "kind",
            "stage",
            "with#",
            "without#",
            "points#",
            "95 % interval#",
            "peers#",
            "p#",
            "wins#",
            "95 % interval#",
            "p#",
            "unadjusted points#",
        ),
        [
            (
                row["item"],
                row["kind"],
                row["stage"],
                row["with"],
                row["without"],
                f"{row['points']['value']:+.2f}",
                interval(row["points"], "+.2f"),
                f"{row['points']['peers']:+.2f}",
                chance(row["points"]["p_adjusted"]),
                *_wins_cells(row["wins"]),
                f"{row['points']['plain']:+.2f}",
            )
            for row in rows
        ],
        [is_found(row) for row in rows],
    )


def _wins_cells(wins: Row | None) -> tuple[str, str, str]:
    if wins is None:
        return ("-", "-", "-")
    return f"{wins['value']:+.1%}", interval(wins, "+.1%"), chance(wins["p_adjusted"])


def _on_choices(body: _Body, report: Row) -> None:
    body.add("<h2>Choices</h2>")
    body.note(
        "How many choices a seat has when it is asked. Forced answers are given without asking; "
        "“single” are those asked all the same, because they spend something."
    )
    widths = [
        {"group": group(row), "choices": int(width), "share": count / row["decisions"]}
        for row in report["choices"]
        for width, count in row["widths"].items()
    ]
    spec = {
        "width": WIDTH,
        "height": 200,
        "mark": {"type": "line", "point": True, "tooltip": {"content": "data"}},
        "encoding": {
            "x": {"field": "choices", "type": "quantitative", "title": "legal choices"},
            "y": {"field": "share", "type": "quantitative", "title": "share of decisions"},
            "color": {"field": "group", "type": "nominal", "title": None},
        },
    }
    body.chart("How often there are how many choices", spec, widths)
    body.table(
        (
            "setting",
            "decisions#",
            "mean#",
            "95 % interval#",
            "median#",
            "p95#",
            "single#",
            "two#",
        ),
        [
            (
                group(row),
                f"{row['decisions']:,}",
                f"{row['mean']:.2f}",
                interval(row, ".2f"),
                row["p50"],
                row["p95"],
                f"{row['single']:.1%}",
                f"{row['two']:.1%}",
            )
            for row in report["choices"]
        ],
    )


def _on_course(body: _Body, report: Row) -> None:
    if not report["course"]:
        return
    body.add("<h2>The course of a game</h2>")
    body.note(
        "Who leads is who has the most points at the time, as everybody could count them. Drama is "
        "that of C. Browne (“Automatic Generation and Evaluation of Recombination Games”, thesis, "
        "Queensland University of Technology, 2008), counted in points: at every choice, what the "
        "best of the others has more than the later winner is taken as a share of the widest gap "
        "between two seats in that game; drama is the mean of the square roots of these over the "
        "choices at which the winner is behind, and 0 if it never is."
    )
    _measures(body, report["course"])


def _on_rare(body: _Body, report: Row) -> None:
    found = report["rare"]
    body.add("<h2>What hardly ever comes up</h2>")
    body.note(
        f"Kinds of events, questions, things taken and other actions that come up in fewer than "
        f"{found['below']:.0%} of all {found['games']:,} games of the settings above, by more than "
        f"chance: {len(found['found'])} of {found['looked_at']} (binomial tests, Holm's method). "
        "Intervals are those of Clopper and Pearson; for what never came up they say how "
        "often it may at most. Questions and actions that need other options or numbers of players "
        "cannot come up at all."
    )
    if found["found"]:
        body.table(
            ("what", "name", "in games#", "share of games#", "95 % interval#", "p#", "most often"),
            [
                (
                    row["what"],
                    row["name"].replace("_", " "),
                    f"{row['count']:,}",
                    f"{row['share']:.2%}",
                    interval(row, ".2%"),
                    chance(row["p_adjusted"]),
                    _most(row["most"]),
                )
                for row in found["found"]
            ],
        )


def _most(row: Row | None) -> str:
    """In which setting it came up in the largest share of games."""
    return f"{group(row)}: {row['count']:,} of {row['games']:,}" if row else "-"


def _on_luck(body: _Body, report: Row) -> None:
    luck = report["luck"]
    if not luck:
        return
    body.add("<h2>Luck and skill</h2>")
    body.note(
        f"{luck['bot']} against {luck['rival']} with {luck['players']} players: {luck['deals']:,} "
        f"deals, each played with {luck['bot']} at every seat in turn ({luck['games']:,} games). "
        "The variance of points, taken apart: players fixed, deals drawn; intervals by bootstrap "
        "over deals. It tells of these two players: between equals all is luck."
    )
    spec = _dots("share", "part", "share of the variance of points")
    body.chart("Shares of the variance of points", spec, luck["variance"])
    body.table(
        ("part", "share of the variance#", "95 % interval#"),
        [(row["part"], f"{row['share']:.1%}", interval(row, ".1%")) for row in luck["variance"]],
    )
    body.note(
        f"{luck['bot']} wins {luck['wins']['share']:.1%} ({interval(luck['wins'], '.1%')}) where "
        f"even is {luck['even']:.1%}, and has {luck['points']['mean']:+.2f} points "
        f"({interval(luck['points'], '+.2f')}) more than a rival."
    )


def _on_depth(body: _Body, report: Row) -> None:
    rows = report["depth"]
    if not rows:
        return
    body.add("<h2>Depth of skill</h2>")
    body.note(
        "What a search gains that looks twice as long: it plays against searches of half as many "
        "iterations for a choice, every deal from every seat in turn. Deals are the samples; "
        "Student's t intervals, t tests adjusted by Holm's method. A game in which looking further "
        "pays for many rungs is deep; where it stops to pay, so does this search, not every player."
    )
    shown = [
        {
            "rung": f"{row['bot']} against {row['rival']}",
            **row["wins"],
            "deals": row["deals"],
            "games": row["games"],
        }
        for row in rows
    ]
    body.chart(
        "Share of games won by twice the iterations",
        estimates("share", "rung", "share of games won", rows[0]["even"]),
        shown,
    )
    body.table(
        (
            "search",
            "against",
            "players#",
            "deals#",
            "games#",
            "won#",
            "95 % interval#",
            "p#",
            "points more#",
            "95 % interval#",
        ),
        [
            (
                row["bot"],
                row["rival"],
                row["players"],
                row["deals"],
                row["games"],
                f"{row['wins']['share']:.1%}",
                interval(row["wins"], ".1%"),
                chance(row["p_adjusted"]),
                f"{row['points']['mean']:+.2f}",
                interval(row["points"], "+.2f"),
            )
            for row in rows
        ],
        [row["found"] for row in rows],
    )


SECTIONS: Final[tuple[Callable[[_Body, Row], None], ...]] = (
    _on_seats,
    _on_length,
    _on_points,
    _on_items,
    _on_openings,
    _on_choices,
    _on_course,
    _on_rare,
    _on_luck,
    _on_depth,
)
