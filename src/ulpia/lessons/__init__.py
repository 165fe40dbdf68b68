"""Lessons: positions with a goal that a learner reaches with moves of their own.

The lessons of a game are data in the folder `lessons` of its package. `reader` reads them, `judge` says whether what
was played reaches a goal, `proof` shows that a lesson can be solved and failed. docs/adding-a-game.md has the format.
"""

from ulpia.lessons.judge import Verdict, judge, reply, start
from ulpia.lessons.lesson import Lesson, Step
from ulpia.lessons.reader import lessons_of, taught_rulings

__all__ = ["Lesson", "Step", "Verdict", "judge", "lessons_of", "reply", "start", "taught_rulings"]
