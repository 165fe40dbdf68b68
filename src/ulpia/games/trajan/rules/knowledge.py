"""What a viewer knows of a table, and how the rest is imagined.   T-110, T-111.

`see` starts from zeros, copies the public fields by name and adds the viewer's own hand. The view and `imagine` get
that record and nothing else, so neither can leak a secret: equal records give equal imagined states.
"""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from ulpia.core.constants import NONE
from ulpia.engine.jit import compiled
from ulpia.engine.layout import Index, Row, byte_mask, bytes_of, cells, layout
from ulpia.engine.rng import (
    IMAGINED_GAME,
    IMAGINING,
    Chance,
    draw,
    roll,
    start_chance,
)
from ulpia.games.trajan.constants import COMMODITIES, SEATS
from ulpia.games.trajan.rules.state import STATE, State

PUBLIC = (
    *("seats", "first", "seat", "active", "turns", "quarters_done", "rounds_done", "time"),
    *("sowing", "load", "performed", "agenda"),
    *("forum", "province_tiles", "site_tiles", "forum_bag", "extra_bag"),
    *("tops", "below", "open", "open_size", "ships"),
    *("bonus_bag", "bonus_shown", "demand_bag", "demands"),
    *("players.trays", "players.slots", "players.arch", "players.known", "players.display", "players.tiles"),
    *("players.kept", "players.plus_two", "players.constructions", "players.bonus"),
    *("players.supply", "players.legionnaires", "players.workers", "players.leader"),
    *(
        "players.occupied",
        "players.built",
        "players.senate",
        "players.arrival",
        "players.points",
        "players.sources",
    ),
)
"""Fields that lie open or can be counted: a bag has contents but no order."""
PUBLIC_BYTES = byte_mask(STATE, PUBLIC)

SPECTATOR = NONE
"""The viewer who holds no seat."""


class Seen:
    """A table as one viewer knows it."""

    table: State
    """Public fields and the viewer's own hand; everything else is zero."""
    viewer: Index
    newer: Annotated[Row, cells(SEATS)]
    older: Annotated[Row, cells(SEATS)]
    """Unknown cards in the hand of each other seat: drawn since the hidden pile was made (T-25), and before."""
    newer_bag: Annotated[Row, cells(COMMODITIES)]
    older_bag: Annotated[Row, cells(COMMODITIES)]
    """All unknown cards together; the newer bag includes the hidden pile."""


SEEN = layout(Seen)
TABLE_BYTES = bytes_of(SEEN, "table")


def see(states: npt.NDArray[Any], viewer: int) -> npt.NDArray[Any]:
    """Return what a seat, or SPECTATOR, knows of each table in an array of states."""
    seen = np.zeros(len(states), SEEN)
    raw = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), -1)
    seen.view(np.uint8).reshape(len(states), -1)[:, TABLE_BYTES] = raw & PUBLIC_BYTES
    seen["viewer"] = viewer
    players, table = states["players"], seen["table"]["players"]
    mine = np.arange(SEATS) == viewer
    table["hand"] = players["hand"] * mine[:, None] + players["known"] * ~mine[:, None]
    table["older"] = players["older"] * mine[:, None]
    older = players["older"] * ~mine[:, None]
    newer = (players["hand"] - players["known"]) * ~mine[:, None] - older
    seen["older"] = older.sum(axis=2)
    seen["newer"] = newer.sum(axis=2)
    seen["older_bag"] = older.sum(axis=1)
    seen["newer_bag"] = newer.sum(axis=1) + states["pile"]
    return seen


@compiled
def imagine_into(
    _f: Any, seen: Seen, seed: int, states: npt.NDArray[Any], dice: Chance, _legal: Any, _log: Any
) -> None:
    """Write into states[0] a table with the same view: hidden cards are redrawn, and the generator gets a new seed."""
    states[0] = seen.table
    s = states[0]
    start_chance(dice, seed, IMAGINING)
    for good in range(COMMODITIES):
        s.pile[good] = seen.newer_bag[good]
    for seat in range(s.seats):
        player = s.players[seat]
        for _ in range(seen.older[seat]):
            good = draw_older(seen, s, dice)
            player.hand[good] += 1
            player.older[good] += 1
        for _ in range(seen.newer[seat]):
            player.hand[draw(dice, s.pile)] += 1
    start_chance(s.chance, seed, IMAGINED_GAME)


@compiled
def older_left(seen: Seen, s: State, good: int) -> int:
    """Count the older cards of a good that no seat has been given yet."""
    left = int(seen.older_bag[good])
    for seat in range(s.seats):
        if seat != seen.viewer:
            left -= s.players[seat].older[good]
    return left


@compiled
def draw_older(seen: Seen, s: State, dice: Chance) -> int:
    """Draw one of the cards that were unknown before the last new hidden pile (T-25)."""
    total = 0
    for good in range(COMMODITIES):
        total += older_left(seen, s, good)
    skip = roll(dice, total)
    good = 0
    while skip >= older_left(seen, s, good):
        skip -= older_left(seen, s, good)
        good += 1
    return good
