"""The table of Forum Trajanum as text for a terminal."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from ulpia.core.sketch import Sketch
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.text.sentences import SENTENCES
from ulpia.games.forum_trajanum.view.build import HIDDEN
from ulpia.games.forum_trajanum.view.types import ForumSquare, ForumTrajanumPlayerView, ForumTrajanumView, Square

COLOUR_STYLES = {
    "blue": "white on blue",
    "green": "black on green",
    "red": "white on red",
    "orange": "black on dark_orange",
    "eagle": "black on white",
}
GREY_STYLE = "black on grey70"
ENVOY_STYLES = (
    "bold white on dark_red",
    "bold white on dark_green",
    "bold white on navy_blue",
    "bold white on orange4",
)
TAG = re.compile(r"\[/?[^\[\]]*\]")

FULL_WIDTH = 100
FORUM_WIDTH = 30
BELOW_WIDTH = 12
CELL = 4
COLONIA_WIDTH = 2 + CELL * names.SIDE
CITIZENS_WIDTH = 17
JOINTS = {"right": "═", "below": "╷", "above": "╵", "left": " ", None: " "}


def draw(view: ForumTrajanumView, language: str, seat_names: Sequence[str]) -> list[str]:
    """Draw the table as its viewer sees it."""
    sketch = ForumTrajanumSketch(view, language, seat_names)
    return [
        *sketch.heading(),
        "",
        *sketch.middle(),
        *(line for player in view.players for line in ("", *sketch.player(player))),
        "",
        f"[dim]{sketch.word('legend')}[/]",
        f"[dim]{sketch.word('legend_citizens')}[/]",
    ]


def visible(text: str) -> int:
    """Return the width of a text without its tags."""
    return len(TAG.sub("", text))


def pad(text: str, width: int) -> str:
    """Fill a text up to a width."""
    return text + " " * (width - visible(text))


class ForumTrajanumSketch(Sketch[ForumTrajanumView]):
    """Draws one view of Forum Trajanum."""

    sentences = SENTENCES
    label_width = 10

    def chip(self, colour: str) -> str:
        """Return the letter of a colour on that colour."""
        return f"[{COLOUR_STYLES[colour]}]{self.name('letter', colour)}[/]"

    def face(self, face: str | None) -> str:
        """Return what a colonia tile shows, workers as letters on their colour."""
        if face is None:
            return "–"
        if face == HIDDEN:
            return f"[dim]{self.word('hidden')}[/]"
        if face in names.CLASSES:
            return self.name("citizen", face)
        one, other = face.split()
        if one == other and one not in names.COLOURS:
            return self.name("face", face)
        symbols = self.sentences.texts.find(self.language, "names", "resources")
        return "+".join(self.chip(part) if part in names.COLOURS else symbols[part][0] for part in (one, other))

    def flow(self, key: str, items: Sequence[str]) -> list[str]:
        """Return lines of items, as many in a line as fit; no line if there are none."""
        lines: list[str] = []
        for item in items:
            if lines and visible(f"{lines[-1]} · {item}") <= FULL_WIDTH:
                lines[-1] += f" · {item}"
            else:
                lines.append(("  " + self.label(key, BELOW_WIDTH) if not lines else " " * (BELOW_WIDTH + 2)) + item)
        return lines

    def heading(self) -> list[str]:
        """Return the time, the street cards, and the points of columns and cranes."""
        view = self.view
        cycle = names.CYCLES[view.cycle - 1]
        when = self.word("when", cycle=cycle, round=view.round, rounds=view.rounds)
        streets = ", ".join(self.name("street", street) for street in view.streets.shown)
        worth = self.word("worth", fragment=view.fragment, crane=view.crane_points)
        parts = [when, f"{self.word('streets')}: {streets or self.word('no_streets')}", worth]
        if view.side == "B":
            parts.append(self.word("side", side="B"))
        return [f"[reverse] {' | '.join(parts)} [/]"]

    def middle(self) -> list[str]:
        """Return the forum, and beside it Trajan cards and building tiles."""
        beside = [*self.trajan_cards(), "", *self.stock()]
        return [
            (pad(left, FORUM_WIDTH) + right).rstrip() for left, right in zip_longest(self.forum(), beside, fillvalue="")
        ]

    def forum(self) -> list[str]:
        """Return the mosaic: a letter on its colour, and the seat whose envoy stands there."""
        squares = self.view.forum.squares
        columns = [column for column in "abcdefgh" if any(name[0] == column for name in squares)]
        lines = ["   " + "".join(f" {column} " for column in columns)]
        for row in range(1, names.FORUM_ROWS + 1):
            cells = [self.place(squares.get(f"{column}{row}")) for column in columns]
            if any(cell.strip() for cell in cells):
                lines.append(f" {row} {''.join(cells)}")
        return lines

    def place(self, square: ForumSquare | None) -> str:
        """Return one square of the forum."""
        if square is None:
            return "   "
        letter, style = self.name("letter", square.colour), COLOUR_STYLES[square.colour]
        if square.envoy is None:
            return f"[{style}] {letter} [/]"
        return f"[{style}]{letter}[/][{ENVOY_STYLES[square.envoy]}]●{square.envoy + 1}[/]"

    def trajan_cards(self) -> list[str]:
        """Return the tasks of the three cycles; those of this cycle stand out."""
        lines = []
        for cycle, card in zip(names.CYCLES, self.view.trajan_cards):
            label = f"{self.word('card', cycle=cycle):<10}"
            is_now = names.CYCLES[self.view.cycle - 1] == cycle and not self.view.over
            style = "bold" if is_now else "dim"
            if card is None:
                lines.append(f"[{style}]{label}[/][dim]{self.word('no_card')}[/]")
                continue
            tasks = [
                f"{self.word('card_builds')}: {self.name('build', card.build)}",
                f"{self.word('card_collects')}: {self.name('collect', card.collect)}",
            ]
            lines += [f"[{style}]{label}{tasks[0]}[/]", f"[{style}]{'':<10}{tasks[1]}[/]"]
        return lines

    def stock(self) -> list[str]:
        """Return the building tiles left: a colour, its structure and its grey building."""
        lines = []
        for colour, stock in self.view.stock.items():
            structure, grey = self.name("structure", stock.structure), self.name("grey", stock.grey)
            tile = f"{self.chip(colour)} {structure} / {grey}"
            lines.append(pad(tile, 28) + self.word("stock", singles=stock.singles, doubles=stock.doubles))
        return lines

    def player(self, player: ForumTrajanumPlayerView) -> list[str]:
        """Return what lies before one seat."""
        view = self.view
        title = f"{self.seat(player.seat)}{' ◀' if view.seat == player.seat else ''}"
        title += f"  [bold]{self.word('points', points=player.points)}[/]"
        if view.first == player.seat:
            title += f"  {self.word('starting')}"
        if player.newcomer:
            title += f"  {self.word('newcomer')}"
        if view.side == "B" and player.streets:
            first, second = (self.name("street", street) for street in player.streets)
            title += f"  {self.word('street_here', first=first, second=second)}"
        grid = [
            pad(colonia, COLONIA_WIDTH + 1) + pad(citizens, CITIZENS_WIDTH)
            for colonia, citizens in zip(self.colonia(player), ("", *self.citizens(player)))
        ]
        lines = [(left + right).rstrip() for left, right in zip_longest(grid, self.belongings(player), fillvalue="")]
        corners = [f"{square} {self.face(shown.face)}" for square, shown in player.colonia.items() if shown.face]
        beside = [f"{count}× " * (count > 1) + self.face(face) for face, count in player.beside.items()]
        return [
            title,
            *lines,
            *self.flow("tiles", self.tiles(player)),
            *self.flow("corners", corners),
            *self.flow("beside", beside),
            *self.flow("now", self.worth(player)),
        ]

    def colonia(self, player: ForumTrajanumPlayerView) -> list[str]:
        """Return the squares row by row; the streets of this round stand out."""

        def axis(kind: str, sign: str) -> str:
            return f"[reverse]{sign}[/]" if f"{kind} {sign}" in player.streets else sign

        lines = ["  " + "".join(f" {axis('column', column)}  " for column in "abcdef")]
        for row in range(names.SIDE):
            squares = names.SQUARES[row * names.SIDE : (row + 1) * names.SIDE]
            cells = [self.square(player.colonia[name]) for name in squares]
            lines.append(f"{axis('row', str(row + 1))} {''.join(cells)}")
        return lines

    def square(self, shown: Square) -> str:
        """Return one square of a colonia, four characters wide."""
        if shown.building:
            stock = self.view.stock.get(shown.building)
            letters = self.name("short", stock.structure if stock else shown.building)
            style = COLOUR_STYLES[shown.building] if stock else GREY_STYLE
            return f"[{style}] {letters}[/]{JOINTS[shown.joined]}"
        if shown.crane:
            letter, style = self.name("letter", shown.crane.colour), COLOUR_STYLES[shown.crane.colour]
            if shown.crane.scored:
                return "[dim] Γ [/] "
            return f"[{style}]{'Γ' if shown.crane.open else '▒'}{letter}{' ' if shown.crane.open else '▒'}[/] "
        if shown.temple:
            return " π  "
        return "[dim]░░░[/] " if shown.cover == "face down" else "[dim] · [/] "

    def citizens(self, player: ForumTrajanumPlayerView) -> list[str]:
        """Return the citizen rows; each lies at the street of its number."""
        lines = []
        for name, row in player.citizens.items():
            sign = "●" if row.active else "○"
            spaces = "".join("[dim]·[/]" if owner is None else sign for owner in row.spaces)
            text = f"{self.name('row', name):<14}"
            lines.append(f"{spaces} {text}" if row.spaces[0] is not None else f"{spaces} [dim]{text}[/]")
        return lines

    def belongings(self, player: ForumTrajanumPlayerView) -> list[str]:
        """Return supply, premium tracks, slider, ship and envoys in the forum."""
        resources = player.resources
        symbols = self.sentences.texts.find(self.language, "names", "resources")
        supply = [
            f"{symbols[name][resources[name] != 1]} [bold]{resources[name]}[/]"
            for name in names.RESOURCES
            if name not in names.COLOURS
        ]
        workers = " ".join(self.chip(colour) * resources[colour] for colour in names.COLOURS if resources[colour])
        tracks = [
            f"{self.name('track', track)} [bold]{'✓' if at.home else at.reached}[/]"
            for track, at in player.tracks.items()
        ]
        prestige = player.prestige
        slider = self.word("prestige_now", position=prestige.position, last=self.view.prestige.last, head=prestige.head)
        if prestige.reverse:
            slider += self.word("prestige_reverse")
        ship = f"[bold]{player.ship}[/]"
        if player.first_envoy not in (None, HIDDEN):
            ship += f" ({self.word('first_envoy', face=self.face(player.first_envoy))})"
        group = self.word("group", envoys=player.forecast.envoys, points=player.forecast.group)
        return [
            f"{self.label('resources')}{', '.join(supply)}",
            f"{self.label('workers')}{workers or '–'}",
            f"{self.label('tracks')}{', '.join(tracks)}",
            f"{self.label('prestige')}{slider}",
            f"{self.label('ship')}{ship}",
            f"{self.label('forum')}{group}",
        ]

    def tiles(self, player: ForumTrajanumPlayerView) -> list[str]:
        """Return the tiles of this round, as far as the viewer knows them."""
        faces = {"own": player.own, "received": player.received, "passed": player.passed}
        parts = [f"{self.word(key)} {self.face(face)}" for key, face in faces.items() if face]
        if HIDDEN in (player.own, player.passed) and player.opened:
            parts.append(self.word("among", faces=", ".join(self.face(face) for face in player.opened)))
        if player.taking:
            taken = [player.taking.card(card) for card in names.CARDS]
            parts += [f"{self.word('taken')} {one.square} {self.face(one.face)}" for one in taken if one.face]
        return parts

    def worth(self, player: ForumTrajanumPlayerView) -> list[str]:
        """Return what the seat would score if the cycle ended now."""
        if self.view.over:
            return []
        forecast, head = player.forecast, player.prestige.head
        parts = [
            self.word("now_cranes", points=forecast.cranes),
            self.word("now_colonia", points=forecast.colonia),
            self.word("now_group", points=forecast.group),
            self.word("now_eagles", points=forecast.eagles),
        ]
        if self.view.trajan_cards[self.view.cycle - 1]:
            parts.append(self.word("now_card", times=forecast.build + forecast.collect, head=head))
        return parts
