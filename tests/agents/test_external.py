"""External agents: files with a class, good ones and all the others."""

import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import time
import tomllib
from pathlib import Path

import pytest

import ulpia
from ulpia.agents import (
    AgentFailure,
    Budget,
    Decision,
    WithFallback,
    errors,
    external,
    find_agent,
    needs_compiled_search,
)
from ulpia.core.errors import UlpiaError, UnknownAgent
from ulpia.core.i18n import LANGUAGES
from ulpia.match import Match

Patch = pytest.MonkeyPatch

GOOD = """
import random

class Caesar:
    def __init__(self, seed):
        self.dice = random.Random(seed)
    def choose(self, decision):
        return self.dice.choice(decision.options)

class Numbers:
    def choose(self, decision):
        return decision.options[0].number

class Notation:
    def choose(self, decision):
        print("I think,", "x" * 100_000)
        return str(decision.options[-1]).upper().replace(" ", "_")

asked = 0

class Counting:
    def choose(self, decision):
        global asked
        asked += 1
        return decision.options[asked - 1]

class Dreamer:
    def choose(self, decision):
        match = decision.imagine(5)
        return max(match.options, key=lambda option: self.points_after(match, option))
    def points_after(self, match, option):
        twin = match.copy()
        twin.play(option)
        return twin.points[match.seat]

class Thief:
    def choose(self, decision):
        import gc
        import ulpia
        assert not [thing for thing in gc.get_objects() if isinstance(thing, ulpia.Match)]
        return decision.options[0]
"""

BAD = """
import os, re, sys

class Broken:
    def choose(self, decision):
        return self.think(decision)
    def think(self, decision):
        return 1 / 0                                    # line 8

class Unborn:
    def __init__(self, seed):
        raise RuntimeError("not today")                 # line 12
    def choose(self, decision):
        return 0

class Endless:
    def choose(self, decision):
        while True:
            decision = decision                                 # line 19

class Stuck:
    def choose(self, decision):                             # line 22
        re.match(r"(a+)+$", "a" * 60 + "b")

class Leaving:
    def choose(self, decision):                             # line 26
        os._exit(3)

class Quitting:
    def choose(self, decision):
        sys.exit("enough")                              # line 31

class Wordless:
    def choose(self, decision):                             # line 34
        pass

class Illegal:
    def choose(self, decision):                             # line 38
        return "sow rome"

class TooFar:
    def choose(self, decision):                             # line 42
        return 10_000

class Odd:
    def choose(self, decision):                             # line 46
        class Shy:
            def __repr__(self):
                raise ValueError
        return Shy()

class Asking:
    def choose(self, decision):
        return input("What now? ")                      # line 54

class Choosy:
    pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    return tmp_path


@pytest.fixture(autouse=True)
def _nobody_stays() -> None:
    external.close_all()


def beginning(seed: int = 4) -> Match:
    return ulpia.new("trajan", 2, seed, setup="dealt")


def play(names: list[str], seed: int = 4) -> Match:
    match = beginning(seed)
    agents = [find_agent(name, at) for at, name in enumerate(names)]
    while match.seat is not None:
        match.play(agents[match.seat].choose(Decision(match)))
    return match


@pytest.mark.usefixtures("folder")
def test_whole_games_are_played_and_follow_from_their_seeds() -> None:
    """Caesar is the random agent, written down once more."""
    for seed in (4, 5):
        assert play(["mine.py:Caesar", "random"], seed).actions == play(["random", "random"], seed).actions
    assert len(external._RUNNING) == 1  # both games had the same process


@pytest.mark.usefixtures("folder")
def test_an_answer_is_an_action_a_number_or_its_notation(capfd: pytest.CaptureFixture[str]) -> None:
    match = beginning()
    assert find_agent("mine.py:Caesar", 1).choose(Decision(match)) in match.options
    assert find_agent("mine.py:Numbers", 1).choose(Decision(match)) == match.options[0]
    assert find_agent("mine.py:Notation", 1).choose(Decision(match)) == match.options[-1]
    assert find_agent("mine.py:Dreamer", 1).choose(Decision(match)) in match.options
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "I think, xxx" in printed.err


@pytest.mark.usefixtures("folder")
def test_two_seats_share_no_process_and_the_next_game_gets_the_old_one() -> None:
    decision = Decision(beginning())
    one, two = (find_agent("mine.py:Counting", 1) for _ in range(2))
    assert [one.choose(decision), two.choose(decision), one.choose(decision)] == [
        decision.options[at] for at in (0, 0, 1)
    ]
    del one, two
    assert find_agent("mine.py:Counting", 1).choose(decision) in (decision.options[1], decision.options[2])
    assert len(external._RUNNING) == 2


@pytest.mark.usefixtures("folder")
def test_an_agent_with_failures_gives_its_process_back_too() -> None:
    decision = Decision(beginning())
    failures = []
    for seed in range(3):
        agent = WithFallback(find_agent("bad.py:Broken", seed), seed)
        assert agent.choose(decision) in decision.options
        failures += agent.failures
        del agent
    assert len(failures) == 3
    assert len(external._RUNNING) == 1


def test_an_edited_file_is_read_again(folder: Path) -> None:
    decision = Decision(beginning())
    assert find_agent("mine.py:Numbers", 1).choose(decision) == decision.options[0]
    (folder / "mine.py").write_text(GOOD.replace("decision.options[0].number", "decision.options[1].number"))
    assert find_agent("mine.py:Numbers", 1).choose(decision) == decision.options[1]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "kind", "place", "said"),
    [
        ("Broken", "AgentRaised", "bad.py:8", "ZeroDivisionError: division by zero"),
        ("Unborn", "AgentRaised", "bad.py:12", "RuntimeError: not today"),
        ("Endless", "AgentSilent", "bad.py:(18|19)", "within 0.8 s"),
        ("Stuck", "AgentSilent", "bad.py:22", "within 0.8 s"),
        ("Leaving", "AgentLeft", "bad.py:26", "exit 3"),
        ("Quitting", "AgentLeft", "bad.py:31", "SystemExit: enough"),
        ("Wordless", "AgentNonsense", "bad.py:34", "None"),
        ("Illegal", "AgentNonsense", "bad.py:38", "sow rome"),
        ("TooFar", "AgentNonsense", "bad.py:42", "10000"),
        ("Odd", "AgentNonsense", "bad.py:46", "Shy"),
        ("Asking", "AgentRaised", "bad.py:54", "EOFError"),
    ],
)
def test_a_failure_says_what_and_where(name: str, kind: str, place: str, said: str, monkeypatch: Patch) -> None:
    monkeypatch.setenv("ULPIA_PATIENCE", "0.8" if kind == "AgentSilent" else "60")
    # A busy machine may take long to tell where a loop is; a process that is stuck never will.
    monkeypatch.setattr(external, "REPORT_SECONDS", 1.0 if name == "Stuck" else 60.0)
    match = beginning()
    agent = find_agent(f"bad.py:{name}", 1)
    with pytest.raises(AgentFailure, match=said) as caught:
        agent.choose(Decision(match))
    failure = pickle.loads(pickle.dumps(caught.value))  # as it comes from a worker of a tournament
    assert failure.name == kind
    assert re.fullmatch(place, failure.place)
    for language in LANGUAGES:
        assert name in failure.say(language)
        assert failure.place in failure.say(language)
    assert not failure.trace or f'bad.py", line {failure.place[7:]}' in failure.trace


@pytest.mark.usefixtures("folder")
def test_an_agent_that_raised_is_asked_again_and_one_that_hangs_only_so_often(monkeypatch: Patch) -> None:
    monkeypatch.setattr(external, "MAX_RESTARTS", 1)
    decision = Decision(beginning())
    broken = find_agent("bad.py:Broken", 1)
    monkeypatch.setenv("ULPIA_PATIENCE", "0.2")
    endless = find_agent("bad.py:Endless", 1)
    asked = 0
    exchange = external.Process._exchange

    def counted(process: external.Process, request: object, until: float) -> object:
        nonlocal asked
        asked += request is not None
        return exchange(process, request, until)

    monkeypatch.setattr(external.Process, "_exchange", counted)
    for agent, expected in ((broken, 3), (endless, 2)):
        asked = 0
        for _ in range(3):
            with pytest.raises(AgentFailure):
                agent.choose(decision)
        assert asked == expected


@pytest.mark.usefixtures("folder")
def test_a_budget_is_the_patience(monkeypatch: Patch) -> None:
    monkeypatch.setattr(external, "BUDGET_TOLERANCE", 0.1)
    with pytest.raises(AgentFailure, match=r"within 0\.3 s"):
        find_agent("bad.py:Endless", 1).choose(Decision(beginning(), Budget(seconds=0.2)))


@pytest.mark.parametrize(
    ("text", "name", "kind", "said"),
    [
        (None, "mine.py:Caesar", "NoAgentFile", "No such file"),
        ("x = 1\nclass Caesar\n", "mine.py:Caesar", "AgentNotLoaded", "mine.py:2.*SyntaxError"),
        ("import nowhere\n", "mine.py:Caesar", "AgentNotLoaded", "mine.py:1.*ModuleNotFoundError"),
        ("raise SystemExit\n", "mine.py:Caesar", "AgentNotLoaded", "mine.py:1.*SystemExit"),
        ("import os\nos._exit(7)\n", "mine.py:Caesar", "AgentLeft", "mine.py.*exit 7"),
        ("while True: pass\n", "mine.py:Caesar", "AgentSilent", "mine.py.*within 3 s"),
        (
            "class Brutus:\n  def choose(self, decision): ...\n",
            "mine.py:Caesar",
            "NoAgentClass",
            "no class Caesar.*Brutus",
        ),
        ("Caesar = 3\n", "mine.py:Caesar", "NoAgentClass", "no class Caesar.*-"),
        ("class Caesar: pass\n", "mine.py:Caesar", "NoChoose", "choose"),
    ],
)
def test_what_cannot_be_loaded_is_refused(
    text: str | None, name: str, kind: str, said: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    if kind == "AgentSilent":
        monkeypatch.setattr(external, "LOAD_SECONDS", 3.0)
    if text is not None:
        (tmp_path / "mine.py").write_text(text)
    with pytest.raises(AgentFailure, match=said) as caught:
        find_agent(name, 1)
    assert caught.value.name == kind
    assert not external._RUNNING


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("patience", ["soon", "0", "-1", "inf", "nan"])
def test_patience_is_a_number_of_seconds(patience: str, monkeypatch: Patch) -> None:
    monkeypatch.setenv("ULPIA_PATIENCE", patience)
    with pytest.raises(errors.BadPatience):
        find_agent("mine.py:Caesar", 1)


def test_names_of_files_are_told_from_names_of_agents() -> None:
    assert external.is_external("mine.py:Caesar")
    assert external.is_external("C:\\agents\\mine.py:Caesar")
    assert not any(map(external.is_external, ("mine.py", "mine:Caesar", "random", ":Caesar", "")))
    with pytest.raises(UnknownAgent, match=r"legatus.*FILE\.py:CLASS"):
        find_agent("mine.py", 1)
    assert not needs_compiled_search("mine.py:Caesar")
    assert needs_compiled_search("tiro")
    assert not needs_compiled_search("random")
    assert not needs_compiled_search("human")


@pytest.mark.usefixtures("folder")
def test_the_truth_does_not_travel() -> None:
    """T-110, F-90: what is sent to the process is the same to the last byte for any two states that look alike."""
    for game in ("trajan", "forum_trajanum"):
        match = ulpia.new(game, 3, 4, setup="dealt")
        for _ in range(25):
            match.play(match.options[len(match.actions) % len(match.options)])
        other = match.imagine(match.seat, 77)
        assert match.state.tobytes() != other.state.tobytes()
        assert pickle.dumps(Decision(match)) == pickle.dumps(Decision(other))
        came = pickle.loads(pickle.dumps(Decision(match)))
        assert came.view() == match.view(match.seat)
        assert came.options == match.options
        assert came.imagine(3).state.tobytes() == match.imagine(match.seat, 3).state.tobytes()
        assert find_agent("mine.py:Thief", 1).choose(Decision(match)) == match.options[0]


def run(script: str, folder: Path) -> subprocess.Popen[str]:
    program = textwrap.dedent(script)
    return subprocess.Popen([sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE, text=True)


def wait_for_the_end_of(process: int) -> None:
    for _ in range(300):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{process}/stat").exists() and ") Z " in Path(f"/proc/{process}/stat").read_text():
            return  # ended, and nobody has asked how
        time.sleep(0.1)
    pytest.fail("it still runs")


@pytest.mark.parametrize("kind", ["Endless", "Broken"])
def test_no_process_outlives_a_match_that_is_killed(folder: Path, kind: str) -> None:
    """Not even one whose agent hangs at that moment."""
    script = f"""
        import ulpia
        from ulpia.agents import Decision, find_agent
        agent = find_agent("bad.py:{kind}", 1)
        print(agent._held[0]._child.pid, flush=True)
        try:
            agent.choose(Decision(ulpia.new("trajan", 2, 4)))
        except ulpia.agents.AgentFailure:
            import time; time.sleep(60)
    """
    parent = run(script, folder)
    assert parent.stdout
    child = int(parent.stdout.readline())
    time.sleep(0.5)
    os.kill(child, 0)  # it lives
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    wait_for_the_end_of(child)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_gets_processes_of_its_own(folder: Path) -> None:
    script = """
        import os, ulpia
        from ulpia.agents import Decision, find_agent
        decision = Decision(ulpia.new("trajan", 2, 4, setup="dealt"))
        agent = find_agent("mine.py:Counting", 1)
        if forked := os.fork():
            os.waitpid(forked, 0)
        else:
            agent = find_agent("mine.py:Counting", 1)
        print(decision.options.index(agent.choose(decision)), flush=True)
    """
    done = run(script, folder)
    assert done.communicate(timeout=60)[0].split() == ["0", "0"]


def test_every_failure_has_its_sentence_and_no_sentence_lacks_its_failure() -> None:
    kinds = {kind.__name__ for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, UlpiaError)}
    texts = tomllib.loads((Path(errors.__file__).parent / "text" / "en.toml").read_text())["errors"]
    assert set(texts) == kinds - {"UlpiaError", "AgentError", "AgentFailure"}
    assert set(errors.FAILURES) == set(texts) - {"BadPatience", "ProgramRemembered"}


COMPILES = """
import time
from ulpia.core import compilation

class Caesar:
    def choose(self, decision):
        with compilation.display(decision.game, "search") as progress:
            progress(1, 2)
            time.sleep(4)
        return decision.options[0]
"""


def test_the_clock_stops_while_an_agent_compiles_what_it_calls(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(COMPILES)
    agent = external.ExternalAgent(f"{tmp_path / 'mine.py'}:Caesar", 1, patience_seconds=3.0)
    decision = Decision(ulpia.new("trajan", setup="dealt"))
    assert agent.choose(decision) == decision.options[0]
    assert agent.choose(decision) == decision.options[0]
    assert agent.restarts == 0
