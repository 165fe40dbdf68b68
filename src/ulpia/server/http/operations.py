"""Health and metrics, for the operator of the server."""

from ipaddress import ip_address

from msgspec import UNSET, UnsetType
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia.registry import game_names
from ulpia.server.errors import TEXTS, CannotStore, NoPage
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
    """Return the metrics to programs on the same machine. Players could count what others do in secret."""
    if not is_local(request):
        raise NoPage()
    context = context_of(request)
    tables = context.tables.loaded
    clients = sum(len(table.clients) for table in tables)
    return Response(context.metrics.page(len(tables), clients), media_type=CONTENT_TYPE_LATEST)


def is_local(request: Request) -> bool:
    """Whether a request comes from the machine that the server runs on, and not through a proxy."""
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False


ROUTES = [Route("/health", health), Route("/ready", ready), Route("/metrics", metrics)]
