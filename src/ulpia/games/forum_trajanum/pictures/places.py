"""Where an option lights up: the id of the place of every kind of action that is no button."""

from collections.abc import Callable, Sequence
from typing import Any

from ulpia.core.actions import Action
from ulpia.core.events import GameEvent
from ulpia.games.forum_trajanum import actions as act
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import TRACK_END
from ulpia.games.forum_trajanum.pictures.scene import (
    ROW_NUMBER,
    ForumTrajanumView,
    Player,
    cell_id,
    slug,
    square_id,
)

TRACK_OF = {premium: (names.TRACKS[at // TRACK_END], at % TRACK_END + 1) for at, premium in enumerate(names.PREMIUMS)}


def places(view: ForumTrajanumView, action: Action) -> tuple[str, ...]:
    """Return the id that lights up for an option of the question in this view; none for a button."""
    found = PLACES.get(type(action))
    return () if found is None else (found(view, action),)


def _me(view: ForumTrajanumView) -> Player:
    """Return the player who decides."""
    assert view.seat is not None, "nobody decides"
    return view.players[view.seat]


def _lay(view: ForumTrajanumView, action: act.Lay) -> str:
    """Return the next free place of the row."""
    spaces = _me(view).citizens[action.row].spaces
    free = spaces.index(None) if None in spaces else len(spaces) - 1
    return f"citizen-{ROW_NUMBER[action.row]}-{free + 1}"


def _keep(view: ForumTrajanumView, action: act.Keep) -> str:
    """Return the tile taken for the first card, unless only the other one has this face."""
    taking = _me(view).taking
    card = next((card for card in names.CARDS if taking and taking.card(card).face == action.face), names.CARDS[0])
    return f"tile-{card}"


def _gain(_: ForumTrajanumView, action: act.Gain) -> str:
    """Return the store of a resource, the slider for an upgrade, the own score for points."""
    return {"upgrade": "slider", "points": "own-points"}.get(action.bonus, f"resource-{action.bonus}")


PLACES: dict[type[Action], Callable[[ForumTrajanumView, Any], str]] = {
    act.Crane: lambda _, a: f"crane-{a.colour}",
    act.Corner: lambda _, a: cell_id(a.square),
    act.Welcome: lambda _, a: cell_id(a.square),
    act.Lay: _lay,
    act.Take: lambda _, a: cell_id(a.square),
    act.TakeNothing: lambda _, a: f"street-card-{names.CARDS.index(a.card)}",
    act.Keep: _keep,
    act.UseOwn: lambda *_: "tile-own",
    act.UseReceived: lambda *_: "tile-received",
    act.UseBoth: lambda *_: "tile-both",
    act.UseBeside: lambda _, a: f"beside-{slug(a.face)}",
    act.Trade: lambda _, a: f"resource-{a.given}",
    act.Train: lambda *_: "resource-assistant",
    act.Merge: lambda _, a: f"resource-{a.colour}",
    act.Build: lambda _, a: f"supply-{slug(a.tile)}",
    act.Place: lambda _, a: cell_id(a.squares[0]),
    act.PayBuilder: lambda *_: "resource-builder",
    act.PayTwoWorkers: lambda _, a: f"resource-{a.colour}",
    act.PayWorker: lambda _, a: f"resource-{a.colour}",
    act.RewardFirst: lambda _, a: f"half-{a.half}",
    act.Premium: lambda _, a: "premium-{}-{}".format(*TRACK_OF[a.premium]),
    act.Uncover: lambda _, a: cell_id(a.square),
    act.Worker: lambda _, a: f"resource-{a.colour}",
    act.Gain: _gain,
    act.Envoy: lambda _, a: square_id(a.square),
    act.PayRow: lambda _, a: f"row-{ROW_NUMBER[a.row]}",
}
"""Where something is given up, it lights up. Not here: declining, leaving a row unpaid, ending the turn."""


def landings(_view: ForumTrajanumView, events: Sequence[GameEvent]) -> tuple[str, ...]:
    """Return the ids of the places on which buildings, markers, envoys and resources come to lie."""
    return tuple(dict.fromkeys(filter(None, map(_landing, events))))


def _landing(event: GameEvent) -> str:
    details = event.details
    match event.kind:
        case "advanced":
            return f"premium-{details['track']}-{details['position']}"
        case "gained":
            return f"resource-{slug(str(details['resource']))}"
        case "trained":
            return f"resource-{slug(str(details['resource']))}"
        case "traded":
            return f"resource-{slug(str(details['taken']))}"
        case "upgraded" | "slider_turned":
            return "slider"
        case "envoy_sent":
            return square_id(str(details["place"]))
    return ""
