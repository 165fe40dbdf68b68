"""What an option of Trajan would do now, in a few words."""

from collections.abc import Sequence
from functools import singledispatch

from ulpia.core.actions import Action
from ulpia.core.effects import Effects
from ulpia.core.events import GameEvent
from ulpia.games.trajan import actions as act
from ulpia.games.trajan.text.sentences import SENTENCES
from ulpia.games.trajan.view.types import TrajanTile, TrajanView

DETAIL_QUESTIONS = frozenset({"lay"})
"""Questions that a dry run answers with their first option, because the effect is the same for all of them."""


class TrajanEffects(Effects[TrajanView]):
    """What is known about one option of Trajan."""

    sentences = SENTENCES

    def points_of(self, kind: str) -> str:
        """Return the points that an event of this kind scores."""
        event = self.find(kind)
        return self.say("points", points=event["points"]) if event else ""

    def tile(self, tile: TrajanTile | None) -> str:
        """Return what a Trajan tile asks for and gives."""
        if tile is None:
            return ""
        one, other = (self.name("colour", colour) for colour in tile.asks)
        return self.say("tile", one=one, other=other, points=tile.points, reward=self.name("reward", tile.reward))


def say_effect(action: Action, view: TrajanView, events: Sequence[GameEvent], language: str) -> str:
    """Return what an option does; nothing where the option says it all.

    The view is that of the seat that decides. The events are those of a dry run, as this seat may know them.
    """
    return effect(action, TrajanEffects(view, events, language))


@singledispatch
def effect(_action: Action, _known: TrajanEffects) -> str:
    """Return the effect of an option."""
    return ""


@effect.register
def sow(_action: act.Sow, known: TrajanEffects) -> str:
    """Name the number of markers and the tray of the last one."""
    sowed = known.find("sowed")
    trays = [event.details["tray"] for event in known.events if event.kind == "laid"]
    return known.say("sow", markers=sowed["markers"], tray=known.name("tray", trays[-1])) if sowed and trays else ""


@effect.register
def take_card(_action: act.TakeCard, known: TrajanEffects) -> str:
    """Name the card on top of the pile."""
    taken = known.find("card_taken")
    return known.say("card", good=known.name("good", taken["good"])) if taken else ""


@effect.register
def choose_tile(action: act.ChooseTile, known: TrajanEffects) -> str:
    """Describe the tile on top of the stack."""
    return known.tile(known.view.stacks[action.stack].top)


@effect.register
def fulfil(action: act.Fulfil, known: TrajanEffects) -> str:
    """Describe the tile."""
    fulfilled = known.find("fulfilled")
    if not action.reward or fulfilled is None or known.view.seat is None:
        return ""
    slots = known.view.players[known.view.seat].slots
    return known.tile(next(tile for tile in slots.values() if tile and tile.tile == fulfilled["tile"]))


@effect.register
def march(_action: act.March, known: TrajanEffects) -> str:
    """Name the forum tile in the province."""
    found = known.find("tile_found")
    return known.say("found", kind=known.name("kind", found["kind"])) if found else ""


@effect.register
def occupy(_action: act.Occupy, known: TrajanEffects) -> str:
    """Name the points."""
    return known.points_of("occupied")


@effect.register
def advance(_action: act.Advance, known: TrajanEffects) -> str:
    """Name the points."""
    return known.points_of("advanced")


@effect.register
def build(_action: act.Build, known: TrajanEffects) -> str:
    """Name the construction tile and its points, or that the site has none."""
    taken = known.find("construction_taken")
    if taken is None:
        return known.say("bridge")
    return known.say("build", construction=known.name("construction", taken["construction"]), points=taken["points"])


@effect.register
def sail(_action: act.Sail, known: TrajanEffects) -> str:
    """Name the points."""
    return known.points_of("sailed")
