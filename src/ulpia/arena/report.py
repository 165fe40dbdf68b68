"""The report of a tournament: one HTML page without scripts or external files."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path

from ulpia.arena import plots
from ulpia.arena.errors import TEXTS
from ulpia.arena.schedule import seated
from ulpia.arena.summary import AgentSummary, Summary
from ulpia.registry import find_game

CSS = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
AGENT_HUES = 6
SOURCE_HUES = 12
STEPS = (5, 10)
"""Width of a column of the histogram in points: the first, unless that makes too many columns."""
MAX_COLUMNS = 24
ROW, TALL = 40, 64


class Page:
    """The report of one tournament in one language."""

    def __init__(self, summary: Summary, language: str) -> None:
        self.summary, self.language = summary, language
        self.game = find_game(summary["game"])
        self.agents = sorted(summary["agents"], key=lambda agent: -agent["rating"])
        self.hues = {agent["name"]: f"m{at % AGENT_HUES}" for at, agent in enumerate(summary["agents"])}

    # Texts and numbers

    def say(self, key: str, **facts: object) -> str:
        """Return a text of the report, escaped for HTML."""
        return escape(TEXTS.say(self.language, "report", key, **facts))

    def number(self, value: float, digits: int = 1) -> str:
        """Format a number for the language."""
        text = f"{value:,.{digits}f}".replace("-", "−")
        return text.translate(str.maketrans(",.", "\u202f,")) if self.language == "de" else text

    def percent(self, rate: float, digits: int = 1) -> str:
        """Format a rate as a percentage."""
        return self.number(100 * rate, digits) + ("\u00a0%" if self.language == "de" else "%")

    def reach(self, ends: Sequence[float], say: Callable[[float], str]) -> str:
        """Format an interval."""
        return f"{say(ends[0])} – {say(ends[1])}"

    def seconds(self, seconds: float) -> str:
        """Format a time with a suitable unit."""
        if seconds >= 1:
            return self.number(seconds, 1 if seconds % 1 else 0) + "\u00a0s"
        if seconds >= 1e-3:
            return self.number(1e3 * seconds, 1 if seconds < 9.95e-3 and (1e3 * seconds) % 1 > 1e-6 else 0) + "\u00a0ms"
        return self.number(1e6 * seconds, 0) + "\u00a0µs"

    def source(self, key: str) -> str:
        """Return the name of a source of points."""
        return str(self.game.texts.find(self.language, "names", "sources", key))

    # Parts of the page

    def who(self, name: str) -> str:
        """Return the name of an agent with its colour."""
        breakable = re.sub(r"([:/])", r"\1<wbr>", escape(name))
        return f'<span class="who {self.hues[name]}"><i></i><b>{breakable}</b></span>'

    def row(self, agent: AgentSummary, drawn: str, value: str, small: str = "") -> str:
        """Return a row of a plot: an agent, its marks and its figure."""
        more = f"<small>{small}</small>" if small else ""
        hue = self.hues[agent["name"]]
        return f'<div class="row {hue}">{self.who(agent["name"])}{drawn}<span class="value">{value}{more}</span></div>'

    def section(self, key: str, body: str, kind: str = "", **facts: object) -> str:
        """Return a section with its heading and a description."""
        about = f'<p class="about">{self.say(f"{key}_about", **facts)}</p>'
        return f'<section class="{kind}"><h2>{self.say(key)}</h2>{about}{body}</section>'

    def plot(self, rows: Iterable[str], axis: plots.Axis, say: Callable[[float], str]) -> str:
        """Return rows above their axis."""
        return f'{"".join(rows)}<div class="row axis"><span></span>{plots.scale(axis, say)}<span></span></div>'

    def table(self, head: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
        """Return a table; each row has a heading and finished cells."""
        return self.grid(head, [f'<tr><th scope="row">{first}</th>{"".join(cells)}</tr>' for first, cells in rows])

    def grid(self, head: Sequence[str], rows: Iterable[str]) -> str:
        """Return the rows of a table under their headings; text is aligned left."""
        left = {self.say(key) for key in ("agent", "what", "where", "seating")}
        top = "".join(f'<th scope="col"{" class=left" if cell in left else ""}>{cell}</th>' for cell in head)
        return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'

    # Sections

    def head(self) -> str:
        """Return the heading: what was played."""
        summary = self.summary
        names = " · ".join(agent["name"] for agent in summary["agents"])
        known = {
            "games": self.number(summary["games"], 0),
            "deals": self.number(summary["deals"]["many"], 0),
            "seats": str(summary["seats"]),
            "seeds": f"{summary['deals']['first']} – {summary['deals']['last']}",
        }
        facts = "".join(f"<div><dt>{self.say(key)}</dt><dd>{escape(value)}</dd></div>" for key, value in known.items())
        title = escape(self.game.texts.find(self.language, "title"))
        return (
            f'<header><p class="brand">ULPIA · {self.say("arena").upper()}</p><h1>{title}: {escape(names)}</h1>'
            f'<dl class="facts">{facts}</dl></header>'
        )

    def win_rates(self) -> str:
        """Plot win rates with intervals, and the rate of equal agents."""
        axis = plots.Axis(0, 1, (0, 0.25, 0.5, 0.75, 1))
        fair = 1 / self.summary["seats"]
        rows = []
        for agent in self.agents:
            value, ends = self.percent(agent["win_rate"]), self.reach(agent["win_rate_interval"], self.percent)
            marks = plots.interval(axis, agent["win_rate"], agent["win_rate_interval"], ROW, f"{value} ({ends})")
            marks.insert(0, plots.line(axis.at(fair), ROW, "fair"))
            rows.append(
                self.row(agent, plots.strip(axis, ROW, marks, f"{agent['name']}: {value} ({ends})"), value, ends)
            )
        body = self.plot(rows, axis, lambda tick: self.percent(tick, 0))
        return self.section("win_rates", body, "wide", fair=self.percent(fair))

    def ratings(self) -> str:
        """Plot ratings with two deviations."""
        ends = [
            (agent["rating"] - 2 * agent["rating_deviation"], agent["rating"] + 2 * agent["rating_deviation"])
            for agent in self.agents
        ]
        axis = plots.even_axis(end for pair in ends for end in pair)
        rows = []
        for agent, pair in zip(self.agents, ends):
            value, small = self.number(agent["rating"]), f"± {self.number(2 * agent['rating_deviation'])}"
            marks = plots.interval(axis, agent["rating"], pair, ROW, f"{value} {small}")
            rows.append(
                self.row(agent, plots.strip(axis, ROW, marks, f"{agent['name']}: {value} {small}"), value, small)
            )
        return self.section("ratings", self.plot(rows, axis, lambda tick: self.number(tick, 0)))

    def points(self) -> str:
        """Plot the distribution of points."""
        reached = [int(points) for agent in self.agents for points in agent["points"]]
        step = STEPS[max(reached) - min(reached) > STEPS[0] * MAX_COLUMNS]
        shares: list[dict[float, float]] = []
        for agent in self.agents:
            counted: dict[float, float] = {}
            for points, times in agent["points"].items():
                start = float(int(points) // step * step)
                counted[start] = counted.get(start, 0.0) + times / agent["seats_held"]
            shares.append(counted)
        starts = [start for counted in shares for start in counted]
        axis = plots.even_axis([min(starts), max(starts) + step])
        top = 1.05 * max(share for counted in shares for share in counted.values())

        def title(start: float, share: float) -> str:
            return f"{self.number(start, 0)} – {self.number(start + step - 1, 0)}: {self.percent(share)}"

        rows = []
        for agent, counted in zip(self.agents, shares):
            mean, small = self.number(agent["mean_points"]), f"± {self.number(agent['points_deviation'])}"
            marks = plots.histogram(axis, counted, step, top, TALL, title)
            marks.append(plots.line(axis.at(agent["mean_points"]), TALL, "mean"))
            rows.append(
                self.row(agent, plots.strip(axis, TALL, marks, f"{agent['name']}: {mean} {small}"), mean, small)
            )
        body = self.plot(rows, axis, lambda tick: self.number(tick, 0))
        return self.section("points", body, "wide", step=step)

    def sources(self) -> str:
        """Plot the sources of points."""
        known = [key for key in self.agents[0]["sources"] if any(agent["sources"].get(key) for agent in self.agents)]
        hues = {key: f"s{at % SOURCE_HUES}" for at, key in enumerate(known)}
        ends = [0.0]
        for agent in self.agents:
            gains = [agent["sources"][key] for key in known]
            ends += [sum(gain for gain in gains if gain > 0), sum(gain for gain in gains if gain < 0)]
        axis = plots.even_axis(ends)
        rows = []
        for agent in self.agents:
            parts = [
                (f"part {hues[key]}", gain, f"{self.source(key)}: {self.number(gain)}")
                for key in known
                if (gain := agent["sources"][key])
            ]
            marks = [*plots.stacked(axis, parts, ROW), plots.line(axis.at(0), ROW, "zero")]
            label = f"{agent['name']}: " + ", ".join(title for _, _, title in parts)
            rows.append(self.row(agent, plots.strip(axis, ROW, marks, label), self.number(agent["mean_points"])))
        legend = "".join(f'<li><i class="{hues[key]}"></i>{escape(self.source(key))}</li>' for key in known)
        figures = self.table(
            ["", *(self.who(agent["name"]) for agent in self.agents)],
            [
                (escape(self.source(key)), [f"<td>{self.number(agent['sources'][key])}</td>" for agent in self.agents])
                for key in known
            ],
        )
        body = self.plot(rows, axis, lambda tick: self.number(tick, 0))
        body += f'<ul class="legend">{legend}</ul><details><summary>{self.say("figures")}</summary>{figures}</details>'
        return self.section("sources", body, "wide")

    def places(self) -> str:
        """Plot how often each place was reached."""
        axis = plots.Axis(0, 1, (0, 0.25, 0.5, 0.75, 1))
        rows = []
        for agent in self.agents:
            parts = [
                (f"place p{place}", share, f"{place}. {self.percent(share)}")
                for place, share in enumerate(agent["places"], 1)
            ]
            label = f"{agent['name']}: " + ", ".join(title for _, _, title in parts)
            value = self.percent(agent["places"][0])
            rows.append(self.row(agent, plots.strip(axis, ROW, plots.stacked(axis, parts, ROW), label), value))
        return self.section("places", self.plot(rows, axis, lambda tick: self.percent(tick, 0)), "wide")

    def times(self) -> str:
        """Plot the time per decision."""
        axis = plots.decades(
            agent[key] for agent in self.agents for key in ("seconds_per_decision", "longest_decision")
        )
        rows = []
        for agent in self.agents:
            mean, longest = agent["seconds_per_decision"], agent["longest_decision"]
            value, small = self.seconds(mean), self.say("longest", time=self.seconds(longest))
            marks = [
                plots.bar(0, axis.at(mean), 10, ROW - 20, "time", value),
                plots.line(axis.at(longest), ROW, "longest"),
            ]
            drawn = plots.strip(axis, ROW, marks, f"{agent['name']}: {value}")
            rows.append(self.row(agent, drawn, value, small))
        reached = [
            self.say("reached", name=agent["name"], many=self.number(agent["positions_per_second"], 0))
            for agent in self.agents
            if agent["positions_per_second"]
        ]
        body = self.plot(rows, axis, self.seconds)
        body += f'<p class="about">{" ".join(reached)}</p>' if reached else ""
        return self.section("decision_times", body)

    def crosstable(self) -> str:
        """Show who finished before whom."""
        ahead = self.summary["ahead"]

        def cell(one: str, other: str) -> str:
            rate = ahead[one].get(other)
            if rate is None:
                return '<td class="self">–</td>'
            return f'<td class="heat" style="--much:{round(45 * rate)}%">{self.percent(rate)}</td>'

        names = [agent["name"] for agent in self.agents]
        head = ["", *map(self.who, names)]
        return self.section(
            "crosstable", self.table(head, [(self.who(one), [cell(one, other) for other in names]) for one in names])
        )

    def seats(self) -> str:
        """Show win rates by seat."""
        head = [
            "",
            *(escape(self.game.texts.say(self.language, "seat", number=at + 1)) for at in range(self.summary["seats"])),
        ]
        rows = [
            (self.who(agent["name"]), [f"<td>{self.percent(rate)}</td>" for rate in agent["win_rate_by_seat"]])
            for agent in self.agents
        ]
        return self.section("by_seat", self.table(head, rows))

    def tables(self) -> str:
        """Show the results of each table."""
        rows = []
        for table in self.summary["tables"]:
            last = len(table["agents"]) - 1
            for at, agent in enumerate(table["agents"]):
                kind = ("more " if at else "") + ("open" if at < last else "")
                named, games = ("", "") if at else (escape(seated(table["table"])), self.number(table["games"], 0))
                rows.append(
                    f'<tr class="{kind}"><th scope="row">{named}</th><td class="left">{self.who(agent["name"])}</td>'
                    f"<td>{self.percent(agent['win_rate'])}</td>"
                    f"<td>{self.reach(agent['win_rate_interval'], self.percent)}</td><td>{games}</td></tr>"
                )
        head = [self.say(key) for key in ("table", "agent", "win_rate", "interval", "played")]
        return self.section("tables", self.grid(head, rows), "wide")

    def failures(self) -> str:
        """List the failures of agents."""
        rows = [
            (
                self.who(agent["name"]),
                [
                    f"<td>{self.number(kind['times'], 0)}</td>",
                    f'<td class="words">{escape(kind["what"])}</td>',
                    f'<td class="words"><code>{escape(kind["where"])}</code></td>',
                ],
            )
            for agent in self.agents
            for kind in agent["failures"]["kinds"]
        ]
        head = [self.say(key) for key in ("agent", "times", "what", "where")]
        return self.section("failures", self.table(head, rows), "wide bad") if rows else ""

    def abandoned(self) -> str:
        """List abandoned deals."""
        rows = [
            (
                str(lost["seed"]),
                [
                    f"<td>{lost['number']}</td>",
                    f'<td class="words">{", ".join(map(self.who, lost["seating"]))}</td>',
                    f"<td>{lost['workers']}</td>",
                ],
            )
            for lost in self.summary["abandoned"]
        ]
        head = [self.say(key) for key in ("deal", "game", "seating", "workers")]
        return self.section("abandoned", self.table(head, rows), "wide bad") if rows else ""

    def foot(self) -> str:
        """Return the footer: methods and versions."""
        summary = self.summary
        settings = " ".join(f"{name}={value}" for name, value in summary["settings"].items())
        known = {key: summary[key] for key in ("ulpia", "rules", "components", "code")}
        return (
            f"<footer><p>{self.say('method', confidence=self.percent(summary['confidence'], 0))}</p>"
            f"<p>{self.say('rating_method')}</p>"
            f"<p>{self.say('versions', settings=settings, **known)}</p></footer>"
        )

    def html(self) -> str:
        """Return the whole page."""
        several = len(self.agents) > 1
        parts = [self.head(), self.win_rates()]
        parts += [self.places()] if self.summary["seats"] > 2 else []
        parts += [self.points(), self.sources(), self.ratings(), self.times()]
        parts += [self.crosstable()] if several else []
        parts += [self.seats(), self.tables() if len(self.summary["tables"]) > 1 else ""]
        parts += [self.failures(), self.abandoned(), self.foot()]
        title = f"{escape(self.game.texts.find(self.language, 'title'))} · {self.say('arena')} · Ulpia"
        data = json.dumps(self.summary).replace("<", "\\u003c")
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
            f"<style>{CSS}</style></head><body><main>{''.join(parts)}</main>"
            f'<script type="application/json" id="summary">{data}</script></body></html>\n'
        )


def report(summary: Summary, language: str) -> str:
    """Return the report of a tournament as HTML."""
    return Page(summary, language).html()
