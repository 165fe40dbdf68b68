"""ulpia play: a game in the terminal, against agents or each other."""

import argparse
import random
from collections.abc import Callable
from pathlib import Path

from rich.markup import escape

from ulpia.agents import Agent, Look, find_agent
from ulpia.catalogue import find_game
from ulpia.cli.desk import Desk, read_text, write_text
from ulpia.kernel.errors import BadSeats, UlpiaError
from ulpia.match import Match, load, new

HUMAN = "human"


def read_seats(text: str) -> list[str]:
    """Split human,random,random."""
    return [name.strip() for name in text.split(",")]


def play(options: argparse.Namespace, desk: Desk) -> int:
    """Sit down and play to the end, or until the player leaves."""
    kinds = read_seats(options.seats)
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else options.seed
    agents = {seat: find_agent(kind, seed + seat) for seat, kind in enumerate(kinds) if kind != HUMAN}
    game = find_game(options.game)
    if len(kinds) not in game.seat_counts:
        known = ", ".join(map(str, game.seat_counts))
        raise BadSeats(game=game.words.find(desk.language, "title"), known=known, seats=len(kinds))
    desk.prepare(game, "match")
    if options.resume:
        match = load(read_text(options.resume), options.components)
        if match.seats != len(kinds):
            raise BadSeats(game=options.resume, known=match.seats, seats=len(kinds))
    else:
        settings = {"setup": options.setup} if options.setup else {}
        match = new(options.game, len(kinds), seed, options.components, **settings)
    return Table(match, kinds, agents, desk).run()


def name_seat(seat: int, kind: str, is_alone: bool, desk: Desk) -> str:
    """What a seat is called at the table: its number and who sits there."""
    who = desk.say("play", "you") if kind == HUMAN and is_alone else kind
    return desk.say("play", "seat", seat=seat, who=who)


class Table:
    """A terminal at which a match is played."""

    def __init__(self, match: Match, kinds: list[str], agents: dict[int, Agent], desk: Desk) -> None:
        self.match = match
        self.agents = agents
        self.desk = desk
        self.told = 0
        self.seat_names = [name_seat(seat, kind, kinds.count(HUMAN) == 1, desk) for seat, kind in enumerate(kinds)]
        self.commands: dict[str, Callable[[str], bool]] = {
            "help": self.help,
            "table": self.show_table,
            "undo": self.undo,
            "save": self.save,
            "quit": self.leave,
        }

    def run(self) -> int:
        """Ask whoever decides until the game is over."""
        say, out = self.desk.say, self.desk.out
        out.print(say("play", "welcome", seed=self.match.seed), highlight=False)
        while self.match.seat is not None:
            seat = self.match.seat
            if seat in self.agents:
                self.match.play(self.agents[seat].choose(Look(self.match)))
            elif not self.ask(seat):
                return 0
        self.tell(None)
        self.show_result()
        return 0

    def tell(self, seat: int | None) -> None:
        """Say what has happened since this terminal was last told."""
        for sentence in self.match.tell(self.desk.language, seat, self.told, self.seat_names):
            self.desk.out.print(f"  [dim]{escape(sentence)}[/]", highlight=False)
        self.told = len(self.match.entries)

    def ask(self, seat: int) -> bool:
        """Show the table if the turn is new, ask, and play the answer. False when the player leaves."""
        match, out, language = self.match, self.desk.out, self.desk.language
        is_new = match.entries[-1].seat != seat or len(match.entries) == 1
        self.tell(seat)
        if is_new:
            self.show_table("")
        assert match.question is not None
        question = match.game.say_question(match.question, language)
        out.print(f"\n[bold]{escape(self.seat_names[seat])}: {escape(question)}[/]", highlight=False)
        view = match.view(seat)
        for number, action in enumerate(match.options, start=1):
            effect = match.game.say_effect(action, view, language)
            words = match.game.say_action(action, language) + (f" ({effect})" if effect else "")
            out.print(f"  {number:>3}  {escape(words)}  [dim]{escape(str(action))}[/]", highlight=False)
        while True:
            try:
                answer = out.input(self.desk.say("play", "prompt")).strip()
            except EOFError:
                return self.leave("")
            word, _, rest = answer.partition(" ")
            if word.lower() in self.commands:
                if not self.commands[word.lower()](rest.strip()):
                    return False
                if word.lower() == "undo":
                    return True
                continue
            if answer and self.answer(answer):
                return True

    def answer(self, text: str) -> bool:
        """Play a number from the list, or notation; explain if that cannot be."""
        options = self.match.options
        try:
            if text.isdecimal() and 1 <= int(text) <= len(options):
                self.match.play(options[int(text) - 1])
            else:
                self.match.play(text)
        except UlpiaError as error:
            self.desk.complain(error)
            return False
        return True

    def help(self, _rest: str) -> bool:
        """List the commands."""
        self.desk.out.print(self.desk.say("play", "help"), highlight=False)
        return True

    def show_table(self, _rest: str) -> bool:
        """Draw the table as the deciding seat sees it."""
        view = self.match.view(self.match.seat)
        self.desk.out.rule()
        self.desk.draw(self.match.game.sketch(view, self.desk.language, self.seat_names))
        return True

    def undo(self, _rest: str) -> bool:
        """Take the last action back, as far as that is polite."""
        try:
            self.match.undo(politely=True)
        except UlpiaError as error:
            self.desk.complain(error)
        self.told = min(self.told, len(self.match.entries))
        return True

    def save(self, rest: str) -> bool:
        """Write a transcript."""
        path = Path(rest or f"{self.match.game.name}-{self.match.seed}.txt")
        try:
            write_text(path, self.match.transcript())
        except UlpiaError as error:
            self.desk.complain(error)
        else:
            self.desk.out.print(self.desk.say("play", "saved", path=path), highlight=False)
        return True

    def leave(self, _rest: str) -> bool:
        """Leave the table; the game can be resumed."""
        path = Path(f"{self.match.game.name}-{self.match.seed}.txt")
        if self.match.actions:
            self.save(str(path))
        self.desk.out.print(self.desk.say("play", "left", path=path), highlight=False)
        return False

    def show_result(self) -> None:
        """The ranking, and where the points came from."""
        show_result(self.match, self.desk, self.seat_names)


def show_result(match: Match, desk: Desk, seat_names: list[str]) -> None:
    """A table of points by source, best seat first."""
    from rich.table import Table as Grid

    outcome = match.outcome
    if outcome is None:
        return
    order = [seat for place in outcome.ranking for seat in place]
    grid = Grid(title=desk.say("play", "result"))
    grid.add_column()
    for seat in order:
        grid.add_column(escape(seat_names[seat]), justify="right")
    for source in match.sources[0]:
        name = match.game.words.find(desk.language, "names", "sources", source)
        grid.add_row(name, *(str(match.sources[seat][source]) for seat in order))
    grid.add_section()
    grid.add_row(desk.say("play", "total"), *(f"[bold]{match.points[seat]}[/]" for seat in order))
    desk.out.print(grid)
    winners = ", ".join(seat_names[seat] for seat in outcome.winners)
    desk.out.print(desk.say("play", "winner", names=winners), style="bold green", markup=False, highlight=False)
