"""Health and metrics, for the operator of the server. Metrics have an address of their own."""

from msgspec import UNSET, UnsetType
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia.registry import game_names
from ulpia.server.errors import TEXTS, CannotStore
from ulpia.server.http.requests import JsonResponse, context_of, language_of
from ulpia.server.protocol import Health, Ready


async def health(request: Request) -> Response:
    """Report whether actions can be stored: write a row. If not, the status is 503."""
    trouble = await _trouble(request)
    return JsonResponse(Health()) if trouble is UNSET else JsonResponse(Health(health="failing", why=trouble), 503)


async def ready(request: Request) -> Response:
    """Report whether players can be sent here, and how far the compilation of the opponents' search is."""
    trouble, warmup = await _trouble(request), context_of(request).warmup
    preparing = {game: part for game in game_names() if (part := warmup.progress(game)) is not None}
    is_ready = trouble is UNSET
    return JsonResponse(Ready(is_ready=is_ready, why=trouble, preparing=preparing), 200 if is_ready else 503)


async def _trouble(request: Request) -> str | UnsetType:
    """Return why nothing can be stored, in words."""
    context = context_of(request)
    try:
        await context.threads.run(context.store.try_write)
    except CannotStore as error:
        return str(TEXTS.find(language_of(request), "storage", error.reason))
    return UNSET


async def metrics(request: Request) -> Response:
    """Return the metrics. Players must not see them: they could count what others do in secret."""
    context = context_of(request)
    tables = context.tables.loaded
    clients = sum(len(table.clients) for table in tables)
    return Response(context.metrics.page(len(tables), clients), media_type=CONTENT_TYPE_LATEST)


ROUTES = [Route("/health", health), Route("/ready", ready)]
METRICS_ROUTES = [*ROUTES, Route("/metrics", metrics)]
"""The routes of the address of `--metrics`."""
