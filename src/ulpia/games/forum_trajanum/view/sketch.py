"""The table in text, from a view, for terminals: lines with style tags in square brackets.

A coloured thing bears a letter or a name, and an envoy the number of its seat, so that colours are never the only sign.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.text.sentences import WORDS, name_of

COLOUR_STYLES = {
    "blue": "white on blue",
    "green": "black on green",
    "red": "white on red",
    "orange": "black on dark_orange",
    "eagle": "black on white",
}
GREY_STYLE = "black on grey70"
SEAT_STYLES = ("bold red", "bold green", "bold blue", "bold dark_orange3")
ENVOY_STYLES = (
    "bold white on dark_red",
    "bold white on dark_green",
    "bold white on navy_blue",
    "bold white on orange4",
)
TAG = re.compile(r"\[/?[^\[\]]*\]")

FULL_WIDTH = 100
FORUM_WIDTH = 30
LABEL_WIDTH = 10
BELOW_WIDTH = 12
CELL = 4
COLONIA_WIDTH = 2 + CELL * names.SIDE
CITIZENS_WIDTH = 17
JOINTS = {"right": "═", "below": "╷", "above": "╵", "left": " ", None: " "}


def draw(view: dict[str, Any], language: str, seat_names: Sequence[str]) -> list[str]:
    """Draw the table as its viewer sees it."""
    sketch = Sketch(view, language, seat_names)
    return [
        *sketch.heading(),
        "",
        *sketch.middle(),
        *(line for player in view["players"] for line in ("", *sketch.player(player))),
        "",
        f"[dim]{sketch.word('legend')}[/]",
        f"[dim]{sketch.word('legend_citizens')}[/]",
    ]


def visible(text: str) -> int:
    """How wide a text is without its tags."""
    return len(TAG.sub("", text))


def pad(text: str, width: int) -> str:
    """Fill a text with tags up to a width."""
    return text + " " * (width - visible(text))


class Sketch:
    """One view, being drawn."""

    def __init__(self, view: dict[str, Any], language: str, seat_names: Sequence[str]) -> None:
        self.view = view
        self.language = language
        self.seat_names = seat_names

    def word(self, key: str, **facts: object) -> str:
        """A heading or label."""
        return WORDS.say(self.language, "sketch", key, **facts)

    def name(self, detail: str, value: str) -> str:
        """The word for a thing."""
        return name_of(self.language, detail, value)

    def seat(self, seat: int) -> str:
        """A seat's name in its colour."""
        return f"[{SEAT_STYLES[seat]}]{self.seat_names[seat]}[/]"

    def label(self, key: str, width: int = LABEL_WIDTH) -> str:
        """A label at the beginning of a line."""
        return f"[bold]{self.word(key):<{width - 1}}[/] "

    def chip(self, colour: str) -> str:
        """The letter of a colour on that colour."""
        return f"[{COLOUR_STYLES[colour]}]{self.name('letter', colour)}[/]"

    def face(self, face: str | None) -> str:
        """What a colonia tile shows, workers as letters on their colour."""
        if face is None:
            return "–"
        if face == "hidden":
            return f"[dim]{self.word('hidden')}[/]"
        if face in names.CLASSES:
            return self.name("citizen", face)
        one, other = face.split()
        if one == other and one not in names.COLOURS:
            return self.name("face", face)
        symbols = WORDS.find(self.language, "names", "resources")
        return "+".join(self.chip(part) if part in names.COLOURS else symbols[part][0] for part in (one, other))

    def flow(self, key: str, items: Sequence[str]) -> list[str]:
        """Items one after another, as many in a line as fit; no line without any."""
        lines: list[str] = []
        for item in items:
            if lines and visible(f"{lines[-1]} · {item}") <= FULL_WIDTH:
                lines[-1] += f" · {item}"
            else:
                lines.append(("  " + self.label(key, BELOW_WIDTH) if not lines else " " * (BELOW_WIDTH + 2)) + item)
        return lines

    def heading(self) -> list[str]:
        """When it is, the street cards, what columns and cranes are worth."""
        view = self.view
        cycle = names.CYCLES[view["cycle"] - 1]
        when = self.word("when", cycle=cycle, round=view["round"], rounds=view["rounds"])
        streets = ", ".join(self.name("street", street) for street in view["streets"]["shown"])
        worth = self.word("worth", fragment=view["fragment"], crane=view["crane_points"])
        parts = [when, f"{self.word('streets')}: {streets or self.word('no_streets')}", worth]
        if view["side"] == "B":
            parts.append(self.word("side", side="B"))
        return [f"[reverse] {' | '.join(parts)} [/]"]

    def middle(self) -> list[str]:
        """The forum, and beside it Trajan cards and building tiles."""
        beside = [*self.trajan_cards(), "", *self.stock()]
        return [
            (pad(left, FORUM_WIDTH) + right).rstrip() for left, right in zip_longest(self.forum(), beside, fillvalue="")
        ]

    def forum(self) -> list[str]:
        """The mosaic: a letter on its colour, and whose envoy stands there."""
        squares = self.view["forum"]["squares"]
        columns = [column for column in "abcdefgh" if any(name[0] == column for name in squares)]
        lines = ["   " + "".join(f" {column} " for column in columns)]
        for row in range(1, names.FORUM_ROWS + 1):
            cells = [self.place(squares.get(f"{column}{row}")) for column in columns]
            if any(cell.strip() for cell in cells):
                lines.append(f" {row} {''.join(cells)}")
        return lines

    def place(self, square: dict[str, Any] | None) -> str:
        """One square of the forum."""
        if square is None:
            return "   "
        letter, style = self.name("letter", square["colour"]), COLOUR_STYLES[square["colour"]]
        if square["envoy"] is None:
            return f"[{style}] {letter} [/]"
        return f"[{style}]{letter}[/][{ENVOY_STYLES[square['envoy']]}]●{square['envoy']}[/]"

    def trajan_cards(self) -> list[str]:
        """The tasks of the three cycles; that of this cycle stands out."""
        lines = []
        for cycle, card in zip(names.CYCLES, self.view["trajan_cards"]):
            label = f"{self.word('card', cycle=cycle):<10}"
            is_now = names.CYCLES[self.view["cycle"] - 1] == cycle and not self.view["over"]
            style = "bold" if is_now else "dim"
            if card is None:
                lines.append(f"[{style}]{label}[/][dim]{self.word('no_card')}[/]")
                continue
            tasks = [
                f"{self.word('card_builds')}: {self.name('build', card['build'])}",
                f"{self.word('card_collects')}: {self.name('collect', card['collect'])}",
            ]
            lines += [f"[{style}]{label}{tasks[0]}[/]", f"[{style}]{'':<10}{tasks[1]}[/]"]
        return lines

    def stock(self) -> list[str]:
        """Building tiles left: a colour, its structure and its grey building."""
        lines = []
        for colour, stock in self.view["stock"].items():
            structure, grey = self.name("structure", stock["structure"]), self.name("grey", stock["grey"])
            tile = f"{self.chip(colour)} {structure} / {grey}"
            lines.append(pad(tile, 28) + self.word("stock", singles=stock["singles"], doubles=stock["doubles"]))
        return lines

    def player(self, player: dict[str, Any]) -> list[str]:
        """What lies before one seat."""
        view = self.view
        title = f"{self.seat(player['seat'])}{' ◀' if view['seat'] == player['seat'] else ''}"
        title += f"  [bold]{self.word('points', points=player['points'])}[/]"
        if view["first"] == player["seat"]:
            title += f"  {self.word('starting')}"
        if player["newcomer"]:
            title += f"  {self.word('newcomer')}"
        if view["side"] == "B" and player["streets"]:
            first, second = (self.name("street", street) for street in player["streets"])
            title += f"  {self.word('street_here', first=first, second=second)}"
        grid = [
            pad(colonia, COLONIA_WIDTH + 1) + pad(citizens, CITIZENS_WIDTH)
            for colonia, citizens in zip(self.colonia(player), ("", *self.citizens(player)))
        ]
        lines = [(left + right).rstrip() for left, right in zip_longest(grid, self.belongings(player), fillvalue="")]
        corners = [
            f"{square} {self.face(shown['face'])}" for square, shown in player["colonia"].items() if shown["face"]
        ]
        beside = [f"{count}× " * (count > 1) + self.face(face) for face, count in player["beside"].items()]
        return [
            title,
            *lines,
            *self.flow("tiles", self.tiles(player)),
            *self.flow("corners", corners),
            *self.flow("beside", beside),
            *self.flow("now", self.worth(player)),
        ]

    def colonia(self, player: dict[str, Any]) -> list[str]:
        """The squares as they lie; the streets of this round stand out."""

        def axis(kind: str, sign: str) -> str:
            return f"[reverse]{sign}[/]" if f"{kind} {sign}" in player["streets"] else sign

        lines = ["  " + "".join(f" {axis('column', column)}  " for column in "abcdef")]
        for row in range(names.SIDE):
            squares = names.SQUARES[row * names.SIDE : (row + 1) * names.SIDE]
            cells = [self.square(player["colonia"][name]) for name in squares]
            lines.append(f"{axis('row', str(row + 1))} {''.join(cells)}")
        return lines

    def square(self, shown: dict[str, Any]) -> str:
        """One square of a colonia, four characters wide."""
        if shown["building"]:
            stock = self.view["stock"].get(shown["building"])
            letters = self.name("short", stock["structure"] if stock else shown["building"])
            style = COLOUR_STYLES[shown["building"]] if stock else GREY_STYLE
            return f"[{style}] {letters}[/]{JOINTS[shown['joined']]}"
        if shown["crane"]:
            letter, style = self.name("letter", shown["crane"]["colour"]), COLOUR_STYLES[shown["crane"]["colour"]]
            if shown["crane"]["scored"]:
                return "[dim] Γ [/] "
            return (
                f"[{style}]{'Γ' if shown['crane']['open'] else '▒'}{letter}{' ' if shown['crane']['open'] else '▒'}[/] "
            )
        if shown["temple"]:
            return " π  "
        return "[dim]░░░[/] " if shown["cover"] == "face down" else "[dim] · [/] "

    def citizens(self, player: dict[str, Any]) -> list[str]:
        """The citizen rows; each lies at the street of its number."""
        lines = []
        for name, row in player["citizens"].items():
            sign = "●" if row["active"] else "○"
            spaces = "".join("[dim]·[/]" if owner is None else sign for owner in row["spaces"])
            text = f"{self.name('row', name):<14}"
            lines.append(f"{spaces} {text}" if row["spaces"][0] is not None else f"{spaces} [dim]{text}[/]")
        return lines

    def belongings(self, player: dict[str, Any]) -> list[str]:
        """Supply, premium tracks, slider, ship, envoys in the forum."""
        resources = player["resources"]
        symbols = WORDS.find(self.language, "names", "resources")
        supply = [
            f"{symbols[name][resources[name] != 1]} [bold]{resources[name]}[/]"
            for name in names.RESOURCES
            if name not in names.COLOURS
        ]
        workers = " ".join(self.chip(colour) * resources[colour] for colour in names.COLOURS if resources[colour])
        tracks = [
            f"{self.name('track', track)} [bold]{'✓' if at['home'] else at['reached']}[/]"
            for track, at in player["tracks"].items()
        ]
        prestige = player["prestige"]
        slider = self.word(
            "prestige_now", position=prestige["position"], last=self.view["prestige"]["last"], head=prestige["head"]
        )
        if prestige["reverse"]:
            slider += self.word("prestige_reverse")
        ship = f"[bold]{player['ship']}[/]"
        if player["first_envoy"] not in (None, "hidden"):
            ship += f" ({self.word('first_envoy', face=self.face(player['first_envoy']))})"
        group = self.word("group", envoys=player["forecast"]["envoys"], points=player["forecast"]["group"])
        return [
            f"{self.label('resources')}{', '.join(supply)}",
            f"{self.label('workers')}{workers or '–'}",
            f"{self.label('tracks')}{', '.join(tracks)}",
            f"{self.label('prestige')}{slider}",
            f"{self.label('ship')}{ship}",
            f"{self.label('forum')}{group}",
        ]

    def tiles(self, player: dict[str, Any]) -> list[str]:
        """The tiles of this round, as far as the viewer knows them."""
        parts = [f"{self.word(key)} {self.face(player[key])}" for key in ("own", "received", "passed") if player[key]]
        if "hidden" in (player["own"], player["passed"]) and player["opened"]:
            parts.append(self.word("among", faces=", ".join(self.face(face) for face in player["opened"])))
        if player["taking"]:
            taken = [player["taking"][card] for card in names.CARDS]
            parts += [f"{self.word('taken')} {one['square']} {self.face(one['face'])}" for one in taken if one["face"]]
        return parts

    def worth(self, player: dict[str, Any]) -> list[str]:
        """What the seat would score if the cycle ended now."""
        if self.view["over"]:
            return []
        forecast, head = player["forecast"], player["prestige"]["head"]
        parts = [
            self.word(f"now_{source}", points=forecast[source]) for source in ("cranes", "colonia", "group", "eagles")
        ]
        if self.view["trajan_cards"][self.view["cycle"] - 1]:
            parts.append(self.word("now_card", times=forecast["build"] + forecast["collect"], head=head))
        return parts
