"""The ladder as a page: what was played, how often, with which seeds, and how sure the results are."""

from collections.abc import Iterator, Sequence
from typing import Any

from ulpia.arena.ladder import ASCENT, EQUALS, GREEDY
from ulpia.registry import GAMES, find_game

Told = dict[str, Any]

INTRODUCTION = """# The ladder

How strong the five levels are, measured. This page and its data (`ladder.json`) are written by one command:

```
ulpia ladder            # on all cores; --on ray on a cluster; it goes on where it was stopped
```

Every deal (a seed) is played from all seats: the agents move round, one seat a game, so that neither the deal nor the
seat favours anybody. A shared victory counts as a part of one. The set-up is dealt. Intervals are 95 % intervals; games
of one deal are not independent, so their variance is taken over deals: Wilson's interval for as many independent games
as would vary as much (`src/ulpia/arena/statistics.py` says it exactly). The same code, agents and seeds give the same
games on every machine, so nothing here depends on where it was played.
"""

ASKED = {
    "win_rate": "wins at least {least:.0%}",
    "lower_end": "lower end at least {least:.0%}",
    "winners_points": "winner's mean at least {least:.0f} points",
}


def page(ladder: Told) -> str:
    """The whole page, in Markdown."""
    lines = [INTRODUCTION, *_standing(ladder), ""]
    for game in GAMES:
        lines += _game(game, [part for part in ladder["parts"] if part["game"] == game])
    lines += ["## Play it again", "", "Any part alone, with the same games:", "", "```"]
    lines += [part["command"] for part in ladder["parts"]]
    return "\n".join([*lines, "```", ""])


def _standing(ladder: Told) -> Iterator[str]:
    """Whether everything was played, and whether it is enough."""
    yield f"Ulpia {ladder['ulpia']}, code `{ladder['code']}`, deals from seed {_first_seed(ladder['parts'])} on."
    missing = [part["part"] for part in ladder["parts"] if not part["complete"]]
    if missing:
        many = f"{len(missing)} of {len(ladder['parts'])} parts"
        yield f"**Not all of it has been played yet:** {many} are missing or short."
    failed = [part["part"] for part in ladder["parts"] if any(ask["holds"] is False for ask in part["demands"])]
    if failed:
        yield f"**Not everything that is asked holds:** {', '.join(failed)}."
    elif not missing:
        yield "Everything that is asked of the levels holds."


def _first_seed(parts: Sequence[Told]) -> str:
    return ", ".join(sorted({part["command"].rsplit(" ", 1)[1] for part in parts}))


def _game(game: str, parts: Sequence[Told]) -> Iterator[str]:
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


def _rates(parts: Sequence[Told]) -> Iterator[str]:
    """A table of win rates."""
    yield "| level | against | games | deals | wins | 95 % interval | points | theirs | asked | holds |"
    yield "|---|---|--:|--:|--:|:-:|--:|--:|---|:-:|"
    for part in parts:
        level, *others = part["agents"]
        against = others[0] if len(others) == 1 else f"{len(others)} × {others[0]}"
        if not part["games"]:
            yield f"| {level} | {against} | not played yet | | | | | | {_asked(part)} | |"
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
            _asked(part),
            _holds(part),
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""


def _asked(part: Told) -> str:
    return "; ".join(ASKED[ask["what"]].format(least=ask["least"]) for ask in part["demands"]) or "–"


def _holds(part: Told) -> str:
    if not part["demands"]:
        return "–"
    return "yes" if all(ask["holds"] for ask in part["demands"]) else "**no**"


def _equals(part: Told) -> Iterator[str]:
    """The strongest among themselves."""
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
    for ask in part["demands"]:
        asked = ASKED[ask["what"]].format(least=ask["least"])
        yield f"Asked: {asked}. It {'holds' if ask['holds'] else '**does not hold**'}."
    watched = part["watched"]
    if watched:
        yield (
            f"A seat ends a quarter with three unmet demands {watched['times']:,} times of {watched['of']:,} "
            f"({watched['times'] / watched['of']:.2%}); of the {watched['seats']:,} seats to which that happened, "
            f"{watched['won_all_the_same']:g} won all the same."
        )
    yield ""
    yield "| points from | mean of a seat |"
    yield "|---|--:|"
    words = find_game(part["game"]).texts.find("en", "names", "sources")
    for source, points in own["sources"].items():
        yield f"| {words[source]} | {points:.1f} |"
    yield f"| all | {own['mean_points']:.1f} |"
    yield ""
