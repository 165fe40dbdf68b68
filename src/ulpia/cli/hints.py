"""Hints in the terminal."""

from ulpia.agents import Decision
from ulpia.agents.advice import (
    Advice,
    advise,
    gesture,
    move,
    nudge,
    reasons,
    why,
)
from ulpia.cli.console import Terminal
from ulpia.core.actions import Action
from ulpia.match import Match
from ulpia.search import searcher


class Hints:
    """Advice in three steps: where to look, the move, the reasons. Several people get hints only if all agree."""

    def __init__(self, match: Match, terminal: Terminal, people: list[int], seat_names: list[str]) -> None:
        self.match, self.terminal, self.people, self.seat_names = match, terminal, people, seat_names
        self.agreed: set[int] = set()
        """Seats of the people who agree to hints."""
        self.advice: Advice | None = None
        self.step = 0
        self.about: tuple[Action, ...] | None = None
        """The actions before the decision that the advice is for."""

    def next(self, answer: str) -> list[str]:
        """Return the next sentences about the current decision."""
        match, terminal = self.match, self.terminal
        assert match.seat is not None
        if len(self.people) > 1 and (refusal := self.agree(match.seat, answer.lower())):
            return [refusal]
        if self.about != match.actions or self.advice is None:
            searcher.prepare(match.game)
            with terminal.spinner(terminal.say("play", "advising")):
                self.advice = advise(Decision(match), len(match.actions))
            self.step, self.about = 0, match.actions
        self.step += 1
        if self.step == 1:
            sentences = [nudge(match.game, self.advice.action, match.view(match.seat), terminal.language)]
        elif self.step == 2:
            action = self.advice.action
            events = match.dry_run(action).events
            view, decision = match.view(match.seat), Decision(match)
            sentences = [
                move(match.game, action, view, terminal.language, events),
                *gesture(self.advice, decision, terminal.language),
            ]
        else:
            return [
                *reasons(self.advice, Decision(match), terminal.language),
                *why(self.advice, match.game, terminal.language),
            ]
        return [*sentences, terminal.say("play", "hint_more")]

    def agree(self, seat: int, answer: str) -> str:
        """Note whether a person agrees; return why there are no hints, or an empty text if all agree."""
        agreed, off = self.terminal.say("play", "agreed"), self.terminal.say("play", "off")
        if answer == off:
            self.agreed.discard(seat)
            return self.terminal.say("play", "hint_off", agreed=agreed)
        if answer == agreed:
            self.agreed.add(seat)
        missing = ", ".join(self.seat_names[other] for other in self.people if other not in self.agreed)
        key = "hint_agreed" if seat in self.agreed else "hint_agree"
        return self.terminal.say("play", key, agreed=agreed, off=off, names=missing) if missing else ""
