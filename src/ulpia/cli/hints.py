"""Hints at a terminal."""

from ulpia.agents import Look
from ulpia.agents.advice import Advice, advise, move, nudge, why
from ulpia.cli.desk import Desk
from ulpia.kernel.actions import Action
from ulpia.match import Match


class Hints:
    """Advice in three steps: where to look, the move, why. Among people only if all agree."""

    def __init__(self, match: Match, desk: Desk, is_agreed: bool) -> None:
        self.match, self.desk, self.is_agreed = match, desk, is_agreed
        self.advice: Advice | None = None
        self.step = 0
        self.about: tuple[Action, ...] | None = None
        """What had been played when the advice was given."""

    def next(self, answer: str) -> list[str]:
        """The next sentences about the decision that is asked for now."""
        match, desk = self.match, self.desk
        assert match.seat is not None
        agreed = desk.say("play", "agreed")
        self.is_agreed = self.is_agreed or answer.lower() == agreed
        if not self.is_agreed:
            return [desk.say("play", "hint_agree", agreed=agreed)]
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
