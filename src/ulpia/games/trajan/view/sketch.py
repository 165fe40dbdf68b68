"""The table in text, from a view, for terminals: lines with style tags in square brackets.

A marker is its letter on its colour, so that colours are never the only sign.
"""

from collections.abc import Sequence
from typing import Any

from ulpia.games.trajan import names
from ulpia.games.trajan.text.sentences import WORDS, name_of

MARKER_STYLES = {
    "white": "black on white",
    "blue": "white on blue",
    "yellow": "black on yellow",
    "green": "black on green",
    "pink": "black on magenta",
    "orange": "black on dark_orange",
}
SEAT_STYLES = ("bold red", "bold green", "bold blue", "bold dark_orange3")
SITE_WIDTH = 13


def draw(view: dict[str, Any], language: str, seat_names: Sequence[str]) -> list[str]:
    """Draw the table as its viewer sees it."""
    sketch = Sketch(view, language, seat_names)
    return [
        *sketch.heading(),
        "",
        *sketch.board(),
        "",
        *sketch.district(),
        *(line for player in view["players"] for line in ("", *sketch.player(player))),
    ]


def marker(colour: str) -> str:
    """One marker."""
    return f"[{MARKER_STYLES[colour]}]{names.COLOUR_LETTERS[names.COLOURS.index(colour)]}[/]"


def markers(counts: dict[str, int]) -> str:
    """The markers of a tray."""
    return "".join(marker(colour) * count for colour, count in counts.items()) or "[dim]·[/]"


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

    def label(self, key: str) -> str:
        """A label at the beginning of a line."""
        return f"[bold]{self.word(key):<14}[/]"

    def counted(self, detail: str, counts: dict[str, int]) -> str:
        """Things and how many of them."""
        shown = [
            f"{count}× {self.name(detail, name)}" if count > 1 else self.name(detail, name)
            for name, count in counts.items()
        ]
        return ", ".join(shown) or "–"

    def tile(self, tile: dict[str, Any] | None) -> str:
        """A Trajan tile."""
        if tile is None:
            return "[dim]–[/]"
        reward = WORDS.find(self.language, "names", "rewards", tile["reward"])
        return f"{marker(tile['asks'][0])}{marker(tile['asks'][1])} {tile['points']}, {reward}"

    def heading(self) -> list[str]:
        """When it is, and what the people demand."""
        view = self.view
        when = self.word("when", quarter=view["quarter"], round=view["round"], **view["time"])
        demands = ", ".join(self.name("demand", demand) for demand in view["demands"]) or "–"
        return [f"[reverse] {when} [/]", f"{self.label('demands')}{demands}"]

    def board(self) -> list[str]:
        """Everything in the middle of the table but the construction district."""
        view = self.view
        cards = view["cards"]
        tops = [cards[pile][-1] if cards[pile] else None for pile in names.PILES]
        piles = [
            f"{self.name('good', top)} ({len(cards[pile])})" if top else "–" for top, pile in zip(tops, names.PILES)
        ]
        ships = ", ".join(f"{self.name('ship', ship)}: {self.word(side)}" for ship, side in view["ships"].items())
        forum = [self.name("kind", kind) for kind in (*view["forum"], *view["extra_actions"]) if kind]
        bonus = [self.name("bonus", tile) for tile in view["senate"]["bonus_tiles"] if tile]
        return [
            f"{self.label('seaport')}{self.word('piles', hidden=cards['hidden'], left=piles[0], right=piles[1])}",
            f"{'':<14}{ships}",
            f"{self.label('forum')}{', '.join(forum) or '–'}",
            *self.provinces(),
            *self.stacks(),
            f"{self.label('senate')}{self.track()}",
            f"{self.label('bonus')}{', '.join(bonus) or '–'}",
        ]

    def provinces(self) -> list[str]:
        """The provinces, two in a line."""
        shown = []
        for name, province in self.view["provinces"].items():
            tile = self.name("kind", province["tile"]) if province["tile"] else "–"
            here = [f"{self.seat(seat)}▲" for seat in province["leaders"]]
            here += [f"{self.seat(seat)}●" for seat in province["legionnaires"]]
            shown.append(f"{self.name('province', name)} {province['points']}: {tile} {' '.join(here)}".rstrip())
        pairs = ["  |  ".join(shown[at : at + 2]) for at in range(0, len(shown), 2)]
        return [f"{self.label('provinces') if at == 0 else ' ' * 14}{pair}" for at, pair in enumerate(pairs)]

    def stacks(self) -> list[str]:
        """The tops of the six stacks, two in a line."""
        shown = [
            f"{self.name('stack', name)} ({len(stack['below']) + bool(stack['top'])}): {self.tile(stack['top'])}"
            for name, stack in self.view["stacks"].items()
        ]
        pairs = ["  |  ".join(shown[at : at + 2]) for at in range(0, len(shown), 2)]
        return [f"{self.label('stacks') if at == 0 else ' ' * 14}{pair}" for at, pair in enumerate(pairs)]

    def track(self) -> str:
        """Discs on the senate track, from behind to the front, lower before higher."""
        discs = self.view["senate"]["discs"]
        order = sorted(discs, key=lambda seat: (self.view["players"][seat]["senate"], discs.index(seat)))
        points = self.view["senate"]["points"]
        return " < ".join(f"{self.seat(seat)} ({points[self.view['players'][seat]['senate']]})" for seat in order)

    def district(self) -> list[str]:
        """The construction sites as they lie."""
        lines = [f"{self.label('district')}" + "".join(f"{column:<{SITE_WIDTH}}" for column in "abcde")]
        for row in range(names.SITE_ROWS):
            shown = ""
            for column in range(names.SITE_COLUMNS):
                site = self.view["sites"][names.SITES[row * names.SITE_COLUMNS + column]]
                if site["tile"]:
                    text = f"{self.name('construction', site['tile']['type'])} {site['tile']['points']}"
                    shown += f"{text:<{SITE_WIDTH}}"
                else:
                    workers = "".join(f"[{SEAT_STYLES[seat]}]■{seat}[/]" for seat in site["workers"])
                    shown += workers + " " * (SITE_WIDTH - 2 * len(site["workers"]))
            lines.append(f"{row + 1:>13} {shown.rstrip()}")
        return lines

    def player(self, player: dict[str, Any]) -> list[str]:
        """What lies before one seat."""
        turn = " ◀" if self.view["seat"] == player["seat"] else ""
        circle = []
        for tray, slot in zip(names.TRAYS, names.SLOTS):
            arch = "∩" if player["arch"] == slot else ""
            circle.append(
                f"{self.name('tray', tray)} {markers(player['trays'][tray])} {arch}{self.tile(player['slots'][slot])}"
            )
        hand = self.counted("good", player["hand"]) if player["hand"] is not None else self.hidden_hand(player)
        bonus = [f"{self.name('bonus', tile)} ({self.word(side)})" for tile, side in player["bonus_tiles"].items()]
        figures = {key: player[key] for key in ("supply", "legionnaires", "workers")}
        leader = self.name("province", player["leader"])
        constructions: dict[str, int] = {}
        for tile in player["constructions"]:
            constructions[tile["type"]] = constructions.get(tile["type"], 0) + 1
        lines = [
            f"{self.seat(player['seat'])}{turn}  [bold]{self.word('points', points=player['points'])}[/]",
            "  " + "  |  ".join(circle[:3]),
            "  " + "  |  ".join(circle[3:]),
            f"  {self.word('hand')}: {hand}   {self.word('display')}: {self.counted('good', player['display'])}",
            f"  {self.word('tiles')}: {self.counted('kind', player['tiles'])}",
            f"  {self.word('figures', **figures)}   {self.word('leader')}: {leader}",
            f"  {self.word('constructions')}: {self.counted('construction', constructions)}"
            f"   {self.word('bonus')}: {', '.join(bonus) or '–'}",
        ]
        if player["kept_demands"]:
            lines.append(f"  {self.word('kept')}: {self.counted('demand', player['kept_demands'])}")
        if player["plus_two"]:
            lines.append(
                f"  {self.word('plus_two')}: {', '.join(self.name('tray', tray) for tray in player['plus_two'])}"
            )
        return lines

    def hidden_hand(self, player: dict[str, Any]) -> str:
        """How many cards, and which of them everybody saw."""
        text = self.word("cards", cards=player["cards"])
        return f"{text} ({self.counted('good', player['known'])})" if player["known"] else text
