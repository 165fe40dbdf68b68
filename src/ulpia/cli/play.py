"""ulpia play: a game in the terminal, against agents or each other."""

import argparse
import hashlib
import random
import re
from collections.abc import Callable
from pathlib import Path

from rich.markup import escape
from rich.table import Table as Grid

from ulpia.agents import Look, Steady, needs_thinking
from ulpia.agents.errors import ProgramRemembered
from ulpia.agents.external import is_own
from ulpia.cli.console import Desk, read_text, write_text
from ulpia.cli.hints import Hints
from ulpia.cli.settings import given_settings
from ulpia.core.errors import BadSeats, UlpiaError
from ulpia.match import Match, check_seed, new
from ulpia.transcript import load

HUMAN = "human"
USUAL_SEATS = "human,centurio"
REMARK = "# at the table: "
"""A saved game remembers who sat where, in a remark below its transcript."""
LONGEST_NUMBER = 4
SEED_BITS = 40


def read_seats(text: str) -> list[str]:
    """Split human,centurio,tiro."""
    return [name.strip() for name in text.split(",")]


def play(options: argparse.Namespace, desk: Desk) -> int:
    """Sit down and play to the end, or until the player leaves."""
    saved = read_text(options.resume) if options.resume else ""
    remembered = re.search(f"^{REMARK}(.+)$", saved, re.M)
    kinds = read_seats(options.seats or (remembered[1] if remembered else USUAL_SEATS))
    if remembered and not options.seats and any(map(is_own, kinds)):
        raise ProgramRemembered(seats=remembered[1])
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else check_seed(options.seed)
    seeds = [agent_seed("play", options.seed, seat) for seat in range(len(kinds))]
    agents = {seat: Steady(kind, seeds[seat], (HUMAN,)) for seat, kind in enumerate(kinds) if kind != HUMAN}
    if options.resume:
        match = load(saved, options.components)
        if match.seats != len(kinds):
            raise BadSeats(game=options.resume, known=match.seats, seats=len(kinds))
    else:
        match = new(options.game, len(kinds), seed, options.components, **given_settings(options))
    if any(map(needs_thinking, kinds)):
        desk.prepare_thinking(match.game)
    return Table(match, kinds, agents, desk, options.resume).run()


def agent_seed(purpose: str, seed: int | None, seat: int) -> int:
    """A seed for the agent at a seat, from which that of the match cannot be reckoned: with it one would know it all.

    It has nothing to do with the match if nobody asked for a seed. Else it follows, so that games can be repeated.
    """
    if seed is None:
        return random.SystemRandom().getrandbits(SEED_BITS)
    digest = hashlib.sha256(f"{purpose} {seed} {seat}".encode()).digest()
    return int.from_bytes(digest) % (1 << SEED_BITS)


def name_seat(seat: int, kind: str, is_alone: bool, desk: Desk) -> str:
    """What a seat is called at the table: its number and who sits there."""
    who = desk.say("play", "you") if kind == HUMAN and is_alone else kind
    return desk.say("play", "seat", seat=seat, who=who)


class Table:
    """A terminal at which a match is played."""

    def __init__(
        self, match: Match, kinds: list[str], agents: dict[int, Steady], desk: Desk, file: Path | None = None
    ) -> None:
        self.match = match
        self.kinds = kinds
        self.agents = agents
        self.desk = desk
        self.file = file or self.free_name()
        self.told = [0] * match.seats
        """How much of the log each seat has been told."""
        self.sitting: int | None = None
        """Which person looks at the terminal."""
        self.people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.seat_names = [name_seat(seat, kind, len(self.people) == 1, desk) for seat, kind in enumerate(kinds)]
        self.hints = Hints(match, desk, self.people, self.seat_names)
        self.commands: dict[str, Callable[[str], bool]] = {
            "help": self.help,
            "hint": self.hint,
            "table": self.show_table,
            "undo": self.undo,
            "save": self.save,
            "quit": self.leave,
        }

    def free_name(self) -> Path:
        """A file that is not there yet."""
        stem, number = f"{self.match.game.name}-{self.match.seed}", 1
        path = Path(f"{stem}.txt")
        while path.exists():
            number += 1
            path = Path(f"{stem}-{number}.txt")
        return path

    def run(self) -> int:
        """Ask whoever decides until the game is over."""
        self.desk.tell("play", "welcome", seed=self.match.seed)
        if hint := self.match.game.texts.table(self.desk.language).get("hint"):
            self.desk.out.print(hint, markup=False, highlight=False)
        try:
            while self.match.seat is not None:
                seat = self.match.seat
                if seat in self.agents:
                    self.let_play(seat)
                elif not self.ask(seat):
                    return 0
        except KeyboardInterrupt:
            self.desk.out.print()
            self.leave("")
            return 130
        self.tell_end()
        show_result(self.match, self.desk, self.seat_names)
        return 0

    def let_play(self, seat: int) -> None:
        """Let an agent play; say so if chance had to stand in for it."""
        agent = self.agents[seat]
        with self.desk.thinking(self.desk.say("play", "thinking", name=self.seat_names[seat])):
            action = agent.choose(Look(self.match))
        for mishap in agent.mishaps:
            self.desk.complain(mishap)
        agent.mishaps.clear()
        self.match.play(action)

    def tell(self, seat: int) -> None:
        """Say what has happened since this seat was last told, as it may know it."""
        self.say(self.match.tell(self.desk.language, seat, self.told[seat], self.seat_names))
        self.told[seat] = len(self.match.entries)

    def tell_end(self) -> None:
        """Say how the game ended: with the eyes of the only person, else with those that all share."""
        viewer = self.people[0] if len(self.people) == 1 else None
        since = 0 if self.sitting is None else self.told[self.sitting]
        self.say(self.match.tell(self.desk.language, viewer, since, self.seat_names))

    def say(self, sentences: list[str]) -> None:
        """Print what happened."""
        for sentence in sentences:
            self.desk.out.print(f"  [dim]{escape(sentence)}[/]", highlight=False)

    def hand_over(self, seat: int) -> bool:
        """Let the next person sit down: the last one's things are gone by then, theirs not yet shown.

        False at the end of input.
        """
        if self.sitting != seat and len(self.people) > 1:
            if self.sitting is not None:
                self.desk.out.clear()
            self.desk.out.print()
            try:
                self.desk.out.input(self.desk.say("play", "hand_over", name=self.seat_names[seat]), markup=False)
            except EOFError:
                return False
            self.desk.out.clear()
        self.sitting = seat
        return True

    def ask(self, seat: int) -> bool:
        """Show the table if the turn is new, ask, and play the answer. False when the player leaves."""
        match, out, language = self.match, self.desk.out, self.desk.language
        is_new = match.entries[-1].seat != seat or len(match.entries) == 1
        if not self.hand_over(seat):
            return self.leave("")
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
        is_number = text.isdecimal() and len(text) <= LONGEST_NUMBER
        try:
            if is_number and 1 <= int(text) <= len(options):
                self.match.play(options[int(text) - 1])
            else:
                self.match.play(text)
        except UlpiaError as error:
            self.desk.complain(error)
            return False
        return True

    def help(self, _rest: str) -> bool:
        """List the commands."""
        self.desk.tell("play", "help", action=self.match.options[0])
        tables = self.match.components.tables
        guessed = [name.replace("_", " ") for name, table in tables.items() if table["sure"] == "reconstruction"]
        if guessed:
            self.desk.tell("play", "reconstructed", tables=", ".join(guessed), game=self.match.game.name)
        return True

    def hint(self, rest: str) -> bool:
        """Give advice, a step further each time."""
        for sentence in self.hints.next(rest):
            self.desk.out.print(f"  {sentence}", markup=False, highlight=False)
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
        self.told = [min(told, len(self.match.entries)) for told in self.told]
        return True

    def save(self, rest: str) -> bool:
        """Write a transcript, and who sits where."""
        path = Path(rest).expanduser() if rest else self.file
        if self.write(path):
            self.desk.tell("play", "saved", path=path)
        return True

    def write(self, path: Path) -> bool:
        """Write the match to a file; say so if that cannot be."""
        try:
            write_text(path, f"{self.match.transcript()}{REMARK}{','.join(self.kinds)}\n")
        except UlpiaError as error:
            self.desk.complain(error)
            return False
        return True

    def leave(self, _rest: str) -> bool:
        """Leave the table; what was played is saved and can be resumed."""
        if self.match.actions and self.write(self.file):
            self.desk.tell("play", "left", path=self.file)
        else:
            self.desk.tell("play", "left_unsaved")
        return False


def show_result(match: Match, desk: Desk, seat_names: list[str]) -> None:
    """A table of points by source, best seat first."""
    outcome = match.outcome
    if outcome is None:
        return
    order = [seat for place in outcome.ranking for seat in place]
    grid = Grid(title=desk.say("play", "result"))
    grid.add_column()
    for seat in order:
        grid.add_column(escape(seat_names[seat]), justify="right")
    for source in match.sources[0]:
        name = match.game.texts.find(desk.language, "names", "sources", source)
        grid.add_row(name, *(str(match.sources[seat][source]) for seat in order))
    grid.add_section()
    grid.add_row(desk.say("play", "total"), *(f"[bold]{match.points[seat]}[/]" for seat in order))
    desk.out.print(grid)
    winners = ", ".join(seat_names[seat] for seat in outcome.winners)
    desk.out.print(desk.say("play", "winner", names=winners), style="bold green", markup=False, highlight=False)
