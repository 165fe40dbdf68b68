"""What the golden games of Trajan must contain."""

from pathlib import Path

from ulpia.games.trajan import names
from ulpia.games.trajan.actions import ACTIONS
from ulpia.match import Match

FOLDER = Path(__file__).parent
GAMES = sorted(FOLDER.glob("*.txt"))


WANTED = {
    *(f"action {type(action).__name__}" for action in ACTIONS),
    *(f"fulfilled {reward}" for reward in names.REWARDS),
    *(f"tile {tile}" for tile in names.FORUM_TILES),
    *(f"bonus {bonus} {side}" for bonus in names.BONUS_TILES for side in ("yellow", "grey")),
    *(f"ship {ship} {side}" for ship in names.SHIPS for side in ("coloured", "grey")),
    *(f"occupied {province}" for province in names.PROVINCES),
    *(f"construction {kind}" for kind in names.CONSTRUCTIONS),
    *(f"demand {demand} by {means}" for demand in names.DEMANDS for means in ("trajan tile", "forum tile", "wild")),
    *(f"{unmet} unmet" for unmet in (1, 2, 3)),
    *(f"round ended by {way}" for way in ("reaching", "passing", "two at once")),
    *(f"seats {seats}" for seats in (2, 3, 4)),
    *("pile reshuffled", "sets", "arch to centre", "arch from centre", "extra once", "extra twice", "extra wild"),
    *("wild loaded", "legionnaire beside others", "bridge"),
}
"""What must occur in some golden game."""


def features(match: Match) -> set[str]:
    """Return what occurs in a match."""
    facts = match.components.facts
    found = {f"seats {match.seats}", *(f"action {type(action).__name__}" for action in match.actions)}
    for entry in match.entries:
        events = match.game.read_events(entry.events, -1)
        kinds = [event.kind for event in events]
        if kinds.count("round_ended") > 1:
            found.add("round ended by two at once")
        for at, event in enumerate(events):
            detail = event.details
            following = kinds[at + 1] if at + 1 < len(kinds) else ""
            if event.kind == "fulfilled":
                found.add(f"fulfilled {names.REWARDS[facts.tile_reward[detail['tile']]]}")
                found |= {"arch from centre"} if following == "arch_moved" else set()
            elif event.kind in ("tile_taken", "tile_found"):
                found.add(f"tile {detail['kind']}")
            elif event.kind in ("consul", "bonus_drawn"):
                found.add(f"bonus {detail['bonus']} yellow")
            elif event.kind == "vice_consul":
                found.add(f"bonus {detail['bonus']} grey")
            elif event.kind == "sailed":
                found.add(f"ship {detail['ship']} {'coloured' if following == 'ship_turned' else 'grey'}")
            elif event.kind == "loaded" and detail["item"] == "wild":
                found.add("wild loaded")
            elif event.kind == "occupied":
                found.add(f"occupied {detail['province']}")
                found |= {"legionnaire beside others"} if detail["others"] else set()
            elif event.kind == "built" and following != "construction_taken":
                found.add("bridge")
            elif event.kind == "construction_taken":
                found.add(f"construction {detail['construction']}")
            elif event.kind == "demand_met":
                found.add(f"demand {detail['demand']} by {detail['means']}")
            elif event.kind == "demands_unmet":
                found.add(f"{detail['unmet']} unmet")
            elif event.kind == "pile_reshuffled":
                found.add("pile reshuffled")
            elif event.kind == "sets_scored":
                found.add("sets")
            elif event.kind == "arch_moved" and detail["place"] == "centre":
                found.add("arch to centre")
            elif event.kind == "repeated":
                found.add("extra twice" if detail["times"] == 2 else "extra once")
                found |= {"extra wild"} if detail["wild"] else set()
    return found | ways_to_end_a_round(match)


def ways_to_end_a_round(match: Match) -> set[str]:
    """Return how a round ended: by landing on the start space, or by passing it."""
    spaces = int(match.components.facts.time_spaces[match.seats])
    found, time = set(), 0
    for event in match.events():
        if event.kind == "sowed":
            time += int(event.details["markers"])
            if time >= spaces:
                time %= spaces
                found.add(f"round ended by {'passing' if time else 'reaching'}")
    return found
