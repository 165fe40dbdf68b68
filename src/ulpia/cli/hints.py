"""Hints at a terminal."""

from ulpia.agents import Look
from ulpia.agents.advice import (
    Advice,
    advise,
    move,
    nudge,
    why,
)
from ulpia.cli.console import Desk
from ulpia.core.actions import Action
from ulpia.match import Match


class Hints:
    """Advice in three steps: where to look, the move, why. Among people only if all agree, each for themselves."""

    def __init__(self, match: Match, desk: Desk, people: list[int], seat_names: list[str]) -> None:
        self.match, self.desk, self.people, self.seat_names = match, desk, people, seat_names
        self.agreed: set[int] = set()
        """Who of several people agrees to hints."""
        self.advice: Advice | None = None
        self.step = 0
        self.about: tuple[Action, ...] | None = None
        """What had been played when the advice was given."""

    def next(self, answer: str) -> list[str]:
        """The next sentences about the decision that is asked for now."""
        match, desk = self.match, self.desk
        assert match.seat is not None
        if len(self.people) > 1 and (refusal := self.agree(match.seat, answer.lower())):
            return [refusal]
        if self.about != match.actions or self.advice is None:
            desk.prepare_thinking(match.game)
            with desk.thinking(desk.say("play", "advising")):
                self.advice = advise(Look(match), len(match.actions))
            self.step, self.about = 0, match.actions
        self.step += 1
        if self.step == 1:
            sentences = [nudge(match.game, self.advice.action, match.view(match.seat), desk.language)]
        elif self.step == 2:
            sentences = [move(match.game, self.advice.action, match.view(match.seat), desk.language)]
        else:
            return why(self.advice, match.game, desk.language)
        return [*sentences, desk.say("play", "hint_more")]

    def agree(self, seat: int, answer: str) -> str:
        """Note whether the person at the terminal agrees; say why there are no hints, unless everybody does."""
        agreed, off = self.desk.say("play", "agreed"), self.desk.say("play", "off")
        if answer == off:
            self.agreed.discard(seat)
            return self.desk.say("play", "hint_off", agreed=agreed)
        if answer == agreed:
            self.agreed.add(seat)
        missing = ", ".join(self.seat_names[other] for other in self.people if other not in self.agreed)
        key = "hint_agreed" if seat in self.agreed else "hint_agree"
        return self.desk.say("play", key, agreed=agreed, off=off, names=missing) if missing else ""
