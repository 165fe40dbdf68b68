"""Random play, and random play in place of an agent that fails."""

import inspect
import random

from ulpia.agents.base import Agent, Decision
from ulpia.agents.errors import AgentFailure, AgentLeft, AgentNonsense, AgentRaised
from ulpia.agents.tracebacks import AgentCode, describe_answer
from ulpia.core.actions import Action


class Random:
    """Plays every option with the same probability."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, decision: Decision) -> Action:
        """Return one of the options."""
        return self.dice.choice(decision.options)


class WithFallback:
    """Plays a random legal action when the wrapped agent fails, and records the failure."""

    def __init__(self, agent: Agent, seed: int) -> None:
        self.agent = agent
        self.fallback = Random(seed)
        self.failures: list[AgentFailure] = []
        """Without tracebacks, which would keep the agent and its process alive."""

    def choose(self, decision: Decision) -> Action:
        """Return the option that the agent chooses, or a random one."""
        try:
            answer = self.agent.choose(decision)
        except (Exception, SystemExit) as error:
            self.failures.append(failure_of(self.agent, error))
            return self.fallback.choose(decision)
        option = decision.find_option(answer)
        if option is None:
            legal = ", ".join(map(str, decision.options))
            facts = _facts(self.agent) | {"answer": describe_answer(answer), "legal": legal}
            self.failures.append(AgentNonsense(**facts))
            return self.fallback.choose(decision)
        return option


def failure_of(agent: Agent, error: BaseException) -> AgentFailure:
    """Return the failure that an exception of an agent amounts to, without the traceback."""
    if isinstance(error, AgentFailure):
        return error.with_traceback(None)
    kind = AgentLeft if isinstance(error, SystemExit) else AgentRaised
    return kind(**_facts(agent) | _code(agent).facts_of(error))


def _facts(agent: Agent) -> dict[str, str]:
    """Return what every failure of an agent in this process says; the place is where `choose` begins."""
    name, code = type(agent).__name__, getattr(type(agent).choose, "__code__", None)
    place = f"{code.co_filename}:{code.co_firstlineno}" if code else _code(agent).path
    return {"agent": name, "class_name": name, "place": place}


def _code(agent: Agent) -> AgentCode:
    path = inspect.getfile(type(agent))
    return AgentCode(path, path)
