"""Where on the picture an option lights up. The view is that of the seat that decides."""

from collections.abc import Sequence

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.games.trajan import actions as act
from ulpia.games.trajan.names import PILES, SLOTS, STACKS, TRAYS
from ulpia.games.trajan.pictures.construction import place_of
from ulpia.games.trajan.pictures.scene import Player, TrajanView, hyphened

BUTTONS = (act.LeaveTile, act.Forgo, act.Enough, act.Pass, act.EndTurn)
"""They are no place on the table, but a button beside the prompt."""


def places(view: TrajanView, action: Action) -> tuple[str, ...]:
    """Return all ids that stand for an option: equal tiles of the forum light up together. None for a button."""
    if isinstance(action, BUTTONS):
        return ()
    if isinstance(action, act.TakeTile):
        spaces = [f"forum-{i}" for i, kind in enumerate(view.forum) if kind == action.tile]
        return (*spaces, *(f"extra-{i}" for i, kind in enumerate(view.extra_actions) if kind == action.tile))
    assert view.seat is not None, "nobody decides"
    return (_place(view, view.players[view.seat], action),)


def _place(view: TrajanView, me: Player, action: Action) -> str:
    about = view.question.about or "" if view.question else ""
    match action:
        case act.Arrange():
            return f"pair-{action.first}-{action.second}"
        case act.DrawCard() | act.DrawTwo():
            return "pile-hidden"
        case act.TakeCard():
            return f"pile-open-{PILES.index(action.pile) + 1}"
        case act.ChooseTile():
            return f"stack-{STACKS.index(action.stack)}"
        case act.Sow():
            return f"tray-{TRAYS.index(action.tray)}"
        case act.PlusTwo():
            return f"tray-{TRAYS.index(action.action)}"
        case act.Lay():
            return f"lay-{action.colour}"
        case act.Fulfil():
            return f"slot-{TRAYS.index(about) + 1}"
        case act.Discard() | act.Display():
            return _card(me, action.good)
        case act.Ship():
            return f"ship-{action.ship}"
        case act.Sail():
            return f"ship-{about}"
        case act.Load():
            return _card(me, action.goods[0])
        case act.Recruit() | act.Hire():
            return "own-supply"
        case act.March():
            return f"province-{hyphened(action.province)}"
        case act.Occupy():
            return f"province-{hyphened(me.leader)}"
        case act.Advance():
            return f"senate-{min(me.senate + 1, len(view.senate.points) - 1)}"
        case act.Build():
            row, column = place_of(action.site)
            return f"site-{row}-{column}"
        case act.Repeat():
            return "own-any-extra-action" if action.wild else f"own-extra-{action.action}"
        case act.ChooseBonus():
            return f"bonus-{view.senate.bonus_tiles.index(action.tile)}"
    raise TypeError(f"no place for {action!r}")


def _card(me: Player, good: str) -> str:
    """Return the id of a pack of the hand; a wild is a tile of one's own."""
    return "own-any-commodity" if good == "wild" else f"hand-{list(me.hand or ()).index(good)}"


def landings(_view: TrajanView, events: Sequence[GameEvent]) -> tuple[str, ...]:
    """Return the ids of the places on which markers, figures and tiles come to lie."""
    return tuple(dict.fromkeys(filter(None, map(_landing, events))))


def _landing(event: GameEvent) -> str:
    match event.kind:
        case "laid":
            return f"tray-{TRAYS.index(str(event.details['tray']))}"
        case "plus_two_placed":
            return f"tray-{TRAYS.index(str(event.details['action']))}"
        case "tile_chosen":
            return f"slot-{SLOTS.index(str(event.details['slot'])) + 1}"
        case "figures_hired":
            return "own-workers"
        case "figures_recruited":
            return "own-legion"
        case "advanced":
            return f"senate-{event.details['space']}"
        case "marched":
            return f"province-{hyphened(str(event.details['province']))}"
    return ""
