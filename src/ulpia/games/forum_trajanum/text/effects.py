"""What an option of Forum Trajanum would do now, in a few words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, singledispatch

from ulpia.core.actions import Action
from ulpia.core.effects import Effects
from ulpia.core.events import GameEvent
from ulpia.games.forum_trajanum import actions as act
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.text.sentences import SENTENCES
from ulpia.games.forum_trajanum.view.types import ForumTrajanumPlayerView, ForumTrajanumView

DETAIL_QUESTIONS = frozenset({"place", "pay_grey", "pay_coloured", "first_reward"})
"""Questions that a dry run answers with their first option, because the effect is the same for all of them."""

UPGRADES = ("an upgrade", "upgrade")
ENVOY_PREMIUMS = ("envoy on an eagle", "envoy on any colour")


class ForumTrajanumEffects(Effects[ForumTrajanumView]):
    """What is known about one option of Forum Trajanum."""

    sentences = SENTENCES

    @cached_property
    def me(self) -> ForumTrajanumPlayerView:
        """The seat that decides."""
        return self.view.players[self.view.seat or 0]

    @property
    def about(self) -> str:
        """What the question is about."""
        return (self.view.question and self.view.question.about) or ""

    def tile(self, square: str) -> Iterator[str]:
        """Name the tile that lies open on a square, and the crane below it."""
        shown = self.me.colonia[square]
        if shown.face and shown.crane:
            yield self.say("open_tile", face=self.name("face", shown.face))
            yield self.say("opens_crane", crane=self.name("crane", shown.crane.colour))

    def street(self, card: str) -> str:
        """Return the street that a card means on the own board."""
        return self.name("street", self.me.streets[names.CARDS.index(card)])

    def use(self, face: str | None) -> Iterator[str]:
        """Name what a tile shows, and whether a citizen finds no space."""
        if face:
            yield self.say("face", face=self.name("face", face))
        if self.happens("no_space"):
            yield self.say("no_space")

    def reward(self, grey: str) -> Iterator[str]:
        """F-45, F-46: name the reward of a grey building."""
        column, advanced = self.find("column_scored"), self.find("advanced")
        if column is not None:
            yield self.say("scores", points=column["points"])
        elif advanced is None:
            yield self.say("no_premium")
        else:
            reached = int(advanced["position"])
            premium = self.name("premium", self.view.premiums[grey][reached - 1])
            yield self.say("premium_or_earlier" if reached > 1 else "premium", premium=premium)

    def upgrade(self) -> str:
        """F-22: name the position that the slider reaches, and the points of a fulfilled task there."""
        upgraded = self.find("upgraded")
        if upgraded is None:
            return self.say("no_upgrade")
        position = int(upgraded["position"])
        return self.say("head", position=position, head=self.view.prestige.head[position])

    @cached_property
    def built(self) -> Mapping[str, str | int]:
        """The details of the building tile that is laid."""
        return self.find("built") or self.find("built_double") or {}

    def row_scores(self, row: int, points: str | int) -> Iterator[str]:
        """F-71: name the points that a row of the colonia scores more at the end of the cycle."""
        if points:
            yield self.say("row_scores", row=row, points=points)


def say_effect(action: Action, view: ForumTrajanumView, events: Sequence[GameEvent], language: str) -> str:
    """Return what an option does; nothing where the option says it all.

    The view is that of the seat that decides. The events are those of a dry run, as this seat may know them.
    """
    return ", ".join(effect(action, ForumTrajanumEffects(view, events, language)))


@singledispatch
def effect(_action: Action, _known: ForumTrajanumEffects) -> Iterator[str]:
    """Return the effects of an option."""
    return iter(())


# Tiles and citizens


@effect.register
def corner(action: act.Corner, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-04: name the corner of the other citizen."""
    for event in known.events:
        if event.kind == "citizen_on_corner" and event.details["square"] != action.square:
            citizen = known.name("citizen", event.details["citizen"])
            yield known.say("opposite", citizen=citizen, square=event.details["square"])


@effect.register(act.Welcome)
@effect.register(act.Uncover)
def uncover(action: act.Welcome | act.Uncover, known: ForumTrajanumEffects) -> Iterator[str]:
    """Name the tile."""
    return known.tile(action.square)


@effect.register
def lay(action: act.Lay, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-23, F-30 to F-35: name what the citizen allows, or gives once."""
    laid = known.find("citizen_laid")
    if laid is None or laid["space"] == "left":
        yield known.say("ability", ability=known.name("ability", action.row))
        if known.happens("slider_turned"):
            yield known.say("turns_slider")
    else:
        yield known.say("row_bonus", bonus=known.name("row_bonus", known.view.row_bonuses[action.row]))
        if laid["reactivated"]:
            yield known.say("reactivates")


@effect.register
def take(action: act.Take, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-10, F-12: name the street, or the one that a tribune replaces; and the tile if it lies open."""
    yield known.say("not_street" if action.tribune else "street", street=known.street(action.card))
    yield from known.tile(action.square)


@effect.register
def take_nothing(action: act.TakeNothing, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-13: name the empty street."""
    yield known.say("empty", street=known.street(action.card))


@effect.register
def keep(_action: act.Keep, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-14: name the tile that goes to the right neighbour."""
    kept = known.find("kept")
    if kept:
        yield known.say("passes_on", face=known.name("face", kept["passed"]))


@effect.register
def use_own(_action: act.UseOwn, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-23: name the tile."""
    return known.use(known.me.own)


@effect.register
def use_received(_action: act.UseReceived, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-23: name the tile."""
    return known.use(known.me.received)


@effect.register
def use_beside(_action: act.UseBeside, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-21: say whether the tile leaves the game."""
    yield from known.use(None)
    used = known.find("used_beside")
    if used and used["leaves"]:
        yield known.say("leaves")


# Building


@effect.register
def build(action: act.Build, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-42, F-45, F-46: name what stands there then, what it gives, and how many tiles are left."""
    colour, _, shape = action.tile.partition(" ")
    if colour in names.GREY:
        yield from known.reward(colour)
    else:
        stock = known.view.stock[colour]
        structure = known.name("structure", stock.structure)
        if shape == "with grey":
            yield known.say("pair", one=known.name("grey", stock.grey), other=structure)
            yield from known.reward(stock.grey)
        elif shape == "twice":
            yield known.say("face", face=f"2 {known.name('structures', stock.structure)}")
        else:
            yield known.say("face", face=structure)
        if known.me.ship == 0:
            yield known.say("no_envoy")
    yield known.say("left", tiles=known.built["left"])


@effect.register
def place(action: act.Place, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-71: name what the grey building adds to its row; it is the first half of a double."""
    colour, _, shape = known.about.partition(" ")
    square = action.squares[0]
    if shape == "with grey":
        yield known.say("grey_first", building=known.name("grey", known.view.stock[colour].grey), square=square)
    yield from known.row_scores(int(square[1:]), known.built["points"])


@effect.register
def pay_worker(_action: act.PayWorker, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-41: a worker of another colour needs an assistant."""
    paid = next((event.kind for event in known.events if event.kind.startswith("paid_")), "")
    if paid == "paid_worker_and_assistant":
        yield known.say("with_assistant")


@effect.register
def first_reward(action: act.RewardFirst, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-44: name the building."""
    stock = known.view.stock[known.about]
    if action.half == "grey":
        yield known.say("face", face=known.name("grey", stock.grey))
        yield from known.reward(stock.grey)
    else:
        yield known.say("face", face=known.name("structure", stock.structure))


# Rewards


@effect.register
def premium(action: act.Premium, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-46: name what a premium leads to; after the fourth building the marker scores like a column."""
    if action.premium in UPGRADES:
        yield known.upgrade()
    if action.premium in ENVOY_PREMIUMS and known.me.ship == 0:
        yield known.say("no_envoy")
    taken = known.find("premium_taken")
    if taken and taken["points"]:
        yield known.say("then_home", points=taken["points"])


@effect.register
def gain(action: act.Gain, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-53: name points in numbers, or where an upgrade leads."""
    gained = known.find("points_gained")
    if gained:
        yield known.say("scores", points=gained["points"])
    elif action.bonus in UPGRADES:
        yield known.upgrade()


@effect.register
def envoy(action: act.Envoy, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-53, F-72, F-73: name the area, eagles, and the group that the envoy would belong to."""
    sent = known.find("envoy_sent")
    if sent is None:
        return
    forum = known.view.forum
    number = forum.squares[action.square].area
    if number is not None:
        area = forum.areas[number]
        if known.happens("area_completed"):
            yield known.say("completes")
        elif area.taken == 0:
            yield known.say("begins", squares=area.free)
        else:
            yield known.say("left_after", squares=sent["free"])
    if sent["eagles"]:
        yield known.say("eagles", points=sent["eagles"])
    if int(sent["envoys"]) > 1:
        yield known.say("in_group", envoys=sent["envoys"])


# The end of a cycle


@effect.register(act.PayRow)
@effect.register(act.LeaveRow)
def pay_row(action: act.PayRow | act.LeaveRow, known: ForumTrajanumEffects) -> Iterator[str]:
    """F-60: name the citizens that become or stay active."""
    pays = isinstance(action, act.PayRow)
    decided = known.find("row_paid" if pays else "row_left")
    if decided is None:
        return
    change = "stays" if known.me.citizens[action.row].active == pays else "becomes"
    yield known.say(f"{change}_{'active' if pays else 'inactive'}", citizens=decided["citizens"])
    if pays:
        yield known.say("ability", ability=known.name("ability", action.row))
        yield from known.row_scores(names.CITIZEN_ROWS.index(action.row) + 1, decided["points"])
