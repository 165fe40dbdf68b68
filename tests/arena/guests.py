"""External agents that behave badly, as files that workers can read."""

from pathlib import Path

from ulpia.arena.schedule import Tournament, tournament

RAISES = """
class Caesar:
    def choose(self, decision):
        if len(decision.options) > 3:
            raise ValueError("veni, vidi, erravi")
        return decision.options[0]
"""

NONSENSE = """
class Nero:
    def choose(self, decision):
        return "burn rome"
"""

SLEEPS = """
import time

class Varus:
    '''Takes three seconds over one decision.'''
    def __init__(self):
        self.asked = 0

    def choose(self, decision):
        self.asked += 1
        if self.asked == 2:
            time.sleep(3)
        return decision.options[0]
"""

KILLS = """
import os, signal
from pathlib import Path

class Brutus:
    '''Kills the worker that asks it, in the middle of a game; once, if there is a file to note that in.'''
    def __init__(self):
        self.asked = 0

    def choose(self, decision):
        self.asked += 1
        note = Path(NOTE) if NOTE else None
        if self.asked == 20 and (note is None or not note.exists()):
            if note:
                note.touch()
            os.kill(os.getppid(), signal.SIGKILL)
        return decision.options[0]
"""

KILLS_SOME = """
import os, signal

class Cassius:
    '''Kills the worker that asks it, in the games in which it is made with certain seeds.'''
    def __init__(self, seed):
        self.kills = seed in SEEDS

    def choose(self, decision):
        if self.kills:
            os.kill(os.getppid(), signal.SIGKILL)
        return decision.options[0]
"""


def write(folder: Path, text: str, note: Path | None = None) -> str:
    """Write an agent into a file; return the name by which it is asked to play."""
    kind = text.partition("class ")[2].partition(":")[0]
    path = folder / f"{kind.lower()}.py"
    path.write_text(text.replace("NOTE", repr(str(note)) if note else "None"))
    return f"{path}:{kind}"


def deadly(folder: Path, games: int, *numbers: int) -> Tournament:
    """A duel of which the games with these numbers end every worker."""
    asked = tournament("trajan", [write(folder, KILLS_SOME), "random"], 2, games)
    fixtures = asked.fixtures()
    seeds = [fixtures[number].seed_for("agent", fixtures[number].seating.index(asked.agents[0])) for number in numbers]
    write(folder, KILLS_SOME.replace("SEEDS", repr(seeds)))
    return asked
