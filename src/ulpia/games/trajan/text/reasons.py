"""Reasons for a course of actions in Trajan, a function for each kind. Its sentence has the name of the function."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

from ulpia.core.reasons import Course, Finding, ReasonKinds, found
from ulpia.games.trajan import actions as act
from ulpia.games.trajan import names
from ulpia.games.trajan.text.sentences import SENTENCES
from ulpia.games.trajan.view.types import TrajanPlayerView, TrajanTile, TrajanView

ROUNDS = 4
"""T-90: quarters, and rounds of a quarter."""
REWARD_POINTS = 3.0
"""About what a reward, a tile for an extra action or a wild is worth."""
NO_REWARD = "nothing more"


class TrajanKnown:
    """The course of one seat, and the one to compare it with."""

    def __init__(self, course: Course, other: Course | None) -> None:
        self.course = course
        self.other = None if other is None else TrajanKnown(other, None)
        self.before, self.after = cast(TrajanView, course.before), cast(TrajanView, course.after)

    @cached_property
    def me(self) -> TrajanPlayerView:
        """The seat before."""
        return self.before.players[self.course.seat]

    @cached_property
    def then(self) -> TrajanPlayerView:
        """The seat afterwards."""
        return self.after.players[self.course.seat]

    @cached_property
    def is_same_quarter(self) -> bool:
        """Whether the quarter is not scored meanwhile."""
        return not self.of("votes_counted") and self.before.quarter == self.after.quarter

    def of(self, kind: str) -> list[Mapping[str, str | int]]:
        """Return the details of all events of a kind that the seat causes."""
        return [event.details for event in self.course.events if event.kind == kind and event.seat == self.course.seat]

    @cached_property
    def has_sown(self) -> bool:
        """Whether the markers lie where they will lie until the next turn."""
        return not self.after.sowing and bool(self.of("laid"))

    @cached_property
    def targets(self) -> frozenset[str]:
        """The trays where the next sowing can end."""
        counts = [sum(self.then.trays[tray].values()) for tray in names.TRAYS]
        return frozenset(names.TRAYS[(at + count) % len(counts)] for at, count in enumerate(counts) if count)

    @cached_property
    def found_tiles(self) -> list[str]:
        """Forum tiles that come onto the mat."""
        return [str(details["kind"]) for kind in ("tile_taken", "tile_found") for details in self.of(kind)]

    @cached_property
    def rewarded(self) -> list[tuple[str, TrajanTile]]:
        """Slot and tile of each Trajan tile that is fulfilled."""
        fulfilled = {details["tile"] for details in self.of("fulfilled")}
        return [(slot, tile) for slot, tile in self.me.slots.items() if tile and tile.tile in fulfilled]

    @cached_property
    def newly_ready(self) -> list[tuple[str, TrajanTile]]:
        """Slot and tile of each tile whose two markers come together in its tray."""
        return [
            (slot, tile)
            for tray, (slot, tile) in zip(names.TRAYS, self.then.slots.items())
            if tile
            and tile == self.me.slots[slot]
            and holds(self.then.trays[tray], tile)
            and not holds(self.me.trays[tray], tile)
        ]

    @cached_property
    def bare_demands(self) -> list[tuple[str, int]]:
        """The demands that could not be met before, with what each would cost."""
        shown = zip(self.before.demands, self.me.demands_met, self.me.demand_costs)
        return [(demand, cost) for demand, met, cost in shown if not met]

    @cached_property
    def newly_met(self) -> list[tuple[str, int]]:
        """Demands that can be met only now, with what each would cost."""
        if not self.is_same_quarter:
            return []
        met = dict(zip(self.after.demands, self.then.demands_met))
        count = Counter(self.before.demands)
        return [(demand, cost) for demand, cost in self.bare_demands if met[demand] and count[demand] == 1]


def holds(tray: Mapping[str, int], tile: TrajanTile) -> bool:
    """T-12: return whether the two markers that a tile asks for lie in a tray."""
    return Counter(tile.asks) <= Counter(tray)


def know(course: Course, other: Course | None) -> TrajanKnown:
    """Return what the functions look at."""
    return TrajanKnown(course, other)


REASONS = ReasonKinds(SENTENCES, know)
kind = REASONS.kind
Findings = Iterator[Finding]


def say_gesture(course: Course, language: str) -> str:
    """Return which marker goes where, if their order matters."""
    laid = [event.details for event in course.events if event.kind == "laid" and event.seat == course.seat]
    is_sowing = bool(course.actions) and isinstance(course.actions[0], act.Sow)
    if not is_sowing or len({details["colour"] for details in laid}) < 2:
        return ""
    texts = SENTENCES.texts
    steps = [texts.say(language, "gesture", "step", **SENTENCES.name_details(language, details)) for details in laid]
    return texts.say(language, "gesture", "steps", steps=", ".join(steps))


# Trajan tiles


@kind
def fulfils(known: TrajanKnown) -> Findings:
    """T-12: a Trajan tile is fulfilled, with its reward."""
    if not known.of("reward_forgone"):
        for slot, tile in known.rewarded:
            if tile.reward != NO_REWARD:
                yield found(tile.points + REWARD_POINTS, slot=slot, points=tile.points, reward=tile.reward)


@kind
def fulfils_for_points(known: TrajanKnown) -> Findings:
    """T-12: a Trajan tile is fulfilled that gives points alone, or whose reward is not taken."""
    for slot, tile in known.rewarded:
        if tile.reward == NO_REWARD or known.of("reward_forgone"):
            yield found(tile.points + 1, slot=slot, points=tile.points)


@kind
def prepares(known: TrajanKnown) -> Findings:
    """T-12: two different markers that a tile asks for come together in its tray."""
    for slot, tile in known.newly_ready:
        if len(set(tile.asks)) == 2:
            yield found(tile.points / 2 + 1, colour=tile.asks[0], other=tile.asks[1], slot=slot)


@kind
def prepares_pair(known: TrajanKnown) -> Findings:
    """T-12: two markers of the colour that a tile asks for come together in its tray."""
    for slot, tile in known.newly_ready:
        if len(set(tile.asks)) == 1:
            yield found(tile.points / 2 + 1, colour=tile.asks[0], slot=slot)


@kind
def in_reach(known: TrajanKnown) -> Findings:
    """T-12: one sowing of the next turn ends at a tile, and can bring what is missing there."""
    if not known.has_sown:
        return
    for slot, tile in known.then.slots.items():
        tray = next((tray for tray in names.TRAYS if tile and can_fulfil(known.then, tray, slot, tile)), None)
        if tile and tray:
            yield found(tile.points / 3 + 1, tray=tray, slot=slot)


def can_fulfil(player: TrajanPlayerView, tray: str, slot: str, tile: TrajanTile) -> bool:
    """T-10, T-12: return whether the sowing of a tray ends at a tile with both its markers there."""
    at, count = names.TRAYS.index(tray), sum(player.trays[tray].values())
    target = (at + count) % len(names.TRAYS)
    there = Counter(player.trays[names.TRAYS[target]])
    return (
        0 < count < len(names.TRAYS)
        and names.SLOTS[target] == slot
        and any(holds(there + Counter([last]), tile) for last in player.trays[tray])
    )


@kind
def takes_trajan_tile(known: TrajanKnown) -> Findings:
    """T-50: a tile is taken whose markers are still to be brought together."""
    for slot, tile in new_tiles(known):
        if not holds(known.then.trays[names.TRAYS[names.SLOTS.index(slot)]], tile):
            yield found(REWARD_POINTS, slot=slot, colour=tile.asks[0], other=tile.asks[1], points=tile.points)


@kind
def tile_is_ready(known: TrajanKnown) -> Findings:
    """T-50: a tile is taken whose two markers already lie in its tray."""
    for slot, tile in new_tiles(known):
        if holds(known.then.trays[names.TRAYS[names.SLOTS.index(slot)]], tile):
            yield found(tile.points / 2 + REWARD_POINTS, slot=slot, points=tile.points)


def new_tiles(known: TrajanKnown) -> list[tuple[str, TrajanTile]]:
    """Return slot and tile of each Trajan tile taken."""
    tops = {stack.top.tile: stack.top for stack in known.before.stacks.values() if stack.top}
    taken = [(str(details["slot"]), tops.get(int(details["tile"]))) for details in known.of("tile_chosen")]
    return [(slot, tile) for slot, tile in taken if tile]


@kind
def more_targets(known: TrajanKnown) -> Findings:
    """T-10: the next sowing can end in more trays than after the next best."""
    if known.other and known.has_sown and known.other.has_sown and len(known.targets) > len(known.other.targets):
        yield found(0.5, trays=len(known.targets), fewer=len(known.other.targets))


# Demands and the end of a quarter


@kind
def meets_demand(known: TrajanKnown) -> Findings:
    """T-91: a demand can be met now that could not be met before."""
    for demand, cost in known.newly_met:
        yield found(cost + 1, demand=demand, points=cost)


@kind
def keeps_demand(known: TrajanKnown) -> Findings:
    """T-14: a demand is met to the end of the game."""
    for details in known.of("demand_kept"):
        yield found(4.5, demand=details["demand"])


@kind
def may_be_demanded(known: TrajanKnown) -> Findings:
    """T-90, T-91: the demand of this tile can still be revealed in this quarter."""
    before = known.before
    is_open = known.is_same_quarter and before.round < ROUNDS and before.demands == known.after.demands
    for tile in known.found_tiles:
        if is_open and tile in names.DEMANDS and tile not in before.demands and before.bags.demands.get(tile):
            yield found(REWARD_POINTS, demand=tile)


@kind
def denies_demand(known: TrajanKnown) -> Findings:
    """T-30: nobody else can take this demand from the forum now, and somebody lacks it."""
    for details in known.of("tile_taken"):
        tile = str(details["kind"])
        if tile in known.before.demands and known.before.forum.count(tile) == 1:
            at = known.before.demands.index(tile)
            without = [each for each in known.before.players if each.seat != known.me.seat and not each.demands_met[at]]
            if without:
                yield found(2.0, demand=tile)


@kind
def ends_quarter(known: TrajanKnown) -> Findings:
    """T-91: the quarter ends, and costs each of the others more than this seat."""
    if not any(event.kind == "quarter_ended" for event in known.course.events):
        return
    lost = {event.seat: -event.points for event in known.course.events if event.kind == "demands_unmet"}
    mine = lost.get(known.course.seat, 0)
    others = [lost.get(seat, 0) for seat in range(known.before.seats) if seat != known.course.seat]
    if min(others) > mine:
        yield found(min(others) - mine, mine=mine, least=min(others))


@kind
def leaves_time(known: TrajanKnown) -> Findings:
    """T-90: the next best would end the quarter now, with demands unmet."""
    if known.other and known.is_same_quarter and not known.other.is_same_quarter:
        lost = [event for event in known.other.course.events if event.kind == "demands_unmet"]
        unmet = sum(-event.points for event in lost if event.seat == known.course.seat)
        if unmet:
            yield found(unmet, points=unmet)


# Extra actions


@kind
def repeats(known: TrajanKnown) -> Findings:
    """T-80: a tile is given up to perform an action once more."""
    for details in known.of("repeated"):
        if details["times"] == 1:
            yield found(2.5, action=details["action"])


@kind
def repeats_twice(known: TrajanKnown) -> Findings:
    """T-80: with a [+2] marker an action is performed twice more."""
    for details in known.of("repeated"):
        if details["times"] == 2:
            yield found(5.0, action=details["action"])


@kind
def grants(known: TrajanKnown) -> Findings:
    """T-72: the first construction tile of its type grants an action."""
    for details in known.of("granted"):
        yield found(3.5, action=details["action"])


@kind
def plus_two(known: TrajanKnown) -> Findings:
    """T-13: a [+2] marker goes onto an action."""
    for details in known.of("plus_two_placed"):
        yield found(REWARD_POINTS, action=details["action"])


@kind
def extra_action_later(known: TrajanKnown) -> Findings:
    """T-80: a tile for an extra action is taken and kept for later."""
    for tile in known.found_tiles:
        if tile.startswith("extra") and known.then.tiles.get(tile, 0) > known.me.tiles.get(tile, 0):
            yield found(2.0, action=tile.removeprefix("extra "))


@kind
def wild(known: TrajanKnown) -> Findings:
    """T-30: a wild is taken and kept."""
    for tile in known.found_tiles:
        if tile.startswith("any") and known.then.tiles.get(tile, 0) > known.me.tiles.get(tile, 0):
            yield found(REWARD_POINTS, kind=tile)


# Ships and cards


@kind
def sails(known: TrajanKnown) -> Findings:
    """T-23: a ship sails for less than it could bring."""
    for details in known.of("sailed"):
        if 0 < int(details["points"]) < max(known.before.ship_points[str(details["ship"])]):
            yield found(int(details["points"]), ship=details["ship"], points=details["points"])


@kind
def sails_full(known: TrajanKnown) -> Findings:
    """T-23: a ship sails for the most that it can bring."""
    for details in known.of("sailed"):
        if details["points"] == max(known.before.ship_points[str(details["ship"])]):
            yield found(int(details["points"]) + 1, ship=details["ship"], points=details["points"])


@kind
def more_cards(known: TrajanKnown) -> Findings:
    """T-20, T-21: the hand grows."""
    cards = known.then.cards - known.me.cards
    if cards > 0:
        yield found(cards, cards=cards)


@kind
def matches_hand(known: TrajanKnown) -> Findings:
    """T-21: an open card is taken of a good that the hand already has."""
    for details in known.of("card_taken"):
        if known.me.hand and known.me.hand.get(str(details["good"])):
            yield found(1.5, good=details["good"])


# Provinces, senate, construction


@kind
def occupies(known: TrajanKnown) -> Findings:
    """T-42: a province is occupied in which others have legionnaires."""
    for details in known.of("occupied"):
        if details["others"] and int(details["points"]) > 0:
            yield found(int(details["points"]), province=details["province"], points=details["points"])


@kind
def occupies_alone(known: TrajanKnown) -> Findings:
    """T-42: a province is occupied before any other seat has a legionnaire there."""
    for details in known.of("occupied"):
        if not details["others"] and int(details["points"]) > 0:
            yield found(int(details["points"]), province=details["province"], points=details["points"])


@kind
def finds(known: TrajanKnown) -> Findings:
    """T-41: the leader finds a tile."""
    for details in known.of("tile_found"):
        yield found(2.0, kind=details["kind"], province=details["province"])


@kind
def advances(known: TrajanKnown) -> Findings:
    """T-60: a space of the senate track scores."""
    for details in known.of("advanced"):
        yield found(int(details["points"]), points=details["points"])


@kind
def more_votes(known: TrajanKnown) -> Findings:
    """T-92: the seat has more votes than before."""
    votes = known.then.votes - known.me.votes
    if known.is_same_quarter and votes > 0:
        yield found(votes / 2, votes=votes)


@kind
def would_be_consul(known: TrajanKnown) -> Findings:
    """T-92: the seat comes first in the senate."""
    if known.is_same_quarter and place(known.after, known) == 0 < place(known.before, known):
        yield found(4.0)


@kind
def would_be_vice_consul(known: TrajanKnown) -> Findings:
    """T-92: the seat comes second in the senate."""
    if known.is_same_quarter and place(known.after, known) == 1 < place(known.before, known):
        yield found(2.5)


def place(view: TrajanView, known: TrajanKnown) -> int:
    """Return the place of the seat in the senate."""
    ranking: Sequence[int] = view.senate.ranking
    return ranking.index(known.course.seat)


@kind
def builds(known: TrajanKnown) -> Findings:
    """T-72: a construction tile is taken."""
    for details in known.of("construction_taken"):
        yield found(int(details["points"]), construction=details["construction"], points=details["points"])


@kind
def completes_set(known: TrajanKnown) -> Findings:
    """T-101: construction tiles of one type score more at the end of the game."""
    for construction, points in known.then.set_points.items():
        more = points - known.me.set_points.get(construction, 0)
        if more > 0:
            yield found(more, construction=construction, points=more)


@kind
def more_workers(known: TrajanKnown) -> Findings:
    """T-70, T-13: the worker camp grows."""
    if known.then.workers > known.me.workers:
        yield found(1.5, workers=known.then.workers - known.me.workers)


@kind
def more_legionnaires(known: TrajanKnown) -> Findings:
    """T-40, T-13: the military camp grows."""
    if known.then.legionnaires > known.me.legionnaires:
        yield found(1.5, legionnaires=known.then.legionnaires - known.me.legionnaires)
