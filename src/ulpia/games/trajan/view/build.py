"""A view: what was seen, in names and numbers that JSON can carry.   T-110, T-111.

Works on the record that `see` built, which holds nothing its viewer may not know.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ulpia.core.constants import NONE
from ulpia.games.trajan import names
from ulpia.games.trajan.constants import (
    CAMP,
    CENTRE,
    CONSTRUCTION_LEVELS,
    FORUM_SPACES,
    TILES_IN_STACK,
    Frame,
    Side,
    Vessel,
)
from ulpia.games.trajan.text.sentences import question


def view(facts: np.record, record: np.record) -> dict[str, Any]:
    """Tell everything one pair of eyes knows."""
    f, seen = facts, record
    s = seen.table
    seats = range(s.seats)
    asked = question(s)
    return {
        "game": "trajan",
        "viewer": _index(seen.viewer),
        "seats": len(seats),
        "first": s.first,
        "seat": _index(s.seat),
        "active": s.active,
        "question": None if asked is None else {"kind": asked.kind, "about": asked.about},
        "pending": _pending(s),
        "turn": s.turns,
        "quarter": min(s.quarters_done + 1, f.quarters),
        "round": s.rounds_done + 1,
        "over": asked is None,
        "time": {"space": s.time, "spaces": f.time_spaces[len(seats)]},
        "forum": [_named(names.FORUM_TILES, kind) for kind in s.forum[: f.forum_spaces[len(seats)]]],
        "extra_actions": [_named(names.FORUM_TILES, kind) for kind in s.forum[FORUM_SPACES:]],
        "less_per_legionnaire": f.less_per_legionnaire,
        "provinces": {name: _province(f, s, number, seats) for number, name in enumerate(names.PROVINCES)},
        "sites": {name: _site(f, s, number, seats) for number, name in enumerate(names.SITES)},
        "stacks": {name: _stack(f, s, number) for number, name in enumerate(names.STACKS)},
        "cards": _cards(seen, s),
        "ship_points": {name: _ship_points(f, s, number) for number, name in enumerate(names.SHIPS)},
        "ships": {name: ("coloured", "grey")[side] for name, side in zip(names.SHIPS, s.ships)},
        "senate": {
            "bonus_tiles": [_named(names.BONUS_TILES, tile) for tile in s.bonus_shown],
            "points": list(f.senate_points),
            "votes": list(f.senate_votes),
            "discs": sorted(seats, key=lambda seat: s.players[seat].arrival),
        },
        "printed": _printed(f),
        "demands": [names.DEMANDS[symbol] for symbol in s.demands if symbol != NONE],
        "bags": {
            "forum_tiles": _counted(names.FORUM_TILES, s.forum_bag),
            "extra_actions": _counted(names.TRAYS, s.extra_bag),
            "bonus_tiles": list(_counted(names.BONUS_TILES, s.bonus_bag)),
            "demands": _counted(names.DEMANDS, s.demand_bag),
        },
        "sowing": _counted(names.COLOURS, s.sowing),
        "load": _counted((*names.GOODS, "wild"), s.load),
        "performed": list(_counted(names.TRAYS, s.performed)),
        "players": [_player(f, seen, s.players[seat], seat) for seat in seats],
    }


def trajan_tile(f: Any, tile: int) -> dict[str, Any] | None:
    """A Trajan tile: which one, what it asks for, what it gives."""
    if tile == NONE:
        return None
    return {
        "tile": tile,
        "stack": names.STACKS[tile // TILES_IN_STACK],
        "asks": [names.COLOURS[colour] for colour in f.tile_colours[tile]],
        "points": f.tile_points[tile],
        "reward": names.REWARDS[f.tile_reward[tile]],
    }


def _printed(f: Any) -> dict[str, Any]:
    """Figures that stand on the board and the pieces all through the game."""
    return {
        "rounds": f.rounds,
        "bonus_values": {
            name: [half / 2 if half % 2 else half // 2 for half in halves]
            for name, halves in zip(names.BONUS_TILES, f.bonus_halves)
        },
        "grants": {kind: names.TRAYS[tray] for kind, tray in zip(names.CONSTRUCTIONS, f.construction_grants)},
        "sets": [f.set_of_three, f.set_of_four],
        "penalty": list(f.penalty),
    }


def _index(number: int) -> int | None:
    return None if number == NONE else number


def _named(known: Sequence[str], number: int) -> str | None:
    return None if number == NONE else known[number]


def _counted(known: Sequence[str], counts: Any) -> dict[str, int]:
    return {name: count for name, count in zip(known, counts) if count}


def _pending(s: Any) -> list[list[str | int]]:
    frames = zip(s.agenda.kinds, s.agenda.first, s.agenda.second)
    return [[Frame(kind).name.lower(), a, b] for kind, a, b in frames if kind]


def _province(f: Any, s: Any, number: int, seats: range) -> dict[str, Any]:
    return {
        "points": f.province_points[number],
        "tile": _named(names.FORUM_TILES, s.province_tiles[number]),
        "leaders": [seat for seat in seats if s.players[seat].leader == number],
        "legionnaires": [seat for seat in seats if s.players[seat].occupied[number]],
    }


def _construction(f: Any, tile: int) -> dict[str, Any] | None:
    if tile == NONE:
        return None
    kind, level = divmod(tile, CONSTRUCTION_LEVELS)
    return {"type": names.CONSTRUCTIONS[kind], "points": f.construction_points[level]}


def _site(f: Any, s: Any, number: int, seats: range) -> dict[str, Any]:
    workers = [seat for seat in seats if s.players[seat].built[number]]
    return {"tile": _construction(f, s.site_tiles[number]), "workers": workers}


def _stack(f: Any, s: Any, number: int) -> dict[str, Any]:
    below = [number * TILES_IN_STACK + at for at in range(TILES_IN_STACK) if s.below[number][at]]
    return {"top": trajan_tile(f, s.tops[number]), "below": [trajan_tile(f, tile) for tile in below]}


def _cards(seen: Any, s: Any) -> dict[str, Any]:
    hidden = sum(seen.newer_bag) - sum(seen.newer)
    piles = [[names.GOODS[good] for good in s.open[which][: s.open_size[which]]] for which in range(len(names.PILES))]
    return {
        "hidden": hidden,
        **dict(zip(names.PILES, piles)),
        "unseen": _counted(names.GOODS, seen.newer_bag),
        "unseen_older": _counted(names.GOODS, seen.older_bag),
    }


def _ship_points(f: Any, s: Any, ship: int) -> list[int]:
    most = 3 if ship == Vessel.PAIRS else 4
    return list(f.ship_points[ship][s.ships[ship]][1 : most + 1])


def _player(f: Any, seen: Any, player: Any, seat: int) -> dict[str, Any]:
    is_own = seat == seen.viewer
    unknown = seen.newer[seat] + seen.older[seat]
    return {
        "seat": seat,
        "points": player.points,
        "sources": dict(zip(names.SOURCES, player.sources)),
        "trays": {tray: _counted(names.COLOURS, player.trays[at]) for at, tray in enumerate(names.TRAYS)},
        "slots": {slot: trajan_tile(f, player.slots[at]) for at, slot in enumerate(names.SLOTS)},
        "arch": "centre" if player.arch == CENTRE else names.SLOTS[player.arch],
        "cards": sum(player.hand) + unknown,
        "hand": _counted(names.GOODS, player.hand) if is_own else None,
        "hand_older": _counted(names.GOODS, player.older) if is_own else None,
        "known": _counted(names.GOODS, player.known),
        "unknown": {"newer": seen.newer[seat], "older": seen.older[seat]},
        "display": _counted(names.GOODS, player.display),
        "tiles": _counted(names.FORUM_TILES, player.tiles),
        "kept_demands": _counted(names.DEMANDS, player.kept),
        "plus_two": list(_counted(names.TRAYS, player.plus_two)),
        "constructions": [
            _construction(f, kind * CONSTRUCTION_LEVELS + level)
            for kind, levels in enumerate(player.constructions)
            for level, has in enumerate(levels)
            if has
        ],
        "bonus_tiles": {
            name: ("yellow" if side == Side.YELLOW else "grey")
            for name, side in zip(names.BONUS_TILES, player.bonus)
            if side
        },
        "supply": player.supply,
        "legionnaires": player.legionnaires,
        "workers": player.workers,
        "leader": "camp" if player.leader == CAMP else names.PROVINCES[player.leader],
        "senate": player.senate,
    }
