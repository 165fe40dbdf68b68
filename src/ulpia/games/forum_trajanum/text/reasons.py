"""Reasons for a course of actions in Forum Trajanum, a function for each kind, named like its sentence."""

from collections.abc import Iterator

from ulpia.core.reasons import Course, Finding, ReasonKinds, found
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.text.known import ForumTrajanumKnown, beside, has_space, is_free, row_of
from ulpia.games.forum_trajanum.text.sentences import SENTENCES

BONUS_POINTS = 2.0
"""About what an area bonus, a premium or a resource that is lacking is worth."""
SURE_PREMIUMS = ("worker and tribune", "a builder", "two assistants", "two tribunes", "one money")
"""Premiums that always give something; for the others there are kinds of their own."""
GIFTS = ("envoy_sent", "gained", "upgraded", "points_gained")
"""Events of which one follows at once when the bonus of a row has an effect."""


def know(course: Course, other: Course | None) -> ForumTrajanumKnown:
    """Return what the functions look at."""
    return ForumTrajanumKnown(course, other)


REASONS = ReasonKinds(SENTENCES, know)
kind = REASONS.kind
Findings = Iterator[Finding]

# Taking tiles


@kind
def open_citizen(known: ForumTrajanumKnown) -> Findings:
    """F-23: an open citizen is taken for whom there is space."""
    for square, face in known.taken_open:
        if has_space(known.me, face):
            yield found(BONUS_POINTS + 1, face=face, square=square)


@kind
def open_tile(known: ForumTrajanumKnown) -> Findings:
    """F-05: the face of a tile with resources is known before it is taken."""
    for square, face in known.taken_open:
        if face not in names.CLASSES:
            yield found(1.0, face=face, square=square)


@kind
def opens_crane(known: ForumTrajanumKnown) -> Findings:
    """F-70: a crane is uncovered, and structures of its colour stand."""
    for square in known.squares("taken", "uncovered"):
        before, then = known.me.colonia[square].crane, known.then.colonia[square].crane
        if before and then and not before.open and known.is_same_cycle and then.points:
            yield found(then.points, crane=then.colour, points=then.points)


@kind
def clears_row(known: ForumTrajanumKnown) -> Findings:
    """F-71: a square comes free in a row where active citizens multiply each kind of grey building."""
    for square in known.cleared:
        row = known.me.citizens[row_of(square)]
        if row.multiplier > 1 and row.different_grey < len(names.GREY):
            yield found(row.multiplier - 0.5, square=square, points=row.multiplier)


@kind
def room_for_double(known: ForumTrajanumKnown) -> Findings:
    """F-40: a square comes free beside an empty one."""
    for square in known.cleared:
        other = next((each for each in beside(square) if is_free(known.me, each)), None)
        if other:
            yield found(0.5, square=square, other_square=other)


@kind
def first_room(known: ForumTrajanumKnown) -> Findings:
    """F-40: there was no square to build on."""
    if known.cleared and not any(is_free(known.me, square) for square in names.SQUARES):
        yield found(BONUS_POINTS, square=known.cleared[0])


@kind
def saves_tribune(known: ForumTrajanumKnown) -> Findings:
    """F-12, F-13: the street of the card is followed, or is empty; the next best would cost a tribune."""
    follows = known.of("taken", "taken_nothing") and not any(details["tribunes"] for details in known.of("taken"))
    if follows and known.other and any(details["tribunes"] for details in known.other.of("taken")):
        yield found(1.5)


@kind
def keeps_citizen(known: ForumTrajanumKnown) -> Findings:
    """F-14, F-23: a citizen is kept for whom there is space."""
    for details in known.of("kept"):
        if has_space(known.me, str(details["face"])):
            yield found(BONUS_POINTS, face=details["face"])


@kind
def keeps_lacking(known: ForumTrajanumKnown) -> Findings:
    """F-14: the tile that is kept shows a resource that the seat does not have."""
    for details in known.of("kept"):
        for symbol in dict.fromkeys(str(details["face"]).split()):
            if known.me.resources.get(symbol) == 0:
                yield found(1.5, taken=symbol)


@kind
def keeps_for_card(known: ForumTrajanumKnown) -> Findings:
    """F-14, F-74: the tile that is kept shows a resource that the lower task of the Trajan card asks for."""
    card = known.card
    for details in known.of("kept") if card else ():
        for symbol in dict.fromkeys(str(details["face"]).split()):
            asked = "worker" if symbol in names.COLOURS else symbol
            if card and asked in (word.removesuffix("s") for word in card.collect.split()):
                yield found(1.3, taken=symbol)


@kind
def keeps_grey(known: ForumTrajanumKnown) -> Findings:
    """F-14, F-41: the tile that is kept shows a builder, or two workers of one colour."""
    for details in known.of("kept"):
        one, *other = str(details["face"]).split()
        if "builder" in (one, *other) or (one in names.COLOURS and other == [one]):
            yield found(0.7)


@kind
def keeps_upgrade(known: ForumTrajanumKnown) -> Findings:
    """F-14, F-22: the tile that is kept moves the slider."""
    for details in known.of("kept"):
        if "upgrade" in str(details["face"]) and known.me.prestige.position < known.before.prestige.last:
            yield found(1.5)


@kind
def passes_useless(known: ForumTrajanumKnown) -> Findings:
    """F-14, F-23: the right neighbour has no space for the citizen that is passed on."""
    neighbour = known.before.players[known.me.passes_to]
    for details in known.of("kept"):
        if details["passed"] in names.CLASSES and not has_space(neighbour, str(details["passed"])):
            yield found(1.5, face=details["passed"])


# Using tiles


@kind
def new_ability(known: ForumTrajanumKnown) -> Findings:
    """F-30 to F-35: a row becomes active by a citizen that is laid."""
    for row in known.newly_active:
        yield found(BONUS_POINTS + 1, row=row, ability=row)


@kind
def row_bonus(known: ForumTrajanumKnown) -> Findings:
    """F-35: the second citizen of a row gives its bonus."""
    for event, following in known.followed:
        if event.kind == "citizen_laid" and event.details["space"] == "right" and following.kind in GIFTS:
            row = str(event.details["row"])
            yield found(BONUS_POINTS, row=row, row_bonus=known.before.row_bonuses[row])


@kind
def citizens_multiply(known: ForumTrajanumKnown) -> Findings:
    """F-71: grey buildings that stand in a row count more by a citizen that is laid."""
    for row in {str(details["row"]) for details in known.of("citizen_laid")}:
        before, then = known.me.citizens[row], known.then.citizens[row]
        points = (then.multiplier - before.multiplier) * before.different_grey
        if points > 0:
            yield found(points * known.scorings, number=names.CITIZEN_ROWS.index(row) + 1, points=points)


@kind
def uses_both(known: ForumTrajanumKnown) -> Findings:
    """F-20: two tiles are used in one turn."""
    if known.of("both_paid") and known.of("used_own") and known.of("used_received", "used_beside"):
        yield found(BONUS_POINTS)


@kind
def gets_lacking(known: ForumTrajanumKnown) -> Findings:
    """F-22, F-43: a resource comes of which the seat had none, and stays."""
    for resource in known.obtained:
        if known.me.resources[resource] == 0 < known.then.resources[resource]:
            yield found(known.later(1.0), taken=resource)


@kind
def builds_with_it(known: ForumTrajanumKnown) -> Findings:
    """F-41, F-43: a building is paid with a resource that comes, by a tile or an exchange, in the same turn."""
    merged = {"builder": len(known.of("merged"))}
    for resource, count in known.paid.items():
        if count > known.me.resources[resource] + merged.get(resource, 0):
            yield found(BONUS_POINTS, taken=resource)


@kind
def money_for_rows(known: ForumTrajanumKnown) -> Findings:
    """F-60: now the money suffices for all rows of citizens."""
    rows = sum(row.spaces[0] is not None for row in known.then.citizens.values())
    if known.is_same_cycle and known.me.resources["money"] < rows <= known.then.resources["money"]:
        yield found(1.5, rows=rows)


@kind
def two_tribunes(known: ForumTrajanumKnown) -> Findings:
    """F-20: now the tribunes suffice to use both tiles of a later turn."""
    if known.then.can_pay_both and not known.me.can_pay_both:
        yield found(known.later(1.2))


@kind
def envoy_waits(known: ForumTrajanumKnown) -> Findings:
    """F-48: the ship was empty, and an envoy waits there now."""
    if known.me.ship == 0 < known.then.ship:
        yield found(known.later(0.8))


# Trajan card and slider


@kind
def builds_task(known: ForumTrajanumKnown) -> Findings:
    """F-74: the buildings fulfil the upper task of the Trajan card once more."""
    card, times = known.card, known.then.forecast.build - known.me.forecast.build
    if card and known.is_same_cycle and times > 0:
        points = times * known.then.prestige.head
        yield found(points, build=card.build, points=points)


@kind
def collects_task(known: ForumTrajanumKnown) -> Findings:
    """F-74: what the seat has fulfils the lower task of the Trajan card once more."""
    card, times = known.card, known.then.forecast.collect - known.me.forecast.collect
    if card and known.is_same_cycle and times > 0:
        points = times * known.then.prestige.head
        yield found(points * 0.75, collect=card.collect, points=points)


@kind
def keeps_task(known: ForumTrajanumKnown) -> Findings:
    """F-74: what fulfils the Trajan card stays; after the next best move less of it is fulfilled."""
    if known.other and known.is_same_cycle == known.other.is_same_cycle:
        points = known.card_points - known.other.card_points
        fulfilled = known.me.forecast.build + known.me.forecast.collect
        if points > 0 and known.other.fulfilments < known.fulfilments <= fulfilled:
            yield found(points * 0.75, points=points)


@kind
def better_tasks(known: ForumTrajanumKnown) -> Findings:
    """F-74: the slider reaches a head with more points for a fulfilment, and a Trajan card is still to be scored."""
    head, before = known.then.prestige.head, known.me.prestige.head
    if head > before and any(known.before.trajan_cards[known.before.cycle - 1 :]):
        yield found((head - before) * max(1, known.fulfilments), head=head, before=before)


@kind
def better_group(known: ForumTrajanumKnown) -> Findings:
    """F-72: the slider raises the points of the group."""
    before, then = known.me.forecast, known.then.forecast
    if known.is_same_cycle and then.group > before.group and then.envoys == before.envoys:
        yield found((then.group - before.group) * known.scorings, envoys=then.envoys, points=then.group - before.group)


# Envoys


@kind
def larger_group(known: ForumTrajanumKnown) -> Findings:
    """F-72: the largest group grows and scores more."""
    points = known.then.forecast.group - known.me.forecast.group
    if known.is_same_cycle and points > 0 and known.then.forecast.envoys > known.me.forecast.envoys:
        yield found(points * known.scorings, envoys=known.then.forecast.envoys, points=points)


@kind
def group_in_reach(known: ForumTrajanumKnown) -> Findings:
    """F-72: the largest group grows, but is still too small to score."""
    envoys = known.then.forecast.envoys
    if known.is_same_cycle and envoys > known.me.forecast.envoys and known.then.forecast.group == 0:
        least = [at for at, points in enumerate(known.then.prestige.group_points, start=1) if points]
        if least:
            yield found(1.0, envoys=envoys, least=least[0])


@kind
def on_eagle(known: ForumTrajanumKnown) -> Findings:
    """F-73: an envoy goes onto an eagle."""
    for details in known.of("envoy_sent"):
        if details["colour"] == "eagle":
            yield found(int(details["eagles"]) * known.scorings, place=details["place"], points=details["eagles"])


@kind
def beside_eagle(known: ForumTrajanumKnown) -> Findings:
    """F-73: an envoy goes to a place that shares a side with an eagle."""
    squares = known.before.forum.squares
    for details in known.of("envoy_sent"):
        near = [squares[each].colour for each in beside(str(details["place"])) if each in squares]
        if details["colour"] != "eagle" and "eagle" in near:
            yield found(int(details["eagles"]) * known.scorings, place=details["place"], points=details["eagles"])


@kind
def eagles_diagonally(known: ForumTrajanumKnown) -> Findings:
    """F-30, F-73: envoys that stand diagonal to an eagle begin to score."""
    points = known.then.forecast.eagles - known.me.forecast.eagles
    if "patrician 1" in known.newly_active and not known.of("envoy_sent") and points > 0:
        yield found(points * known.scorings, points=points)


@kind
def completes_area(known: ForumTrajanumKnown) -> Findings:
    """F-53: an envoy fills the last square of an area."""
    for details in known.of("area_completed"):
        yield found(BONUS_POINTS + 0.5, colour=details["colour"])


@kind
def denies_area(known: ForumTrajanumKnown) -> Findings:
    """F-53: others, who have envoys waiting, can no longer take the bonus of an area that was begun."""
    begun = {area.area for area in known.before.forum.areas if area.taken}
    squares = known.before.forum.squares
    filled = [details for details in known.of("envoy_sent") if squares[str(details["place"])].area in begun]
    if any(details["free"] == 0 for details in filled):
        rivals = sum(each.ship > 0 for each in known.before.players if each.seat != known.course.seat)
        if rivals:
            yield found(1.0)


@kind
def bonus_points(known: ForumTrajanumKnown) -> Findings:
    """F-53: an area bonus is taken as points."""
    for details in known.of("points_gained"):
        yield found(int(details["points"]), points=details["points"])


# Buildings


@kind
def column_scores(known: ForumTrajanumKnown) -> Findings:
    """F-45: a column scores at once."""
    for details in known.of("column_scored"):
        yield found(int(details["points"]), points=details["points"])


@kind
def marker_scores(known: ForumTrajanumKnown) -> Findings:
    """F-46: a marker goes beside Trajan's Column."""
    for details in known.of("marker_home"):
        yield found(int(details["points"]), track=details["track"], points=details["points"])


@kind
def premium(known: ForumTrajanumKnown) -> Findings:
    """F-46: a premium gives resources."""
    for details in known.of("premium_taken"):
        if details["premium"] in SURE_PREMIUMS:
            yield found(known.later(BONUS_POINTS), premium=details["premium"])


@kind
def one_more_tile(known: ForumTrajanumKnown) -> Findings:
    """F-47: a tile of the colonia is taken and used besides."""
    for details in known.of("uncovered"):
        yield found(BONUS_POINTS + 1, square=details["square"])


@kind
def builds_again(known: ForumTrajanumKnown) -> Findings:
    """F-47: a premium gives one more building, which is built."""
    for event, following in known.followed:
        is_one_more = event.kind == "premium_taken" and event.details["premium"] == "one more building"
        if is_one_more and following.kind in ("built", "built_double"):
            yield found(BONUS_POINTS + 1)


@kind
def new_grey(known: ForumTrajanumKnown) -> Findings:
    """F-71: a kind of grey building is new in its row, which has no active citizens."""
    return new_kinds(known, alone=True)


@kind
def new_grey_with_citizens(known: ForumTrajanumKnown) -> Findings:
    """F-71: a kind of grey building is new in its row, where active citizens multiply it."""
    return new_kinds(known, alone=False)


def new_kinds(known: ForumTrajanumKnown, alone: bool) -> Findings:
    """F-71: find rows in which more kinds of grey buildings stand than before."""
    for number, row in enumerate(names.CITIZEN_ROWS, start=1):
        before, then = known.me.citizens[row], known.then.citizens[row]
        points = (then.different_grey - before.different_grey) * then.multiplier
        if points > 0 and alone == (then.multiplier == 1):
            yield found(points * known.scorings, number=number, points=points)


@kind
def crane_scores(known: ForumTrajanumKnown) -> Findings:
    """F-70: a crane that was open before counts more structures of its colour."""
    for before, then in known.cranes:
        if before.open:
            yield found(then.points - before.points, crane=then.colour, points=then.points - before.points)


@kind
def crane_later(known: ForumTrajanumKnown) -> Findings:
    """F-70: a crane that is still covered counts more structures of its colour."""
    for _, then in known.cranes:
        if not then.open:
            yield found(known.later(1.0), crane=then.colour)


@kind
def more_left(known: ForumTrajanumKnown) -> Findings:
    """F-43: as much is built as after the next best move, and more resources stay."""
    other = known.other
    if other and known.is_same_cycle and other.is_same_cycle and known.built == other.built:
        left, fewer = sum(known.then.resources.values()), sum(other.then.resources.values())
        if left > fewer:
            yield found(known.later((left - fewer) / 2), left=left, fewer=fewer)


# The end of a cycle


@kind
def row_scores(known: ForumTrajanumKnown) -> Findings:
    """F-60, F-71: a row is paid, and its citizens multiply grey buildings in the scoring."""
    for details in known.of("row_paid"):
        if int(details["points"]) > 0:
            yield found(int(details["points"]), row=details["row"], points=details["points"])


@kind
def ability_stays(known: ForumTrajanumKnown) -> Findings:
    """F-60: a row is paid, and the game goes on."""
    for details in known.of("row_paid"):
        if known.scorings > 1:
            yield found(1.5, row=details["row"], ability=details["row"])


@kind
def row_without_grey(known: ForumTrajanumKnown) -> Findings:
    """F-60, F-71: a row is not paid that has no grey building to count."""
    for details in known.of("row_left"):
        if known.me.citizens[str(details["row"])].different_grey == 0 and known.then.resources["money"]:
            yield found(1.0, row=details["row"])
