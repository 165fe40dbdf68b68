"""A process that runs tests for `tests.mutants`, each time in a fork of itself in which all tests are collected.

Reads requests from standard input and writes answers to standard output, one JSON object a line. The first request
names the files of tests. A change is never written to a file: the fork gets other code for the function that is
changed. If the change is outside all functions, a process of its own imports the changed text in place of the file.
"""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any, TextIO

import coverage
import pytest

ROOT = Path(__file__).parents[2]
FACTOR, EXTRA_SECONDS = 10, 5
"""A test may use this many times its usual CPU time, and this much more, before a mutant counts as hanging."""
IDLE_SECONDS, IDLE_CPU_SECONDS = 90, 0.2
"""A test that uses less CPU time than this in so many seconds waits for something that never comes."""
POLL_SECONDS = 0.01
BROKEN = "an exception outside the tests"
Request = dict[str, Any]


def module_of(file: str) -> str:
    """Name the module in a file of the package."""
    return file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


# Changes


class MutatedModule(importlib.abc.MetaPathFinder):
    """Imports one module from another text."""

    def __init__(self, file: str, source: str) -> None:
        self.path, self.source, self.name = str(ROOT / file), source, module_of(file)

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> Any:
        """Return how to import the module, and None for all others."""
        if fullname != self.name:
            return None
        finder = self

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return compile(finder.source, finder.path, "exec", dont_inherit=True)

        return importlib.util.spec_from_file_location(fullname, self.path, loader=Loader(fullname, self.path))


def change_function(file: str, function: str, source: str) -> None:
    """Give a function the code that it has in another text of its file; everything that refers to it calls that."""
    code = compile(source, str(ROOT / file), "exec", dont_inherit=True)
    found: Any = importlib.import_module(module_of(file))
    for name in function.split("."):
        code = next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)
        found = vars(found)[name]
        found = getattr(found, "fget", None) or getattr(found, "__wrapped__", found)
        if not isinstance(found, type):
            break  # functions inside it are part of its code
    found.__code__ = code


# Tests


class Run:
    """One run of chosen tests: notes what fails, and how much CPU time each test takes."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.failed: list[str] = []
        self.skipped: set[str] = set()
        session.config.pluginmanager.register(self)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a test ended."""
        if report.failed:
            self.failed.append(report.nodeid)
        if report.skipped:
            self.skipped.add(report.nodeid)

    def run(self, item: pytest.Item, following: pytest.Item | None) -> float:
        """Run a test; return the CPU time it took."""
        begun = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return time.process_time() - begun


def try_mutant(session: pytest.Session, request: Request) -> dict[str, Any]:
    """Run tests in the given order with a changed function; name those that fail, or the first alone."""
    if request["function"]:
        change_function(request["file"], request["function"], request["source"])
    seconds: dict[str, float] = request["tests"]

    def name(item: pytest.Item) -> str:
        return item.nodeid if item.nodeid in seconds else item.nodeid.partition("[")[0]

    places = {test: place for place, test in enumerate(seconds)}
    chosen = sorted((i for i in session.items if name(i) in places), key=lambda item: places[name(item)])
    run = Run(session)
    for item, following in zip(chosen, [*chosen[1:], None]):
        limit = time.process_time() + FACTOR * seconds[name(item)] + EXTRA_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, resource.RLIM_INFINITY))
        run.run(item, following)
        if run.failed and request["first_only"]:
            break
    return {"failed": run.failed, "ran": len(chosen)}


def measure(session: pytest.Session, request: Request) -> dict[str, Any]:
    """Run a file of tests; return the lines that each test reaches and its CPU time."""
    files = [str(ROOT / file) for file in request["files"]]
    tracer = coverage.Coverage(data_file=None, include=files, config_file=False)
    tracer.set_option("run:disable_warnings", ["no-data-collected"])  # tests may reach nothing
    chosen = [item for item in session.items if item.nodeid.partition("::")[0] == request["test"]]
    chosen = [item for item in chosen if not any(part in item.nodeid for part in request["left_out"])]
    run, seconds = Run(session), {}
    tracer.start()
    for item, following in zip(chosen, [*chosen[1:], None]):
        tracer.switch_context(item.nodeid)
        seconds[item.nodeid] = run.run(item, following)
    tracer.stop()
    seconds = {test: spent for test, spent in seconds.items() if test not in run.skipped}
    data, lines = tracer.get_data(), {}
    for file, path in zip(request["files"], files):
        reached = data.contexts_by_lineno(path)
        lines[file] = {line: [test for test in tests if test in seconds] for line, tests in reached.items()}
    return {"failed": run.failed, "seconds": seconds, "lines": lines}


# Processes


class Server:
    """Collects the tests, then answers requests in place of running them."""

    def __init__(self, requests: TextIO, answers: TextIO) -> None:
        self.requests, self.answers = requests, answers

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer requests until there are no more."""
        gc.freeze()  # so that a fork copies less
        for line in self.requests:
            answer = in_fork(session, json.loads(line))
            print(json.dumps(answer), file=self.answers, flush=True)
        return True


def in_fork(session: pytest.Session, request: Request) -> dict[str, Any]:
    """Answer a request in a fork; a fork that hangs or dies is reported as such."""
    with tempfile.NamedTemporaryFile("r", prefix="ulpia-mutant-") as file:
        child = os.fork()
        if child == 0:
            os.setsid()
            status = 1
            try:
                answer = measure(session, request) if "test" in request else try_mutant(session, request)
                Path(file.name).write_text(json.dumps(answer))
                status = 0
            except BaseException:
                Path(file.name).write_text(traceback.format_exc())
            finally:
                os._exit(status)
        why = wait(child)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what the tests have started
        text = file.read()
        if why == BROKEN:
            return {"error": text}
        return json.loads(text) if not why else {"failed": [why], "ran": 1}


def wait(child: int) -> str:
    """Wait for a fork; return why it gave no answer, or nothing."""
    seen, since = 0.0, time.monotonic()
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            if os.WIFSIGNALED(status):
                return "CPU time" if os.WTERMSIG(status) == signal.SIGXCPU else f"signal {os.WTERMSIG(status)}"
            return BROKEN if status else ""
        used = cpu_seconds(child)
        if used - seen > IDLE_CPU_SECONDS:
            seen, since = used, time.monotonic()
        elif time.monotonic() - since > IDLE_SECONDS:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "waits for ever"
        time.sleep(POLL_SECONDS)


def cpu_seconds(process: int) -> float:
    """Return the CPU time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load_rules() -> None:
    """Begin a game of each kind, so that not every fork has to load its rules."""
    from tests.support.games import BUILT_IN
    from ulpia import new

    for game in BUILT_IN:
        new(game, 2, 1).view()


def main() -> int:
    """Collect the tests that the first request names, perhaps with a changed file, and answer requests."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    first = json.loads(requests.readline())
    if first["file"]:
        sys.meta_path.insert(0, MutatedModule(first["file"], first["source"]))
    else:
        load_rules()
    code = pytest.main([*first["tests"], "-p", "no:xdist", "--tb=no"], plugins=[Server(requests, answers)])
    if code != pytest.ExitCode.OK:
        print(json.dumps({"failed": [f"pytest ends with code {int(code)}"]}), file=answers, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
