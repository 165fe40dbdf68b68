"""Positions for tests, drawn as text.

    table = draw('''
        seats 2
        0 trays: WB / YG / - / PP / OO / WBYGO
        0 slots: - / cards 0 / - / - / - / -
        0 hand: wine, wine, fish
        forum: bread, extra seaport
        pending: turn 0
    ''')
    table.play("sow senate")
    assert table.points(0) == 3

What is not drawn is empty: no tiles on board and mats, no bonus tiles; all other cards are in the hidden pile. A Trajan
tile is written as its stack and its number there, 0 to 8. Open piles are written from the bottom up.
"""

from typing import Any

import ulpia
from tests.support.drawn import Drawn, clear_agenda, listed, push
from ulpia.core.constants import NONE
from ulpia.games.trajan import names
from ulpia.games.trajan.constants import CAMP, CENTRE, CONSTRUCTION_LEVELS, TILES_IN_STACK, Frame, Side
from ulpia.games.trajan.rules.components import keys

NONE_SHOWN = ("", "-")
PENDING_ABOUT = {"perform": names.TRAYS, "fulfil": names.TRAYS, "lay": names.TRAYS, "load": names.SHIPS}


def draw(text: str, **options: Any) -> Drawn:
    """Draw a position."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    seats = int(lines[0].removeprefix("seats ")) if lines[0].startswith("seats") else 2
    match = ulpia.new("trajan", seats=seats, seed=1, setup="dealt", **options)
    table = Drawn(match)
    make_bare(table.s, match.components.facts, seats)
    pending = "turn 0"
    for line in lines:
        if line.startswith("seats"):
            continue
        place, _, what = line.partition(":")
        what = what.strip()
        if place == "pending":
            pending = what
        elif place[0].isdigit():
            draw_player(table.s, int(place[0]), place[1:].strip(), what)
        else:
            draw_board(table.s, place, what)
    fill_pile(table.s, match.components.facts, seats)
    set_pending(table.s, pending)
    return table.go_on()


def make_bare(s: Any, f: Any, seats: int) -> None:
    s.first = s.active = s.seat = 0
    s.turns, s.quarters_done, s.rounds_done, s.time = 1, 0, 0, 0
    for field in ("sowing", "load", "performed", "open", "open_size", "ships", "pile", "bonus_bag"):
        s[field][...] = 0
    for field in ("forum", "province_tiles", "site_tiles", "tops", "bonus_shown", "demands"):
        s[field][...] = NONE
    s.below[...] = 0
    s.forum_bag[...] = 0
    s.extra_bag[...] = 0
    s.demand_bag[...] = f.demand_tiles
    s.bonus_bag[...] = 1
    for seat in range(seats):
        player = s.players[seat]
        for field in player.dtype.names:
            player[field] = 0
        player.slots[...] = NONE
        player.leader = CAMP
        player.supply, player.legionnaires, player.workers = f.supply, f.legionnaires, f.workers
        player.arrival = seat
        draw_player(s, seat, "trays", "WB / YG / PO / WB / YG / PO")


def trajan_tile(text: str) -> int:
    if text in NONE_SHOWN:
        return NONE
    stack, _, at = text.rpartition(" ")
    return names.STACKS.index(stack) * TILES_IN_STACK + int(at)


def draw_player(s: Any, seat: int, place: str, what: str) -> None:
    player = s.players[seat]
    if place == "trays":
        player.trays[...] = 0
        for tray, colours in enumerate(listed(what, "/")):
            for letter in colours.replace("-", ""):
                player.trays[tray, names.COLOUR_LETTERS.index(letter)] += 1
    elif place == "slots":
        player.slots[...] = [trajan_tile(tile) for tile in listed(what, "/")]
        free = [slot for slot in range(6) if player.slots[slot] == NONE]
        player.arch = free[0] if free else CENTRE
    elif place == "arch":
        player.arch = CENTRE if what == "centre" else names.SLOTS.index(what)
    elif place in ("hand", "known", "display"):
        for good in listed(what):
            player[place][names.GOODS.index(good)] += 1
    elif place == "tiles":
        for tile in listed(what):
            player.tiles[names.FORUM_TILES.index(tile)] += 1
    elif place == "kept":
        for demand in listed(what):
            player.kept[names.DEMANDS.index(demand)] += 1
    elif place == "plus two":
        for action in listed(what):
            player.plus_two[names.TRAYS.index(action)] = 1
    elif place == "constructions":
        for tile in listed(what):
            kind, level = tile.split()
            player.constructions[names.CONSTRUCTIONS.index(kind), int(level) - 2] = 1
    elif place == "bonus":
        for tile in listed(what):
            name, _, side = tile.rpartition(" ")
            player.bonus[names.BONUS_TILES.index(name)] = Side[side.upper()]
            s.bonus_bag[names.BONUS_TILES.index(name)] = 0
    elif place == "leader":
        player.leader = names.PROVINCES.index(what)
    elif place == "occupied":
        for province in listed(what):
            player.occupied[names.PROVINCES.index(province)] = 1
    elif place == "built":
        for site in listed(what):
            player.built[names.SITES.index(site)] = 1
    elif place in ("supply", "legionnaires", "workers", "senate", "points", "arrival"):
        player[place] = int(what)
        if place == "points":
            player.sources[0] = int(what)
    else:
        raise ValueError(place)


def draw_board(s: Any, place: str, what: str) -> None:
    if place == "forum":
        for space, tile in enumerate(listed(what)):
            s.forum[space] = names.FORUM_TILES.index(tile)
    elif place in names.PROVINCES:
        s.province_tiles[names.PROVINCES.index(place)] = names.FORUM_TILES.index(what)
    elif place in names.SITES:
        kind, points = what.split()
        level = int(points) - 2
        s.site_tiles[names.SITES.index(place)] = names.CONSTRUCTIONS.index(kind) * CONSTRUCTION_LEVELS + level
    elif place.startswith("stack "):
        top, *below = listed(what)
        stack = names.STACKS.index(place.removeprefix("stack "))
        s.tops[stack] = stack * TILES_IN_STACK + int(top)
        for at in below:
            s.below[stack, int(at)] = 1
    elif place in names.PILES:
        which = names.PILES.index(place)
        for at, good in enumerate(listed(what)):
            s.open[which, at] = names.GOODS.index(good)
            s.open_size[which] = at + 1
    elif place == "pile":
        s.pile[...] = 0
        for good in listed(what):
            s.pile[names.GOODS.index(good)] += 1
        s.chance.count = -1  # tells fill_pile that the pile was drawn
    elif place == "ships":
        s.ships[...] = [("coloured", "grey").index(side) for side in listed(what)]
    elif place == "demands":
        for at, demand in enumerate(listed(what)):
            s.demands[at] = names.DEMANDS.index(demand)
        s.rounds_done = len(listed(what))
    elif place == "bonus":
        for space, tile in enumerate(listed(what)):
            s.bonus_shown[space] = names.BONUS_TILES.index(tile)
            s.bonus_bag[names.BONUS_TILES.index(tile)] = 0
    elif place == "forum bag":
        for tile in listed(what):
            count, _, name = tile.partition(" ")
            s.forum_bag[keys(names.FORUM_TILES).index(name.replace(" ", "_"))] = int(count)
    elif place == "extra bag":
        s.extra_bag[...] = int(what)
    elif place == "quarter":
        s.quarters_done = int(what) - 1
    elif place == "time":
        s.time = int(what)
    elif place == "performed":
        for action in listed(what):
            s.performed[names.TRAYS.index(action)] = 1
    else:
        raise ValueError(place)


def fill_pile(s: Any, f: Any, seats: int) -> None:
    """Put all cards that are not drawn elsewhere into the hidden pile, unless it was drawn itself."""
    if s.chance.count == -1:
        s.chance.count = 0
        return
    for good in range(len(names.GOODS)):
        used = sum(s.players[seat].hand[good] + s.players[seat].display[good] for seat in range(seats))
        used += sum((s.open[which, : s.open_size[which]] == good).sum() for which in range(2))
        s.pile[good] = f.copies - used


def set_pending(s: Any, text: str) -> None:
    """Set the agenda: "turn 0", or a frame on top of the rest of the turn of seat 0."""
    clear_agenda(s)
    kind, _, about = text.partition(" ")
    if kind == "turn":
        push(s, Frame.TURN, int(about))
        return
    if kind == "close_quarter":
        push(s, Frame.TURN, 1)
        push(s, Frame.CLOSE_QUARTER)
        return
    if kind == "end_of_round":
        push(s, Frame.TURN, 1)
        for _ in range(int(about or 1)):
            push(s, Frame.END_OF_ROUND)
        return
    push(s, Frame.END_OF_TURN)
    if kind != "extra":
        push(s, Frame.EXTRA)
    number = PENDING_ABOUT[kind].index(about) if about else 0
    push(s, Frame[kind.upper()], number)
