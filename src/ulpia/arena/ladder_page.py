"""The ladder as a Markdown page: games, seeds, results and their intervals."""

from collections.abc import Iterator, Sequence

from ulpia.arena.ladder import ASCENT, EQUALS, GREEDY, LadderResults, PartResults, ladder_games
from ulpia.registry import find_game

INTRODUCTION = """# The ladder

The measured strength of the levels. One command writes this page and its data (`ladder.json`):

```
ulpia ladder            # on all cores; --on ray on a cluster; it continues where it was stopped
```

Every deal (a seed) is played from all seats: the agents rotate, one seat a game, so that neither the deal nor the seat
favours an agent. A shared victory counts in part. The set-up is dealt. Intervals are 95 % intervals. Games of one deal
are not independent, so their variance is taken over deals: Wilson's interval for the number of independent games that
would have the same variance (see `src/ulpia/arena/statistics.py`). The same code, agents and seeds give the same games
on every machine, so the results do not depend on where they were played.
"""

TARGETS = {
    "win_rate": "wins at least {least:.0%}",
    "lower_end": "lower end at least {least:.0%}",
    "winners_points": "winner's mean at least {least:.0f} points",
}


def page(ladder: LadderResults) -> str:
    """Return the page."""
    lines = [INTRODUCTION, *_standing(ladder), ""]
    for game in ladder_games():
        lines += _game(game, [part for part in ladder["parts"] if part["game"] == game])
    lines += ["## Play it again", "", "Any part alone, with the same games:", "", "```"]
    lines += [part["command"] for part in ladder["parts"]]
    return "\n".join([*lines, "```", ""])


def _standing(ladder: LadderResults) -> Iterator[str]:
    """Say whether everything was played, and whether the targets are reached."""
    code = ", ".join(
        f"`{digest}` ({find_game(game).texts.find('en', 'title')})" for game, digest in ladder["code"].items()
    )
    yield f"Ulpia {ladder['ulpia']}, deals from seed {_first_seed(ladder['parts'])} on. Code that decides how games go:"
    yield f"{code}."
    if "note" in ladder:
        yield f"**The code has changed since:** {ladder['note']['because']}"
    missing = [part["part"] for part in ladder["parts"] if not part["complete"]]
    if missing:
        many = f"{len(missing)} of {len(ladder['parts'])} parts"
        yield f"**Not all of it has been played yet:** {many} are missing or short."
    failed = [part["part"] for part in ladder["parts"] if any(target["holds"] is False for target in part["targets"])]
    if failed:
        yield f"**Not all targets are reached:** {', '.join(failed)}."
    elif not missing:
        yield "All targets are reached."


def _first_seed(parts: Sequence[PartResults]) -> str:
    return ", ".join(sorted({part["command"].rsplit(" ", 1)[1] for part in parts}))


def _game(game: str, parts: Sequence[PartResults]) -> Iterator[str]:
    yield f"## {find_game(game).texts.find('en', 'title')}"
    yield ""
    for seats in find_game(game).seat_counts:
        rows = [part for part in parts if part["kind"] == ASCENT and part["seats"] == seats]
        yield f"### {'Two players' if seats == 2 else f'One against {seats - 1} of the level below'}"
        yield ""
        yield from _rates(rows)
    yield "### The strongest against `greedy`"
    yield ""
    yield from _rates([part for part in parts if part["kind"] == GREEDY])
    for part in parts:
        if part["kind"] == EQUALS:
            yield from _equals(part)


def _rates(parts: Sequence[PartResults]) -> Iterator[str]:
    """Yield a table of win rates."""
    yield "| level | against | games | deals | wins | 95 % interval | points | theirs | target | reached |"
    yield "|---|---|--:|--:|--:|:-:|--:|--:|---|:-:|"
    for part in parts:
        level, *others = part["agents"]
        against = others[0] if len(others) == 1 else f"{len(others)} × {others[0]}"
        if not part["games"]:
            yield f"| {level} | {against} | not played yet | | | | | | {_targets(part)} | |"
            continue
        first, second = part["results"]
        low, high = first["win_rate_interval"]
        cells = [
            level,
            against,
            f"{part['games']:,}",
            f"{part['deals']['many']:,}",
            f"**{first['win_rate']:.1%}**",
            f"{low:.1%} – {high:.1%}",
            f"{first['mean_points']:.1f}",
            f"{second['mean_points']:.1f}",
            _targets(part),
            _reached(part),
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""


def _targets(part: PartResults) -> str:
    return "; ".join(TARGETS[target["figure"]].format(least=target["least"]) for target in part["targets"]) or "–"


def _reached(part: PartResults) -> str:
    if not part["targets"]:
        return "–"
    return "yes" if all(target["holds"] for target in part["targets"]) else "**no**"


def _equals(part: PartResults) -> Iterator[str]:
    """Yield the results of the strongest level against itself."""
    yield f"### {part['seats']} × {part['agents'][0]}"
    yield ""
    if not part["games"]:
        yield "Not played yet."
        yield ""
        return
    (own,) = part["results"]
    low, high = part["winners_points_interval"]
    yield (
        f"{part['games']:,} games, {part['deals']['many']:,} deals. The winner has **{part['winners_points']:.1f}** "
        f"points on average ({low:.1f} – {high:.1f}), a seat {own['mean_points']:.1f} ± {own['points_deviation']:.1f}."
    )
    for target in part["targets"]:
        text = TARGETS[target["figure"]].format(least=target["least"])
        yield f"Target: {text}. It is {'reached' if target['holds'] else '**not reached**'}."
    event = part["counted_event"]
    if event:
        yield (
            f"{event['sentence']} {event['times']:,} times of {event['chances']:,} "
            f"({event['times'] / event['chances']:.2%}); of the {event['seats']:,} seats to which that happened, "
            f"{event['victories']:g} won all the same."
        )
    yield ""
    yield "| points from | mean of a seat |"
    yield "|---|--:|"
    names = find_game(part["game"]).texts.find("en", "names", "sources")
    for source, points in own["sources"].items():
        yield f"| {names[source]} | {points:.1f} |"
    yield f"| all | {own['mean_points']:.1f} |"
    yield ""
