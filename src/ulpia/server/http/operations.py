"""Health and metrics, for the operator of the server. Metrics have an address of their own."""

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia.server.http.requests import JsonResponse, context_of
from ulpia.server.protocol import Health


async def health(request: Request) -> Response:
    """Report that the database answers."""
    context = context_of(request)
    await context.threads.run(context.store.ping)
    return JsonResponse(Health())


async def metrics(request: Request) -> Response:
    """Return the metrics. Players must not see them: they could count what others do in secret."""
    context = context_of(request)
    tables = context.tables.loaded
    clients = sum(len(table.clients) for table in tables)
    return Response(context.metrics.page(len(tables), clients), media_type=CONTENT_TYPE_LATEST)


ROUTES = [Route("/health", health)]
METRICS_ROUTES = [*ROUTES, Route("/metrics", metrics)]
"""The routes of the address of `--metrics`."""
