"""A few numbers about the running server, as Prometheus reads them."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Metrics:
    """Counters and sums; whoever keeps something countable is asked for it when the page is."""

    def __init__(self) -> None:
        self.started = time.time()
        self.messages: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.sums: Counter[str] = Counter()
        self.seconds: dict[str, float] = {}

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Add the time something takes to its sum."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.sums[what] += 1
            self.seconds[what] = self.seconds.get(what, 0.0) + time.perf_counter() - begin

    def page(self, **now: float) -> str:
        """Everything as text; `now` are values that hold at this moment."""
        lines = [f"ulpia_{name} {value:g}" for name, value in now.items()]
        lines.append(f"ulpia_started_seconds {self.started:.0f}")
        lines += [f'ulpia_messages_total{{type="{kind}"}} {count}' for kind, count in sorted(self.messages.items())]
        lines += [f'ulpia_refusals_total{{name="{name}"}} {count}' for name, count in sorted(self.refusals.items())]
        for what, count in sorted(self.sums.items()):
            lines.append(f"ulpia_{what}_total {count}")
            lines.append(f"ulpia_{what}_seconds_total {self.seconds.get(what, 0.0):.6f}")
        return "\n".join([*lines, ""])
