"""What the golden games of Forum Trajanum must contain."""

from pathlib import Path

from tests.games.forum_trajanum.formations import SIDE, fulfilments
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.actions import ACTIONS
from ulpia.games.forum_trajanum.constants import EAGLE
from ulpia.games.forum_trajanum.events import Event
from ulpia.match import Match

FOLDER = Path(__file__).parent
GAMES = sorted(FOLDER.glob("*.txt"))

TOLD = {
    Event.BOTH_PAID: "both tiles used",
    Event.TOOK_ONE: "one tile taken",
    Event.TOOK_NONE: "no tile taken",
    Event.RECEIVED_NOTHING: "nothing received",
    Event.USED_BESIDE: "tile from beside used",
    Event.SLIDER_TURNED: "slider turned",
    Event.PAID_TWO_WORKERS: "two workers for a builder",
    Event.PAID_WORKER_AND_ASSISTANT: "assistant for a colour",
}
"""Events that must occur."""

WANTED = {
    *(f"action {type(action).__name__}" for action in ACTIONS),
    *(f"card {at} {name}" for at, name in enumerate(names.BUILD_TASKS)),
    *(f"citizen {row} {space}" for row in names.CITIZEN_ROWS for space in ("first", "second")),
    *(f"premium {premium}" for premium in names.PREMIUMS),
    *(f"bonus {bonus} for an area" for bonus in names.AREA_BONUSES),
    *(f"two bonuses, {bonus} among them" for bonus in names.AREA_BONUSES),
    *(f"marker home {track}" for track in names.TRACKS),
    *(f"tile {tile}" for tile in names.BUILDING_TILES),
    *(f"area completed {colour}" for colour in names.COLOURS),
    *(f"crane scored {colour} in cycle {cycle}" for colour in names.COLOURS for cycle in names.CYCLES),
    *(f"seats {seats}" for seats in (2, 3, 4)),
    *("side B", "introductory", "newcomer welcomed", "newcomer declines", "dealt", "both cards one street"),
    *("envoy on an eagle", "row inactive", "row active again by paying", "row active again by a second citizen"),
    *("citizen of a neighbour", "building within a building", "double tile between two formations", *TOLD.values()),
}
"""What must occur in some golden game. A card occurs if it scores."""


def features(match: Match) -> set[str]:
    """Return what occurs in a match."""
    found = {f"seats {match.seats}", *(f"action {type(action).__name__}" for action in match.actions)}
    found |= {"side B"} if match.settings["side"] == "B" else set()
    found |= {"introductory"} if match.settings["variant"] == "introductory" else set()
    found |= {"dealt"} if match.settings["setup"] == "dealt" else set()
    inactive: set[tuple[int, int]] = set()
    cycle = 0
    for entry in match.entries:
        if entry.action is not None and str(entry.action) == "decline" and cycle == 0 and "round" not in found:
            found.add("newcomer declines")
        for kind, seat, a, b, c, *_ in entry.events:
            event = Event(kind)
            if event in TOLD:
                found.add(TOLD[event])
            elif event == Event.ROUND_BEGAN:
                found.add("round")
                found |= {"both cards one street"} if b == c else set()
            elif event == Event.CITIZEN_WELCOMED:
                found.add("newcomer welcomed")
            elif event == Event.CITIZEN_LAID:
                found.add(f"citizen {names.CITIZEN_ROWS[a]} {('first', 'second')[b]}")
                found |= {"row active again by a second citizen"} if (seat, a) in inactive else set()
                inactive.discard((seat, a))
            elif event == Event.ROW_LEFT:
                found.add("row inactive")
                inactive.add((seat, a))
            elif event == Event.ROW_PAID:
                found |= {"row active again by paying"} if (seat, a) in inactive else set()
                inactive.discard((seat, a))
            elif event == Event.PREMIUM_TAKEN:
                found.add(f"premium {names.PREMIUMS[a]}")
            elif event == Event.MARKER_HOME:
                found.add(f"marker home {names.TRACKS[a]}")
            elif event == Event.BUILT:
                found.add(f"tile {names.BUILDING_TILES[a]}")
            elif event == Event.BUILT_DOUBLE:
                found.add(f"tile {names.BUILDING_TILES[a]}")
            elif event == Event.AREA_COMPLETED:
                found.add(f"area completed {names.COLOURS[a]}")
            elif event == Event.ENVOY_SENT:
                found |= {"envoy on an eagle"} if b == EAGLE else set()
            elif event == Event.CYCLE_BEGAN:
                cycle = a
            elif event == Event.CRANE_SCORED:
                found.add(f"crane scored {names.COLOURS[a]} in cycle {names.CYCLES[cycle]}")
            elif event == Event.CARD_SCORED and a > 0:
                card = int(match.state.cards[cycle])
                found.add(f"card {card} {names.BUILD_TASKS[card]}")
    players = match.state.players[: match.seats]
    for seat, player in enumerate(players):
        found |= {"citizen of a neighbour"} if ((player.rows >= 0) & (player.rows != seat)).any() else set()
    return (found | bonuses(match) | buildings_within(match) | shared_doubles(match)) - {"round"}


def bonuses(match: Match) -> set[str]:
    """Return the area bonuses, with the number that were to be chosen."""
    found, before = set(), None
    replayed = match.at(0)
    for action in match.actions:
        if type(action).__name__ == "Gain":
            top = replayed.state.agenda
            many, forbidden = int(top.first[top.depth - 1]), int(top.second[top.depth - 1])
            bonus = action.bonus  # type: ignore[attr-defined]
            if many == 2:
                before = bonus
            elif many == 1 and forbidden == 0:
                found.add(f"bonus {bonus} for an area")
            elif forbidden in (1, 2, 4, 8, 16) and before is not None:
                found |= {f"two bonuses, {bonus} among them", f"two bonuses, {before} among them"}
                before = None
        replayed.play(action)
    return found


def shared_doubles(match: Match) -> set[str]:
    """Return whether a card scored less because a double tile belongs to one fulfilment only (F-74)."""
    facts = match.components.facts
    temples = [[int(square) // SIDE + 1, int(square) % SIDE + 1] for square in facts.temples]
    for moment, entry in enumerate(match.entries):
        scored = [seat for kind, seat, *_ in entry.events if kind == Event.CARD_SCORED]
        if not scored:
            continue
        before, after = match.at(moment - 1).state, match.at(moment).state
        task = names.BUILD_TASKS[int(facts.card_build[before.cards[before.cycles_done]])]
        for seat in scored:
            player = after.players[seat]
            colonia = {divmod(at, SIDE): int(each) for at, each in enumerate(player.buildings) if each >= 0}
            doubles = {at: at + (0, 1, SIDE, -1, -SIDE)[way] for at, way in enumerate(player.joined) if way}
            if fulfilments(task, colonia, temples, doubles) != fulfilments(task, colonia, temples, {}):
                return {"double tile between two formations"}
    return set()


def buildings_within(match: Match) -> set[str]:
    """Return the tiles built by the basilica's fourth reward."""
    asked = [type(action).__name__ for action in match.actions]
    premiums = [str(action) for action in match.actions]
    for at, action in enumerate(premiums[:-1]):
        if action == "premium one more building" and "Build" in asked[at + 1 : at + 3]:
            return {"building within a building"}
    return set()
