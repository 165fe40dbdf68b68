"""ulpia play: a game in the terminal, against agents or other people."""

import argparse
import hashlib
import random
import re
from collections.abc import Callable
from pathlib import Path

from rich.markup import escape
from rich.table import Table as Grid

from ulpia.agents import Decision, WithFallback, find_agent, needs_compiled_search
from ulpia.agents.errors import ProgramRemembered
from ulpia.agents.external import is_external
from ulpia.cli.console import Terminal, read_text, write_text
from ulpia.cli.hints import Hints
from ulpia.cli.settings import given_settings
from ulpia.core.errors import BadSeats, UlpiaError
from ulpia.match import Match, check_seed, new
from ulpia.search import searcher
from ulpia.transcript import load

HUMAN = "human"
DEFAULT_SEATS = "human,centurio"
SEATS_LINE = "# at the table: "
"""Begins the comment below the transcript of a saved game that names the player of each seat."""
MAX_DIGITS = 4
SEED_BITS = 40


def read_seats(text: str) -> list[str]:
    """Split a list such as human,centurio,tiro."""
    return [name.strip() for name in text.split(",")]


def play(options: argparse.Namespace, terminal: Terminal) -> int:
    """Play to the end, or until the player leaves."""
    saved = read_text(options.resume) if options.resume else ""
    remembered = re.search(f"^{SEATS_LINE}(.+)$", saved, re.M)
    kinds = read_seats(options.seats or (remembered[1] if remembered else DEFAULT_SEATS))
    if remembered and not options.seats and any(map(is_external, kinds)):
        raise ProgramRemembered(seats=remembered[1])
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else check_seed(options.seed)
    seeds = [agent_seed("play", options.seed, seat) for seat in range(len(kinds))]
    agents = {
        seat: WithFallback(find_agent(kind, seeds[seat], (HUMAN,)), seeds[seat])
        for seat, kind in enumerate(kinds)
        if kind != HUMAN
    }
    if options.resume:
        match = load(saved, options.components)
        if match.seats != len(kinds):
            raise BadSeats(game=options.resume, known=match.seats, seats=len(kinds))
    else:
        match = new(options.game, len(kinds), seed, options.components, **given_settings(options))
    if any(map(needs_compiled_search, kinds)):
        searcher.prepare(match.game)
    return TerminalGame(match, kinds, agents, terminal, options.resume).run()


def agent_seed(purpose: str, seed: int | None, seat: int) -> int:
    """Return a seed for the agent at a seat, from which the seed of the match cannot be computed.

    Without a given seed it is random; with one it is a digest of it, so that games can be repeated.
    """
    if seed is None:
        return random.SystemRandom().getrandbits(SEED_BITS)
    digest = hashlib.sha256(f"{purpose} {seed} {seat}".encode()).digest()
    return int.from_bytes(digest) % (1 << SEED_BITS)


def name_seat(seat: int, kind: str, is_alone: bool, terminal: Terminal) -> str:
    """Return the name of a seat: its number, from 1, and its player."""
    who = terminal.say("play", "you") if kind == HUMAN and is_alone else kind
    return terminal.say("play", "seat", seat=seat + 1, who=who)


class TerminalGame:
    """A match that is played in the terminal."""

    def __init__(
        self,
        match: Match,
        kinds: list[str],
        agents: dict[int, WithFallback],
        terminal: Terminal,
        file: Path | None = None,
    ) -> None:
        self.match = match
        self.kinds = kinds
        self.agents = agents
        self.terminal = terminal
        self.file = file or self.free_name()
        self.read_entries = [0] * match.seats
        """How many log entries each seat has read."""
        self.reader: int | None = None
        """The seat of the person at the terminal."""
        self.people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.seat_names = [name_seat(seat, kind, len(self.people) == 1, terminal) for seat, kind in enumerate(kinds)]
        self.hints = Hints(match, terminal, self.people, self.seat_names)
        self.commands: dict[str, Callable[[str], bool]] = {
            "help": self.help,
            "hint": self.hint,
            "table": self.show_table,
            "undo": self.undo,
            "save": self.save,
            "quit": self.leave,
        }

    def free_name(self) -> Path:
        """Return the name of a new file."""
        stem, number = f"{self.match.game.name}-{self.match.seed}", 1
        path = Path(f"{stem}.txt")
        while path.exists():
            number += 1
            path = Path(f"{stem}-{number}.txt")
        return path

    def run(self) -> int:
        """Ask the players until the game is over."""
        self.terminal.print("play", "welcome", seed=self.match.seed)
        if hint := self.match.game.texts.table(self.terminal.language).get("hint"):
            self.terminal.out.print(hint, markup=False, highlight=False)
        try:
            while self.match.seat is not None:
                seat = self.match.seat
                if seat in self.agents:
                    self.let_play(seat)
                elif not self.ask(seat):
                    return 0
        except KeyboardInterrupt:
            self.terminal.out.print()
            self.leave("")
            return 130
        self.print_end()
        show_result(self.match, self.terminal, self.seat_names)
        return 0

    def let_play(self, seat: int) -> None:
        """Let an agent play; report its failures."""
        agent = self.agents[seat]
        with self.terminal.spinner(self.terminal.say("play", "thinking", name=self.seat_names[seat])):
            action = agent.choose(Decision(self.match))
        for failure in agent.failures:
            self.terminal.print_error(failure)
        agent.failures.clear()
        self.match.play(action)

    def print_log(self, seat: int) -> None:
        """Print what has happened since this seat last read the log, as it may know it."""
        self.print_sentences(self.match.tell(self.terminal.language, seat, self.read_entries[seat], self.seat_names))
        self.read_entries[seat] = len(self.match.entries)

    def print_end(self) -> None:
        """Print how the game ended, as the only person may know it, else as a spectator may."""
        viewer = self.people[0] if len(self.people) == 1 else None
        since = 0 if self.reader is None else self.read_entries[self.reader]
        self.print_sentences(self.match.tell(self.terminal.language, viewer, since, self.seat_names))

    def print_sentences(self, sentences: list[str]) -> None:
        """Print what happened."""
        for sentence in sentences:
            self.terminal.out.print(f"  [dim]{escape(sentence)}[/]", highlight=False)

    def hand_over(self, seat: int) -> bool:
        """Let the next person take over the terminal: clear the screen before they see their own things.

        Returns False at the end of input.
        """
        if self.reader != seat and len(self.people) > 1:
            if self.reader is not None:
                self.terminal.out.clear()
            self.terminal.out.print()
            try:
                self.terminal.out.input(
                    self.terminal.say("play", "hand_over", name=self.seat_names[seat]), markup=False
                )
            except EOFError:
                return False
            self.terminal.out.clear()
        self.reader = seat
        return True

    def ask(self, seat: int) -> bool:
        """Draw the table in a new turn, ask, and play the answer. Returns False when the player leaves."""
        match, out, language = self.match, self.terminal.out, self.terminal.language
        is_new = match.entries[-1].seat != seat or len(match.entries) == 1
        if not self.hand_over(seat):
            return self.leave("")
        self.print_log(seat)
        if is_new:
            self.show_table("")
        assert match.question is not None
        question = match.game.say_question(match.question, language)
        out.print(f"\n[bold]{escape(self.seat_names[seat])}: {escape(question)}[/]", highlight=False)
        view, dry_runs = match.view(seat), match.dry_runs()
        for number, action in enumerate(match.options, start=1):
            effect = match.game.say_effect(action, view, dry_runs[action.number].events, language)
            words = match.game.say_action(action, language) + (f" ({effect})" if effect else "")
            out.print(f"  {number:>3}  {escape(words)}  [dim]{escape(str(action))}[/]", highlight=False)
        while True:
            try:
                answer = out.input(self.terminal.say("play", "prompt")).strip()
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
        """Play a number from the list, or notation; print an error if that is not possible."""
        options = self.match.options
        is_number = text.isdecimal() and len(text) <= MAX_DIGITS
        try:
            if is_number and 1 <= int(text) <= len(options):
                self.match.play(options[int(text) - 1])
            else:
                self.match.play(text)
        except UlpiaError as error:
            self.terminal.print_error(error)
            return False
        return True

    def help(self, _rest: str) -> bool:
        """List the commands."""
        self.terminal.print("play", "help", action=self.match.options[0])
        game = self.match.game
        if tables := [name.replace("_", " ") for name in game.list_reconstructed(self.match.components)]:
            self.terminal.print("play", "reconstructed", tables=", ".join(tables), game=game.name)
        return True

    def hint(self, rest: str) -> bool:
        """Give advice, one step further each time."""
        for sentence in self.hints.next(rest):
            self.terminal.out.print(f"  {sentence}", markup=False, highlight=False)
        return True

    def show_table(self, _rest: str) -> bool:
        """Draw the table as the seat that decides sees it."""
        view = self.match.view(self.match.seat)
        self.terminal.out.rule()
        self.terminal.draw(self.match.game.sketch(view, self.terminal.language, self.seat_names))
        return True

    def undo(self, _rest: str) -> bool:
        """Take the last action back, if that reveals nothing."""
        try:
            self.match.undo(politely=True)
        except UlpiaError as error:
            self.terminal.print_error(error)
        self.read_entries = [min(read, len(self.match.entries)) for read in self.read_entries]
        return True

    def save(self, rest: str) -> bool:
        """Save the game."""
        path = Path(rest).expanduser() if rest else self.file
        if self.write(path):
            self.terminal.print("play", "saved", path=path)
        return True

    def write(self, path: Path) -> bool:
        """Write the transcript and the players; print an error if that is not possible."""
        try:
            write_text(path, f"{self.match.transcript()}{SEATS_LINE}{','.join(self.kinds)}\n")
        except UlpiaError as error:
            self.terminal.print_error(error)
            return False
        return True

    def leave(self, _rest: str) -> bool:
        """Save the game and leave."""
        if self.match.actions and self.write(self.file):
            self.terminal.print("play", "left", path=self.file)
        else:
            self.terminal.print("play", "left_unsaved")
        return False


def show_result(match: Match, terminal: Terminal, seat_names: list[str]) -> None:
    """Print the points by source, best seat first."""
    outcome = match.outcome
    if outcome is None:
        return
    order = [seat for place in outcome.ranking for seat in place]
    grid = Grid(title=terminal.say("play", "result"))
    grid.add_column()
    for seat in order:
        grid.add_column(escape(seat_names[seat]), justify="right")
    for source in match.sources[0]:
        name = match.game.texts.find(terminal.language, "names", "sources", source)
        grid.add_row(name, *(str(match.sources[seat][source]) for seat in order))
    grid.add_section()
    grid.add_row(terminal.say("play", "total"), *(f"[bold]{match.points[seat]}[/]" for seat in order))
    terminal.out.print(grid)
    winners = ", ".join(seat_names[seat] for seat in outcome.winners)
    terminal.out.print(terminal.say("play", "winner", names=winners), style="bold green", markup=False, highlight=False)
