"""Texts and files: transcripts, component files, journals, weights, schedules; and answers of external agents."""

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import ulpia
from tests.forging.mutate import Dice, forged, forged_text
from tests.forging.pickles import match_in_the_middle
from ulpia.agents import Decision
from ulpia.agents.external import ExternalAgent, Process
from ulpia.arena import journal
from ulpia.arena.play import play
from ulpia.arena.schedule import tournament
from ulpia.core.errors import UlpiaError
from ulpia.registry import find_game
from ulpia.research import Batch
from ulpia.search.evaluation import TRAINING, WEIGHTS, read_network
from ulpia.search.training import read_schedule

PER_OBJECT = 200
LONGEST = 3000


def named(use: Callable[[], object], accepted: str = "accepted") -> str:
    """Return the name of the refusal, if there is one."""
    try:
        use()
    except UlpiaError as error:
        return error.name
    return accepted


def transcripts(game: str, dice: Dice) -> Iterator[str]:
    """Forge transcripts. One that is read although it differs is the same match in another layout."""
    while True:
        match = match_in_the_middle(game, dice)
        text = match.transcript()
        for _ in range(PER_OBJECT):
            changed = forged_text(text, dice)
            try:
                read = ulpia.load(changed)
            except UlpiaError as error:
                yield error.name
                continue
            if read.transcript() != text:
                raise SystemExit(f"another match was read:\n{changed}")
            yield "the same match"


def components(game: str, dice: Dice) -> Iterator[str]:
    """Forge component files; with those that are accepted, games are played to their end."""
    own = find_game(game).folder / "components.toml"
    text = own.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "components.toml"
        while True:
            path.write_text(forged_text(text, dice), "utf-8")
            seats = int(dice.integers(2, 5))
            try:
                batch = Batch(game, seats, 4, observations="int8", workers=1, auto_reset=False, components=path)
            except UlpiaError as error:
                yield error.name
                continue
            for _ in range(LONGEST):
                if (batch.current_players < 0).all():
                    break
                batch.step(batch.random_actions())
            else:
                raise SystemExit(f"endless:\n{path.read_text('utf-8')}")
            yield "played"


def journals(game: str, dice: Dice) -> Iterator[str]:
    """Forge journals of tournaments."""
    asked = tournament(game, ["random"], 2, 4)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        with journal.opened(path, asked) as book:
            for fixture in asked.fixtures():
                book.write(play(asked, fixture))
        whole = path.read_bytes()
        while True:
            changed = forged(whole, dice) if dice.integers(2) else forged_text(whole.decode(), dice).encode()
            path.write_bytes(changed)
            yield named(lambda: journal.read(path, asked))


def weights(game: str, dice: Dice) -> Iterator[str]:
    """Forge the file of a trained network."""
    rules = find_game(game)
    assert rules.evaluation is not None
    whole = (rules.evaluation / WEIGHTS).read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / WEIGHTS
        while True:
            path.write_bytes(forged(whole, dice))
            yield named(lambda: read_network(rules, path))


def schedules(game: str, dice: Dice) -> Iterator[str]:
    """Forge the schedule of a training."""
    evaluation = find_game(game).evaluation
    assert evaluation is not None
    whole = (evaluation / TRAINING).read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / TRAINING
        while True:
            path.write_text(forged_text(whole, dice), "utf-8")
            yield named(lambda: read_schedule(path))


class FakeProcess(Process):
    """The end of an external agent's process that Ulpia talks to, with a pipe that we write into."""

    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        self.name = "mine.py:Caesar"
        self.details = {"agent": self.name, "class_name": "Caesar", "place": "mine.py"}
        self._unread = b""
        self.nothing = open(os.devnull, "wb", buffering=0)  # noqa: SIM115 (open as long as the process)
        self._child: Any = SimpleNamespace(stdin=self.nothing, stdout=os.fdopen(reading, "rb", 0), returncode=0)

    def _exchange(self, _request: object, until: float) -> Any:
        return super()._exchange(None, until)

    def close(self, seconds: float = 0.0) -> None:
        """Forget what was not read."""
        self._unread = b""

    @property
    def is_running(self) -> bool:
        """It never ends."""
        return True


def replies(game: str, dice: Dice) -> Iterator[str]:
    """Forge the answers of an external agent's process."""
    process = FakeProcess()
    agent = ExternalAgent.__new__(ExternalAgent)
    agent.name, agent.seed, agent.patience, agent.game, agent.restarts, agent.last = process.name, 0, 60.0, 0, 0, None
    agent._held = [process]
    messages = [
        b'{"number": %d}',
        b'{"failure": "AgentRaised", "why": "ValueError", "place": "mine.py:3", "trace": ""}',
        b'{"failure": "AgentNonsense", "answer": "7"}',
        b'{"compiling": 1}\n{"compiling": 0}\n{"number": %d}',
    ]
    while True:
        match = match_in_the_middle(game, dice)
        decision = Decision(match)
        for _ in range(PER_OBJECT):
            message = messages[dice.integers(len(messages))]
            number = int(dice.choice([option.number for option in decision.options]))
            answer = forged(message % number if b"%d" in message else message, dice)
            os.write(process.writing, answer + b'\n{"number": -1}\n')
            yield named(partial(agent.choose, decision), "an option")
            process.close()
            os.set_blocking(process._child.stdout.fileno(), False)
            process._child.stdout.read()
            os.set_blocking(process._child.stdout.fileno(), True)


FILES = {
    "transcripts": transcripts,
    "components": components,
    "journals": journals,
    "weights": weights,
    "schedules": schedules,
    "replies": replies,
}
