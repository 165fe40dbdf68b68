"""The types of a tournament's summary, as JSON, the report and the terminal show it."""

from typing import TypedDict


class DealRange(TypedDict):
    """The deals that were played."""

    first: int
    last: int
    many: int


class AbandonedEntry(TypedDict):
    """An abandoned game."""

    number: int
    seed: int
    seating: list[str]
    workers: int


class FailureKind(TypedDict):
    """How often an agent failed in one way."""

    what: str
    where: str
    times: int


class AgentFailures(TypedDict):
    """How often an agent failed in all, and the most frequent kinds."""

    times: int
    kinds: list[FailureKind]


class TableAgent(TypedDict):
    """The result of one agent at one table."""

    name: str
    win_rate: float
    win_rate_interval: list[float]


class TableSummary(TypedDict):
    """The results of the agents that met at one table."""

    table: list[str]
    games: int
    agents: list[TableAgent]
    winners_points: float
    winners_points_interval: list[float]


class AgentResults(TypedDict):
    """The figures of one agent that are the same on every machine."""

    name: str
    games: int
    seats_held: int
    wins: float
    win_rate: float
    win_rate_interval: list[float]
    places: list[float]
    win_rate_by_seat: list[float]
    mean_points: float
    mean_points_interval: list[float]
    points_deviation: float
    points: dict[int, int]
    sources: dict[str, float]
    rating: float
    rating_deviation: float
    decisions: int
    failures: AgentFailures


class AgentTimes(TypedDict):
    """How many decisions an agent made, and how fast."""

    decisions: int
    seconds_per_decision: float
    longest_decision: float
    positions_per_second: int | None


class AgentSummary(AgentResults, AgentTimes):
    """All figures of one agent."""


class Summary(TypedDict):
    """Everything that is reported of a tournament."""

    game: str
    seats: int
    settings: dict[str, str]
    seed: int
    deals: DealRange
    games: int
    abandoned: list[AbandonedEntry]
    ulpia: str
    rules: int
    components: str
    code: str
    confidence: float
    interval: str
    depends_on_the_machine: list[str]
    agents: list[AgentSummary]
    tables: list[TableSummary]
    ahead: dict[str, dict[str, float]]
