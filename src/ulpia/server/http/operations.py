"""Health and metrics, for the operator of the server."""

from ipaddress import ip_address

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia.server.errors import NoPage
from ulpia.server.http.requests import JsonResponse, context_of
from ulpia.server.protocol import Health


async def health(request: Request) -> Response:
    """Report that the database answers."""
    context = context_of(request)
    await context.threads.run(context.store.ping)
    return JsonResponse(Health())


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


ROUTES = [Route("/health", health), Route("/metrics", metrics)]
