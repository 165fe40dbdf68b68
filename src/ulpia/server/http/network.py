"""The local network over HTTP: where other machines reach this server, letting them in, and QR codes of links."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia.server.errors import NotAtThisMachine, NotTheCreator
from ulpia.server.http.requests import JsonResponse, address_of, body_of, context_of, is_creator
from ulpia.server.network import is_at_this_machine
from ulpia.server.protocol import NetworkInfo, OpenNetwork, QrCode, QrRequest

BORDER = 4
"""Empty modules around a QR code, as its standard asks for."""


async def network(request: Request) -> Response:
    """Return how other machines of the local network reach this server. Only a browser on this machine learns it."""
    found = context_of(request).network
    if not _is_at_this_machine(request):
        return JsonResponse(NetworkInfo(addresses=[], may_be_opened=False))
    return JsonResponse(NetworkInfo(addresses=found.addresses, may_be_opened=found.may_be_opened))


async def open_network(request: Request) -> Response:
    """Let the local network in. For the creator of a table, in a browser on this machine."""
    context = context_of(request)
    context.check_origin(request)
    wanted = await body_of(request, OpenNetwork)
    if not _is_at_this_machine(request):
        raise NotAtThisMachine()
    head = await context.threads.run(lambda: context.store.head(wanted.table))
    if not await is_creator(request, head):
        raise NotTheCreator()
    await context.network.open()
    return await network(request)


async def qr_code(request: Request) -> Response:
    """Draw a QR code. The text comes in the body, because a link holds a secret."""
    import segno  # few servers draw any, so it is loaded with the first

    wanted = await body_of(request, QrRequest)
    code = segno.make_qr(wanted.text, error="m")
    picture = code.svg_inline(border=BORDER, omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff")
    return JsonResponse(QrCode(picture=picture))


def _is_at_this_machine(request: Request) -> bool:
    headers = request.headers
    return is_at_this_machine(address_of(request), headers.get("host", ""), headers.keys())


ROUTES = [
    Route("/api/network", network, methods=["GET"]),
    Route("/api/network", open_network, methods=["POST"]),
    Route("/api/qr", qr_code, methods=["POST"]),
]
