"""What an action would do right now, in a few words, from a view: help for people who choose."""

from collections.abc import Callable
from typing import Any

from ulpia.core.actions import Action
from ulpia.games.forum_trajanum import actions as act
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import TRACK_END
from ulpia.games.forum_trajanum.text.sentences import WORDS, name_of

CLASS_ROWS = {name: names.CITIZEN_ROWS[2 * at : 2 * at + 2] for at, name in enumerate(names.CLASSES)}
UPGRADES = ("an upgrade", "upgrade")
ENVOY_PREMIUMS = ("envoy on an eagle", "envoy on any colour")


def say_effect(action: Action, view: dict[str, Any], language: str) -> str:
    """A few words, empty where the action says it all. The view is that of the seat that decides."""
    foresee = FORESEEN.get(type(action))
    if foresee is None:
        return ""
    effect = Effect(view, language)
    foresee(effect, action)
    return ", ".join(effect.parts)


class Effect:
    """What follows from an action, being put together."""

    def __init__(self, view: dict[str, Any], language: str) -> None:
        self.view = view
        self.me = view["players"][view["seat"]]
        self.about = view["question"]["about"]
        self.language = language
        self.parts: list[str] = []

    def add(self, key: str, **facts: object) -> None:
        """One more thing that follows."""
        self.parts.append(WORDS.say(self.language, "effects", key, **facts))

    def name(self, detail: str, value: str) -> str:
        """The word for a thing."""
        return name_of(self.language, detail, value)

    # Tiles and citizens

    def corner(self, action: act.Corner) -> None:
        """F-04: where the other citizen goes."""
        _, first, drawn = self.view["pending"][-1]
        other = names.CLASSES[len(names.CLASSES) - first - drawn]
        opposite = names.CORNERS[len(names.CORNERS) - 1 - names.CORNERS.index(action.square)]
        self.add("opposite", citizen=self.name("citizen", other), square=opposite)

    def tile(self, square: str) -> None:
        """What lies open there, and the crane below it."""
        shown = self.me["colonia"][square]
        if shown["face"]:
            self.add("open_tile", face=self.name("face", shown["face"]))
            self.add("opens_crane", crane=self.name("crane", shown["crane"]["colour"]))

    def lay(self, action: act.Lay) -> None:
        """F-23, F-30 to F-35: what the citizen allows, or gives once."""
        row = self.me["citizens"][action.row]
        if row["spaces"][0] is None:
            self.add("ability", ability=self.name("ability", action.row))
            if action.row == "merchant 1" and not self.me["prestige"]["reverse"]:
                self.add("turns_slider")
        else:
            self.add("row_bonus", bonus=self.name("row_bonus", row["bonus"]))
            if not row["active"]:
                self.add("reactivates")

    def take(self, action: act.Take) -> None:
        """F-10, F-12: from which street, and what is known of the tile."""
        if not action.tribune:
            self.add("street", street=self.street(action.card))
        self.tile(action.square)

    def take_nothing(self, action: act.TakeNothing) -> None:
        """F-13: the street has no tile left."""
        self.add("empty", street=self.street(action.card))

    def street(self, card: str) -> str:
        """The street that a card means on the own board."""
        return self.name("street", self.me["streets"][names.CARDS.index(card)])

    def keep(self, action: act.Keep) -> None:
        """F-14: what goes to the right neighbour."""
        faces = [self.me["taking"][card]["face"] for card in names.CARDS]
        faces.remove(action.face)
        self.add("passes_on", face=self.name("face", faces[0]))

    def face(self, face: str) -> None:
        """F-23: what the tile shows; a citizen may find no space."""
        self.add("face", face=self.name("face", face))
        self.space(face)

    def space(self, face: str) -> bool:
        """Whether it is a citizen that finds a space; say so if it finds none."""
        if face not in names.CLASSES:
            return False
        has_space = any(self.me["citizens"][row]["spaces"][1] is None for row in CLASS_ROWS[face])
        if not has_space:
            self.add("no_space")
        return has_space

    def beside(self, action: act.UseBeside) -> None:
        """F-21: it leaves the game, unless it is laid."""
        if not self.space(action.face):
            self.add("leaves")

    # Building

    def build(self, action: act.Build) -> None:
        """F-42, F-45, F-46: what stands there then, what it gives, what is left."""
        colour, _, shape = action.tile.partition(" ")
        if colour in names.GREY:
            stock = next(stock for stock in self.view["stock"].values() if stock["grey"] == colour)
            self.reward(colour)
        else:
            stock = self.view["stock"][colour]
            structure = self.name("structure", stock["structure"])
            if shape == "with grey":
                self.add("pair", one=self.name("grey", stock["grey"]), other=structure)
                self.reward(stock["grey"])
            elif shape == "twice":
                self.add("face", face=f"2 {self.name('structures', stock['structure'])}")
            else:
                self.add("face", face=structure)
            if self.me["ship"] == 0:
                self.add("no_envoy")
        self.add("left", tiles=stock["doubles" if shape else "singles"] - 1)

    def reward(self, grey: str) -> None:
        """F-45, F-46: of a grey building."""
        if grey == "column":
            self.add("scores", points=self.column_points())
            return
        reached = self.me["tracks"][grey]["reached"]
        if reached == TRACK_END:
            self.add("no_premium")
        else:
            premium = self.name("premium", self.view["premiums"][grey][reached])
            self.add("premium_or_earlier" if reached else "premium", premium=premium)

    def column_points(self) -> int:
        """F-45: of a column, or of a marker that goes beside Trajan's Column."""
        return int(self.view["fragment"] + self.me["active_citizens"])

    def place(self, action: act.Place) -> None:
        """F-71: what a grey building adds to its row; which half of a double is grey."""
        colour, _, shape = self.about.partition(" ")
        grey = self.view["stock"][colour]["grey"] if shape == "with grey" else colour
        if grey not in names.GREY:
            return
        square = action.squares[0]
        if shape:
            self.add("grey_first", building=self.name("grey", grey), square=square)
        row = int(square[1]) - 1
        standing = {self.me["colonia"][name]["building"] for name in names.SQUARES if name[1] == square[1]}
        if grey not in standing:
            self.row_scores(row, self.me["citizens"][names.CITIZEN_ROWS[row]]["multiplier"])

    def row_scores(self, row: int, points: int) -> None:
        """F-71: so much more for a row at the end of the cycle."""
        if points > 0:
            self.add("row_scores", row=row + 1, points=points)

    def pay_worker(self, action: act.PayWorker) -> None:
        """F-41: a worker of another colour needs an assistant."""
        if action.colour != self.about:
            self.add("with_assistant")

    def first_reward(self, action: act.RewardFirst) -> None:
        """F-44: which building that is."""
        stock = self.view["stock"][self.about]
        if action.half == "grey":
            self.add("face", face=self.name("grey", stock["grey"]))
            self.reward(stock["grey"])
        else:
            self.add("face", face=self.name("structure", stock["structure"]))

    # Rewards

    def premium(self, action: act.Premium) -> None:
        """F-46: what a premium leads to; after the fourth building the marker scores."""
        if action.premium in UPGRADES:
            self.upgrade()
        if action.premium in ENVOY_PREMIUMS and self.me["ship"] == 0:
            self.add("no_envoy")
        if self.me["tracks"][self.about]["reached"] == TRACK_END:
            self.add("then_home", points=self.column_points())

    def gain(self, action: act.Gain) -> None:
        """F-53: points in numbers; where an upgrade leads."""
        if action.bonus == "points":
            self.add("scores", points=self.view["area_points"])
        elif action.bonus in UPGRADES:
            self.upgrade()

    def upgrade(self) -> None:
        """F-22, F-32: the slider's next step, and what a fulfilled task is worth there."""
        prestige = self.me["prestige"]
        if prestige["upgraded"]["position"] == prestige["position"]:
            self.add("no_upgrade")
        else:
            self.add("head", **prestige["upgraded"])

    def envoy(self, action: act.Envoy) -> None:
        """F-53, F-72, F-73: the area, eagles, and the group that the envoy would belong to."""
        squares = self.view["forum"]["squares"]
        here = squares[action.square]
        if here["area"] is not None:
            area = self.view["forum"]["areas"][here["area"]]
            if area["free"] == 1:
                self.add("completes")
            elif area["taken"] == 0:
                self.add("begins", squares=area["free"])
            else:
                self.add("free_after", squares=area["free"] - 1)
        diagonally = self.me["citizens"]["patrician 1"]["active"]
        if here["colour"] == "eagle":
            self.add("on_eagle")
        elif any(squares[near]["colour"] == "eagle" for near in around(action.square, squares, diagonally)):
            self.add("by_eagle")
        envoys = group(action.square, squares, self.view["seat"])
        if envoys > 1:
            self.add("in_group", envoys=envoys)

    # The end of a cycle

    def row(self, action: act.PayRow | act.LeaveRow) -> None:
        """F-60: whose citizens become or stay active."""
        row = self.me["citizens"][action.row]
        pays = isinstance(action, act.PayRow)
        change = "stays" if row["active"] == pays else "becomes"
        citizens = sum(1 for owner in row["spaces"] if owner is not None)
        self.add(f"{change}_{'active' if pays else 'inactive'}", citizens=citizens)
        if pays:
            self.add("ability", ability=self.name("ability", action.row))
            self.row_scores(names.CITIZEN_ROWS.index(action.row), row["different_grey"] * citizens)


def around(square: str, squares: dict[str, Any], diagonally: bool) -> list[str]:
    """Squares of the forum beside one, or diagonal to it too."""
    column, row = ord(square[0]), int(square[1])
    steps = [(-1, 0), (1, 0), (0, -1), (0, 1)]
    if diagonally:
        steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    near = (f"{chr(column + across)}{row + down}" for across, down in steps)
    return [name for name in near if name in squares]


def group(square: str, squares: dict[str, Any], seat: int) -> int:
    """How many envoys of a seat would be joined by sides if one more stood here."""
    joined = {square}
    edge = [square]
    while edge:
        for near in around(edge.pop(), squares, diagonally=False):
            if near not in joined and squares[near]["envoy"] == seat:
                joined.add(near)
                edge.append(near)
    return len(joined)


FORESEEN: dict[type[Action], Callable[[Effect, Any], None]] = {
    act.Corner: Effect.corner,
    act.Welcome: lambda effect, action: effect.tile(action.square),
    act.Lay: Effect.lay,
    act.Take: Effect.take,
    act.TakeNothing: Effect.take_nothing,
    act.Keep: Effect.keep,
    act.UseOwn: lambda effect, _: effect.face(effect.me["own"]),
    act.UseReceived: lambda effect, _: effect.face(effect.me["received"]),
    act.UseBeside: Effect.beside,
    act.Build: Effect.build,
    act.Place: Effect.place,
    act.PayWorker: Effect.pay_worker,
    act.RewardFirst: Effect.first_reward,
    act.Premium: Effect.premium,
    act.Uncover: lambda effect, action: effect.tile(action.square),
    act.Gain: Effect.gain,
    act.Envoy: Effect.envoy,
    act.PayRow: Effect.row,
    act.LeaveRow: Effect.row,
}
"""What is foreseen of each kind of action; the others say it all themselves."""
