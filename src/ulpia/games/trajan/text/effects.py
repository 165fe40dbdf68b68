"""What an action would do right now, in a few words, from a view: help for people who choose."""

from typing import Any

from ulpia.core.actions import Action
from ulpia.games.trajan import actions as act
from ulpia.games.trajan import names
from ulpia.games.trajan.text.sentences import WORDS, name_of


def say_effect(action: Action, view: dict[str, Any], language: str) -> str:
    """A few words, empty where the action says it all. The view is that of the seat that decides."""
    effect = _effect(action, view, view["players"][view["seat"]], language)
    return WORDS.say(language, "effects", effect[0], **effect[1]) if effect else ""


def _effect(
    action: Action, view: dict[str, Any], me: dict[str, Any], language: str
) -> tuple[str, dict[str, Any]] | None:
    if isinstance(action, act.Sow):
        markers = sum(me["trays"][action.tray].values())
        target = names.TRAYS[(names.TRAYS.index(action.tray) + markers) % len(names.TRAYS)]
        return "sow", {"markers": markers, "tray": name_of(language, "tray", target)}
    if isinstance(action, act.TakeCard):
        return "card", {"good": name_of(language, "good", view["cards"][action.pile][-1])}
    if isinstance(action, act.ChooseTile):
        return "tile", _tile(view["stacks"][action.stack]["top"], language)
    if isinstance(action, act.Fulfil) and action.reward:
        slot = names.SLOTS[names.TRAYS.index(view["question"]["about"])]
        return "tile", _tile(me["slots"][slot], language)
    if isinstance(action, act.March):
        tile = view["provinces"][action.province]["tile"]
        return ("found", {"kind": name_of(language, "kind", tile)}) if tile else None
    if isinstance(action, act.Occupy):
        province = view["provinces"][me["leader"]]
        others = len(province["legionnaires"])
        points = max(0, province["points"] - others * view["less_per_legionnaire"])
        return "points", {"points": points}
    if isinstance(action, act.Advance):
        return "points", {"points": view["senate"]["points"][me["senate"] + 1]}
    if isinstance(action, act.Build):
        built = view["sites"][action.site]["tile"]
        if built is None:
            return "bridge", {}
        return "build", {"construction": name_of(language, "construction", built["type"]), "points": built["points"]}
    if isinstance(action, act.Sail):
        ship = view["question"]["about"]
        loaded = sum(view["load"].values())
        return "points", {"points": view["ship_points"][ship][(loaded // 2 if ship == "pairs" else loaded) - 1]}
    return None


def _tile(tile: dict[str, Any], language: str) -> dict[str, Any]:
    one, other = (name_of(language, "colour", colour) for colour in tile["asks"])
    reward = WORDS.find(language, "names", "rewards", tile["reward"])
    return {"one": one, "other": other, "points": tile["points"], "reward": reward}
