"""What all connections of one server share."""

import os
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ulpia.core.i18n import LANGUAGES
from ulpia.server.limits import Buckets, Limits
from ulpia.server.metrics import Metrics
from ulpia.server.session.tables import Tables
from ulpia.server.storage.store import Store
from ulpia.server.threads import Workers, thinkers
from ulpia.server.warmup import Preparation
from ulpia.server.websocket.messages import Reader
from ulpia.server.websocket.render_queue import Turns

MOST_THREADS = 8


class House:
    """Store, tables, threads, limits."""

    def __init__(self, store: Store, limits: Limits | None = None, origins: frozenset[str] = frozenset()) -> None:
        self.store = store
        self.limits = limits or Limits()
        self.origins = origins
        """Pages of other sites that may speak to this one, such as https://table.example."""
        self.metrics = Metrics()
        self.workers = Workers(min(MOST_THREADS, 2 + (os.cpu_count() or 1)))
        self.thinkers = thinkers()
        self.preparation = Preparation()
        self.turns = Turns()
        self.tables = Tables(store, self.limits, self.metrics, self.workers, self.thinkers, self.preparation)
        self.reader = Reader(self.limits)
        self.openings = Buckets(self.limits.tables_per_minute / 60, self.limits.tables_at_once)

    @staticmethod
    def language_of(accepted: str) -> str:
        """The first language of a browser that we speak, else English."""
        for part in accepted.split(","):
            if (spoken := part.split(";")[0].strip()[:2].lower()) in LANGUAGES:
                return spoken
        return LANGUAGES[0]

    def is_own_origin(self, connection: HTTPConnection) -> bool:
        """Whether a page of this server speaks, or something that is no page."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self.origins:
            return True
        try:
            return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower() != ""
        except ValueError:
            return False

    async def close(self) -> None:
        """Finish what is being done."""
        await self.preparation.close()
        await self.tables.close()
        self.thinkers.close()
        self.workers.close()
        self.store.close()
