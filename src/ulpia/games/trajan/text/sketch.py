"""The table of Trajan as text for a terminal."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ulpia.core.sketch import SEAT_STYLES, Sketch
from ulpia.games.trajan import names
from ulpia.games.trajan.text.sentences import SENTENCES
from ulpia.games.trajan.view.types import TrajanPlayerView, TrajanTile, TrajanView

MARKER_STYLES = {
    "white": "black on white",
    "blue": "white on blue",
    "yellow": "black on yellow",
    "green": "black on green",
    "pink": "black on magenta",
    "orange": "black on dark_orange",
}
SITE_WIDTH = 13


def draw(view: TrajanView, language: str, seat_names: Sequence[str]) -> list[str]:
    """Draw the table as its viewer sees it."""
    sketch = TrajanSketch(view, language, seat_names)
    return [
        *sketch.heading(),
        "",
        *sketch.board(),
        "",
        *sketch.district(),
        *(line for player in view.players for line in ("", *sketch.player(player))),
    ]


def marker(colour: str) -> str:
    """Return one marker: its letter on its colour."""
    return f"[{MARKER_STYLES[colour]}]{names.COLOUR_LETTERS[names.COLOURS.index(colour)]}[/]"


def markers(counts: Mapping[str, int]) -> str:
    """Return the markers of a tray."""
    return "".join(marker(colour) * count for colour, count in counts.items()) or "[dim]·[/]"


class TrajanSketch(Sketch[TrajanView]):
    """Draws one view of Trajan."""

    sentences = SENTENCES
    label_width = 14

    def counted(self, detail: str, counts: Mapping[str, int]) -> str:
        """Return things and how many of them."""
        shown = [
            f"{count}× {self.name(detail, name)}" if count > 1 else self.name(detail, name)
            for name, count in counts.items()
        ]
        return ", ".join(shown) or "–"

    def tile(self, tile: TrajanTile | None) -> str:
        """Return a Trajan tile: what it asks for and gives."""
        if tile is None:
            return "[dim]–[/]"
        reward = self.name("reward", tile.reward)
        return f"{marker(tile.asks[0])}{marker(tile.asks[1])} {tile.points}, {reward}"

    def heading(self) -> list[str]:
        """Return the time and the demands."""
        view = self.view
        when = self.word("when", quarter=view.quarter, round=view.round, space=view.time.space, spaces=view.time.spaces)
        demands = ", ".join(self.name("demand", demand) for demand in view.demands) or "–"
        return [f"[reverse] {when} [/]", f"{self.label('demands')}{demands}"]

    def board(self) -> list[str]:
        """Return the middle of the table without the construction district."""
        view = self.view
        cards = view.cards
        left, right = (
            f"{self.name('good', pile[-1])} ({len(pile)})" if pile else "–" for pile in (cards.left, cards.right)
        )
        ships = ", ".join(f"{self.name('ship', ship)}: {self.word(side)}" for ship, side in view.ships.items())
        forum = [self.name("kind", kind) for kind in (*view.forum, *view.extra_actions) if kind]
        bonus = [self.name("bonus", tile) for tile in view.senate.bonus_tiles if tile]
        return [
            f"{self.label('seaport')}{self.word('piles', hidden=cards.hidden, left=left, right=right)}",
            f"{'':<14}{ships}",
            f"{self.label('forum')}{', '.join(forum) or '–'}",
            *self.provinces(),
            *self.stacks(),
            f"{self.label('senate')}{self.track()}",
            f"{self.label('bonus')}{', '.join(bonus) or '–'}",
        ]

    def provinces(self) -> list[str]:
        """Return the provinces, two in a line."""
        shown = []
        for name, province in self.view.provinces.items():
            tile = self.name("kind", province.tile) if province.tile else "–"
            here = [f"{self.seat(seat)}▲" for seat in province.leaders]
            here += [f"{self.seat(seat)}●" for seat in province.legionnaires]
            shown.append(f"{self.name('province', name)} {province.points}: {tile} {' '.join(here)}".rstrip())
        pairs = ["  |  ".join(shown[at : at + 2]) for at in range(0, len(shown), 2)]
        return [f"{self.label('provinces') if at == 0 else ' ' * 14}{pair}" for at, pair in enumerate(pairs)]

    def stacks(self) -> list[str]:
        """Return the tops of the six stacks, two in a line."""
        shown = [
            f"{self.name('stack', name)} ({len(stack.below) + bool(stack.top)}): {self.tile(stack.top)}"
            for name, stack in self.view.stacks.items()
        ]
        pairs = ["  |  ".join(shown[at : at + 2]) for at in range(0, len(shown), 2)]
        return [f"{self.label('stacks') if at == 0 else ' ' * 14}{pair}" for at, pair in enumerate(pairs)]

    def track(self) -> str:
        """Return the discs on the senate track from the last to the first; in a stack from the bottom up."""
        discs = self.view.senate.discs
        order = sorted(discs, key=lambda seat: (self.view.players[seat].senate, discs.index(seat)))
        points = self.view.senate.points
        return " < ".join(f"{self.seat(seat)} ({points[self.view.players[seat].senate]})" for seat in order)

    def district(self) -> list[str]:
        """Return the construction sites, row by row."""
        lines = [f"{self.label('district')}" + "".join(f"{column:<{SITE_WIDTH}}" for column in "abcde")]
        for row in range(names.SITE_ROWS):
            shown = ""
            for column in range(names.SITE_COLUMNS):
                site = self.view.sites[names.SITES[row * names.SITE_COLUMNS + column]]
                if site.tile:
                    text = f"{self.name('construction', site.tile.type)} {site.tile.points}"
                    shown += f"{text:<{SITE_WIDTH}}"
                else:
                    workers = "".join(f"[{SEAT_STYLES[seat]}]■{seat + 1}[/]" for seat in site.workers)
                    shown += workers + " " * (SITE_WIDTH - 2 * len(site.workers))
            lines.append(f"{row + 1:>13} {shown.rstrip()}")
        return lines

    def player(self, player: TrajanPlayerView) -> list[str]:
        """Return what lies before one seat."""
        turn = " ◀" if self.view.seat == player.seat else ""
        circle = []
        for tray, slot in zip(names.TRAYS, names.SLOTS):
            arch = "∩" if player.arch == slot else ""
            circle.append(
                f"{self.name('tray', tray)} {markers(player.trays[tray])} {arch}{self.tile(player.slots[slot])}"
            )
        hand = self.counted("good", player.hand) if player.hand is not None else self.hidden_hand(player)
        bonus = [f"{self.name('bonus', tile)} ({self.word(side)})" for tile, side in player.bonus_tiles.items()]
        figures = self.word("figures", supply=player.supply, legionnaires=player.legionnaires, workers=player.workers)
        leader = self.name("province", player.leader)
        constructions = Counter(tile.type for tile in player.constructions)
        lines = [
            f"{self.seat(player.seat)}{turn}  [bold]{self.word('points', points=player.points)}[/]",
            "  " + "  |  ".join(circle[:3]),
            "  " + "  |  ".join(circle[3:]),
            f"  {self.word('hand')}: {hand}   {self.word('display')}: {self.counted('good', player.display)}",
            f"  {self.word('tiles')}: {self.counted('kind', player.tiles)}",
            f"  {figures}   {self.word('leader')}: {leader}",
            f"  {self.word('constructions')}: {self.counted('construction', constructions)}"
            f"   {self.word('bonus')}: {', '.join(bonus) or '–'}",
        ]
        if player.kept_demands:
            lines.append(f"  {self.word('kept')}: {self.counted('demand', player.kept_demands)}")
        if player.plus_two:
            lines.append(f"  {self.word('plus_two')}: {', '.join(self.name('tray', tray) for tray in player.plus_two)}")
        return lines

    def hidden_hand(self, player: TrajanPlayerView) -> str:
        """Return the number of hand cards, and those that everybody saw."""
        text = self.word("cards", cards=player.cards)
        return f"{text} ({self.counted('good', player.known)})" if player.known else text
