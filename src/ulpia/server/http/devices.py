"""One's games on other devices over HTTP: links to them, recovery codes, and signing other browsers out.

Secrets come in bodies, so that no log has them. Only a POST by a script opens a link: a preview by a messenger does not
use it up.
"""

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia.registry import find_game
from ulpia.server import tokens
from ulpia.server.context import AppContext
from ulpia.server.errors import TooFast
from ulpia.server.http.requests import JsonResponse, address_of, body_of, context_of, key_of, language_of, owner_of
from ulpia.server.presentation.lobby import seat_names
from ulpia.server.protocol import (
    DeviceInfo,
    DeviceLinkInfo,
    JoinedGames,
    MyDevices,
    NewDeviceLink,
    OpenDeviceLink,
    RecoveryCode,
    RedeemedSeat,
    SeatLinkRequest,
)
from ulpia.server.storage.devices import LINK_MINUTES, Link
from ulpia.server.storage.store import Store


async def my_devices(request: Request) -> Response:
    """List the browsers of a person."""
    return JsonResponse(await _list(context_of(request), await key_of(request)))


async def _list(context: AppContext, key: str) -> MyDevices:
    found, recovery = await context.threads.run(lambda: context.store.devices.of_person(key))
    devices = [DeviceInfo(since=device.made, is_this=device.key == key) for device in found]
    return MyDevices(devices=devices, recovery=recovery)


async def make_link(request: Request) -> Response:
    """Make a link to all games of a person."""
    context, key, secret = _may_change(request), await key_of(request), tokens.new_token()
    devices = context.store.devices
    await context.threads.run(lambda: devices.make_link(tokens.digest(secret), "games", key))
    return JsonResponse(NewDeviceLink(link=f"/#device={secret}", minutes=LINK_MINUTES), status_code=201)


async def make_recovery_code(request: Request) -> Response:
    """Make a recovery code, which replaces an earlier one."""
    context, key, code = _may_change(request), await key_of(request), tokens.new_recovery_code()
    devices = context.store.devices
    await context.threads.run(lambda: devices.make_link(tokens.digest(code), "recovery", key))
    return JsonResponse(RecoveryCode(code=code), status_code=201)


async def make_seat_link(request: Request) -> Response:
    """Make a link to a seat, for who holds it."""
    context, wanted = _may_change(request), await body_of(request, SeatLinkRequest)
    owner, secret = await owner_of(request), tokens.new_token()
    table = await context.tables.get(request.path_params["table"])
    seat = int(request.path_params["seat"])
    table.history.check_seat(seat)
    key = None if owner is None else tokens.digest(owner)
    token = None if wanted.token is UNSET else tokens.digest(wanted.token)
    make, digest = context.store.devices.make_seat_link, tokens.digest(secret)
    await context.threads.run(lambda: make(digest, table.head.id, seat, key, token))
    link = f"/table/{table.head.id}#seat={secret}"
    return JsonResponse(NewDeviceLink(link=link, minutes=LINK_MINUTES), status_code=201)


async def present(request: Request) -> Response:
    """Return what a link or a recovery code leads to."""
    context, language = _may_change(request), language_of(request)
    wanted, owner = await body_of(request, OpenDeviceLink), await owner_of(request)
    key, digest = None if owner is None else tokens.digest(owner), tokens.digest(tokens.clean_code(wanted.code))
    return JsonResponse(await context.threads.run(lambda: _info(context.store, digest, key, language)))


def _info(store: Store, digest: str, key: str | None, language: str) -> DeviceLinkInfo:
    link = store.devices.find_link(digest)
    own = [] if key is None else store.games_of(key)
    if link.game is not None and link.seat is not None:
        return _seat_info(store, link, key, len(own), language)
    theirs = [] if link.key is None else store.games_of(link.key)
    names = [seat_names(head, language)[held[0]] for head, held in theirs if held]
    return DeviceLinkInfo(
        kind=link.kind,
        name=names[0] if names else None,
        games=len(theirs),
        own_games=len(own),
        is_mine=link.key is not None and store.devices.is_same_person(key, link.key),
        table=None,
        title=None,
        seat=None,
    )


def _seat_info(store: Store, link: Link, key: str | None, own_games: int, language: str) -> DeviceLinkInfo:
    assert link.game is not None
    assert link.seat is not None
    head = store.head(link.game)
    owner = store.owner_of(head.id, link.seat)
    return DeviceLinkInfo(
        kind="seat",
        name=seat_names(head, language)[link.seat],
        games=0,
        own_games=own_games,
        is_mine=owner is not None and store.devices.is_same_person(key, owner),
        table=head.id,
        title=find_game(head.game).texts.find(language, "title"),
        seat=link.seat,
    )


async def join(request: Request) -> Response:
    """Make the asking browser one of the person's who made a link or a recovery code."""
    context, wanted = _may_change(request), await body_of(request, OpenDeviceLink)
    owner = await owner_of(request) or tokens.new_token()
    key, digest = tokens.digest(owner), tokens.digest(tokens.clean_code(wanted.code))
    is_new = await context.threads.run(lambda: context.store.devices.join(digest, key))
    games = await context.threads.run(lambda: context.store.games_of(key))
    return JsonResponse(JoinedGames(owner=owner, games=len(games)), status_code=201 if is_new else 200)


async def take_seat(request: Request) -> Response:
    """Open a link to a seat. The response holds a token of the seat, which is never sent again."""
    context, wanted = _may_change(request), await body_of(request, OpenDeviceLink)
    owner, token = await owner_of(request) or tokens.new_token(), tokens.new_token()
    table = request.path_params["table"]
    take = context.store.devices.take_seat
    seat = await context.threads.run(lambda: take(tokens.digest(wanted.code), tokens.digest(token), table))
    return JsonResponse(RedeemedSeat(table=table, seat=seat, owner=owner, token=token), status_code=201)


async def sign_out(request: Request) -> Response:
    """Let only the asking browser open the games of a person. All others are disconnected."""
    context, key = _may_change(request), await key_of(request)
    done = await context.threads.run(lambda: context.store.devices.sign_out_others(key))
    context.tables.sign_out(done.keys, done.seats, but=key)
    return JsonResponse(await _list(context, key))


def _may_change(request: Request) -> AppContext:
    """Refuse pages of other sites, and who asks so often that they could be guessing."""
    context = context_of(request)
    context.check_origin(request)
    if not context.table_openings.take(address_of(request)):
        raise TooFast()
    return context


ROUTES = [
    Route("/api/devices", my_devices),
    Route("/api/devices/link", make_link, methods=["POST"]),
    Route("/api/devices/recovery", make_recovery_code, methods=["POST"]),
    Route("/api/devices/present", present, methods=["POST"]),
    Route("/api/devices/join", join, methods=["POST"]),
    Route("/api/devices/sign-out", sign_out, methods=["POST"]),
    Route("/api/tables/{table}/seats/{seat:int}/link", make_seat_link, methods=["POST"]),
    Route("/api/tables/{table}/link", take_seat, methods=["POST"]),
]
