"""`AppContext`: what all requests and connections of one server share."""

import asyncio
import os
from pathlib import Path

from starlette.requests import HTTPConnection

from ulpia.core.i18n import LANGUAGES
from ulpia.server.errors import BadOrigin
from ulpia.server.fleet.fleet import Fleet
from ulpia.server.hosts import Hosts
from ulpia.server.limits import Buckets, Limits
from ulpia.server.metrics import Metrics
from ulpia.server.network import LocalNetwork
from ulpia.server.presentation.scene import RENDERER, Renderer
from ulpia.server.proxies import Proxies
from ulpia.server.session.table import TableServices
from ulpia.server.session.tables import Tables
from ulpia.server.sockets import OpenSockets
from ulpia.server.storage.store import Store
from ulpia.server.storage.writer import JournalWriter
from ulpia.server.threads import SearchThreads, WorkerThreads
from ulpia.server.warmup import Warmup

MAX_THREADS = 8
MAX_ORIGIN_QUOTED = 100
WEB_FOLDER = Path(__file__).parents[1] / "web"


class AppContext:
    """Store, tables, threads, limits and metrics of one server."""

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        *,
        hosts: Hosts | None = None,
        proxies: Proxies | None = None,
        renderer: Renderer = RENDERER,
        web_folder: Path = WEB_FOLDER,
        is_shared: bool | None = None,
    ) -> None:
        """`is_shared`: whether other servers may use the database; None if they may unless it is a file."""
        self.store = store
        self.limits = limits or Limits()
        self.hosts = hosts or Hosts()
        self.proxies = proxies or Proxies()
        self.network = LocalNetwork()
        self.sockets = OpenSockets(self.limits, self.proxies)
        self.web_folder = web_folder
        self.metrics = Metrics()
        self.threads = WorkerThreads(min(MAX_THREADS, 2 + (os.cpu_count() or 1)))
        self.search_threads = SearchThreads()
        self.warmup = Warmup()
        is_file = store.engine.dialect.name == "sqlite"
        self.fleet = Fleet(store, self.threads, not is_file if is_shared is None else is_shared)
        self.render_lock = asyncio.Lock()
        """Held by the connection that renders, see `websocket.updates.turn_to_render`."""
        self.messages = Buckets(self.limits.address_messages_per_second, self.limits.address_messages_at_once)
        self.requests = Buckets(self.limits.requests_per_second, self.limits.requests_at_once)
        self.table_openings = Buckets(self.limits.tables_per_minute / 60, self.limits.tables_at_once)
        self.tables = Tables(
            TableServices(
                store=store,
                writer=JournalWriter(store, self.metrics),
                limits=self.limits,
                metrics=self.metrics,
                threads=self.threads,
                search_threads=self.search_threads,
                warmup=self.warmup,
                renderer=renderer,
                fleet=self.fleet,
            )
        )

    def check_origin(self, connection: HTTPConnection) -> None:
        """Refuse a request from a page of another site. Programs send no origin."""
        origin = connection.headers.get("origin")
        if origin is not None and not self.hosts.allow_origin(origin, connection.headers.get("host", "")):
            raise BadOrigin(origin=origin[:MAX_ORIGIN_QUOTED])

    async def close(self) -> None:
        """Finish what is going on, then stop."""
        await self.warmup.close()
        await self.tables.close()
        await self.fleet.stop()
        self.search_threads.close()
        self.threads.close()
        self.store.close()


def preferred_language(accept_language: str) -> str:
    """Return the first language of an Accept-Language header that there are texts in, else English."""
    for part in accept_language.split(","):
        if (language := part.split(";")[0].strip()[:2].lower()) in LANGUAGES:
            return language
    return LANGUAGES[0]
