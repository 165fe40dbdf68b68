"""Hints for whoever decides: thought of once for each moment, from what the seat knows; told in three steps."""

import asyncio
from typing import Any

from ulpia.agents import Budget, Look
from ulpia.agents.advice import (
    Advice,
    advise,
    move,
    nudge,
    why,
)
from ulpia.server.errors import Stale
from ulpia.server.presentation.scene import Scene
from ulpia.server.session.history import Course
from ulpia.server.threads import LONGEST_THOUGHT, Workers
from ulpia.server.warmup import Preparation

NUDGE, MOVE, WHY = 1, 2, 3


class Hints:
    """The advice at one table."""

    def __init__(self, thinkers: Workers, preparation: Preparation) -> None:
        self.thinkers, self.preparation = thinkers, preparation
        self._thought: tuple[Course, asyncio.Task[Advice]] | None = None

    async def advice(self, course: Course) -> Advice:
        """What to do now; whoever asks again is answered from memory."""
        if self._thought is None or self._thought[0] is not course:
            task = asyncio.create_task(self._think(course))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
            self._thought = course, task
        return await asyncio.shield(self._thought[1])

    async def _think(self, course: Course) -> Advice:
        await self.preparation.ready(course.match.game.name)

        def think() -> Advice:
            if self._thought is None or self._thought[0] is not course:
                raise Stale()  # the table has moved on while this waited
            return advise(Look(course.match), budget=Budget(seconds=LONGEST_THOUGHT))

        return await self.thinkers.run(think)


def tell_hint(advice: Advice, scene: Scene, step: int) -> dict[str, Any]:
    """A step of a hint: where to look, then what to do, then why."""
    game, action, language = scene.match.game, advice.action, scene.language
    if step == NUDGE:
        return {"step": step, "sentences": [nudge(game, action, scene.view, language)], "areas": scene.areas(action)}
    sentences = [move(game, action, scene.view, language)] if step == MOVE else why(advice, game, language)
    return {"step": step, "sentences": sentences, "number": action.number, "places": list(scene.places(action))}
