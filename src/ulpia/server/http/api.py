"""What is asked over HTTP: games there are, opening a table, my games, links, transcripts, health."""

from dataclasses import replace
from ipaddress import ip_address
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ulpia.core.i18n import LANGUAGES
from ulpia.core.settings import written
from ulpia.match import check_seats, check_settings, new
from ulpia.registry import find_game
from ulpia.server import tokens
from ulpia.server.context import House
from ulpia.server.errors import (
    BadField,
    BadOrigin,
    NoPage,
    NotFinished,
    NotTheCreator,
    TooLong,
    TooManyTables,
    UnknownToken,
)
from ulpia.server.http import summaries as afar
from ulpia.server.presentation.lobby import tell_games, tell_head
from ulpia.server.session.computers import check_agent
from ulpia.server.storage.store import (
    COMPUTER,
    PERSON,
    Head,
    NewGame,
    Seat,
)
from ulpia.server.websocket import fields
from ulpia.server.websocket.fields import Field

USUAL_PACE = 900
KINDS = ("me", "friend", "computer")


def house_of(request: Request) -> House:
    """What all requests share."""
    house: House = request.app.state.house
    return house


def language_of(request: Request) -> str:
    """The language asked for, else the browser's."""
    given = request.query_params.get("language", "")
    return given if given in LANGUAGES else House.language_of(request.headers.get("accept-language", ""))


def owner_of(request: Request) -> str | None:
    """The owner's token that came with a request."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return fields.owner("authorization", token.strip()) if scheme.lower() == "bearer" else None


async def read_body(request: Request, most: int) -> bytes:
    """The body, if it is not too long; read no further than that."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise TooLong(most=most)
    return body


# Opening a table


def _seats_field(name: str, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not 1 <= len(value) <= fields.MOST_SEATS:
        raise BadField(field=name, expected="seats")
    return [_seat_field(seat) for seat in value]


def _seat_field(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadField(field="seats", expected="object")
    seat = fields.read_fields("seat", SEAT, value)
    if seat["kind"] not in KINDS:
        raise BadField(field="kind", expected="seat_kind")
    if (seat["kind"] == "computer") != ("agent" in seat):
        raise BadField(field="agent", expected="word" if seat["kind"] == "computer" else "nothing")
    return seat


def _settings_field(name: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(word, str) for word in value.values()):
        raise BadField(field=name, expected="settings")
    return {fields.word("settings", key): fields.word(key, word) for key, word in value.items()}


SEAT = {
    "kind": Field(fields.word),
    "name": Field(fields.text(fields.MOST_OF_A_NAME), is_required=False),
    "agent": Field(fields.word, is_required=False),
}
TABLE = {
    "game": Field(fields.word),
    "seats": Field(_seats_field),
    "settings": Field(_settings_field, is_required=False),
    "pace": Field(fields.seconds, is_required=False),
}


async def open_table(request: Request) -> Response:
    """Open a table; the answer holds the keys to its seats, which are never told again."""
    house = house_of(request)
    if not house.is_own_origin(request):
        raise BadOrigin(origin=request.headers.get("origin", "")[:100])
    body = await read_body(request, house.limits.body_bytes)
    given = fields.read_fields("table", TABLE, fields.read_json(body, house.limits.body_bytes))
    owner = owner_of(request) or tokens.new_token()
    made, keys = _new_game(given, tokens.digest(owner))
    if not house.openings.take(request.client.host if request.client else ""):
        raise TooManyTables()
    await house.workers.run(lambda: _store(house, made))
    seats = [
        {"seat": at, "kind": seat["kind"], **({"token": key, "link": f"/table/{made.id}#{key}"} if key else {})}
        for at, (seat, key) in enumerate(zip(given["seats"], keys))
    ]
    answer = {"table": made.id, "owner": owner, "link": f"/table/{made.id}", "seats": seats}
    return JSONResponse(answer, status_code=201)


def _new_game(given: dict[str, Any], owner: str) -> tuple[NewGame, list[str | None]]:
    game, asked = find_game(given["game"]), given["seats"]
    seats = check_seats(game, len(asked))
    settings = written(game.settings, check_settings(game, given.get("settings", {}), seats))
    keys = [None if seat["kind"] == "computer" else tokens.new_token() for seat in asked]
    sitting = [
        Seat(
            at,
            COMPUTER if seat["kind"] == "computer" else PERSON,
            check_agent(seat["agent"]) if "agent" in seat else None,
            seat.get("name", ""),
        )
        for at, seat in enumerate(asked)
    ]
    made = NewGame(
        id=tokens.new_table(),
        game=game.name,
        seed=tokens.new_seed(),
        settings=settings,
        components=game.read_components().digest,
        rules=game.rules_version,
        pace=given.get("pace", USUAL_PACE),
        owner=owner,
        seats=sitting,
        links=[tokens.digest(key) if key else None for key in keys],
        owned=[seat["kind"] == "me" for seat in asked],
    )
    return made, keys


def _store(house: House, made: NewGame) -> None:
    match = new(made.game, len(made.seats), made.seed, **made.settings)
    house.store.create(replace(made, deciding=match.seat))


# Asking


async def games(request: Request) -> Response:
    """What can be played, in words."""
    return JSONResponse(tell_games(language_of(request)))


async def my_games(request: Request) -> Response:
    """The games of an owner, with the seats they hold and whether they are asked."""
    house, owner, language = house_of(request), owner_of(request), language_of(request)
    if owner is None:
        raise UnknownToken()
    mine = await house.workers.run(lambda: house.store.mine(tokens.digest(owner)))
    told = []
    for head, held in mine:
        is_creator = head.owner == tokens.digest(owner)
        mark = {"held": held, "is_creator": is_creator, "seat": head.deciding, "is_mine": head.deciding in held}
        told.append({**tell_head(head, language), **mark})
    return JSONResponse({"games": told})


async def _head(request: Request) -> Head:
    house, game = house_of(request), request.path_params["table"]
    return await house.workers.run(lambda: house.store.head(game))


async def table(request: Request) -> Response:
    """What anybody may know of a table."""
    return JSONResponse(tell_head(await _head(request), language_of(request)))


async def transcript(request: Request) -> Response:
    """A finished game, whole."""
    head = await _head(request)
    if head.finished is None:
        raise NotFinished()
    found = await house_of(request).tables.get(head.id)
    name = {"content-disposition": f'attachment; filename="{head.game}-{head.id}.txt"'}
    return PlainTextResponse(found.course.match.transcript(), headers=name)


async def glance(request: Request) -> Response:
    """A seat very small and how far the game is, as any passer-by sees it."""
    head = await _head(request)
    seat = fields.number(0, len(head.seats) - 1)("seat", request.path_params["seat"])
    house, language = house_of(request), language_of(request)
    match = (await house.tables.get(head.id)).course.match
    return JSONResponse(await house.workers.run(lambda: afar.glance(match, seat, language)))


async def course(request: Request) -> Response:
    """The points through a finished game."""
    head = await _head(request)
    if head.finished is None:
        raise NotFinished()
    house, language = house_of(request), language_of(request)
    match = (await house.tables.get(head.id)).course.match
    return JSONResponse(await house.workers.run(lambda: afar.curve(match, language)))


# Links


async def link(request: Request) -> Response:
    """Take the links to a seat back; POST makes a new one."""
    house, owner, head = house_of(request), owner_of(request), await _head(request)
    if not house.is_own_origin(request):
        raise BadOrigin(origin=request.headers.get("origin", "")[:100])
    if owner is None or tokens.digest(owner) != head.owner:
        raise NotTheCreator()
    seat = fields.number(0, len(head.seats) - 1)("seat", request.path_params["seat"])
    key = tokens.new_token() if request.method == "POST" else None
    await house.workers.run(lambda: house.store.revoke(head.id, seat, tokens.digest(key) if key else None))
    if (found := house.tables.here(head.id)) is not None:
        found.dismiss(seat)
    if key is None:
        return Response(status_code=204)
    return JSONResponse({"seat": seat, "token": key, "link": f"/table/{head.id}#{key}"}, status_code=201)


# For whoever looks after the server


def is_at_this_machine(request: Request) -> bool:
    """Whether a request comes from the machine that the server runs on, and was not passed on."""
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False


async def health(request: Request) -> Response:
    """Fine, if the database answers."""
    house = house_of(request)
    await house.workers.run(house.store.ping)
    return JSONResponse({"health": "fine"})


async def metrics(request: Request) -> Response:
    """Numbers about the running server, for who sits at its machine: players could count what others do in secret."""
    house = house_of(request)
    if not is_at_this_machine(request):
        raise NoPage()
    tables = house.tables.loaded
    clients = sum(len(one.clients) for one in tables)
    return PlainTextResponse(house.metrics.page(tables=len(tables), clients=clients))


ROUTES = [
    Route("/api/tables", open_table, methods=["POST"]),
    Route("/api/games", games),
    Route("/api/my", my_games),
    Route("/api/tables/{table}", table),
    Route("/api/tables/{table}/transcript", transcript),
    Route("/api/tables/{table}/course", course),
    Route("/api/tables/{table}/glance/{seat:int}", glance),
    Route("/api/tables/{table}/seats/{seat:int}/link", link, methods=["POST", "DELETE"]),
    Route("/health", health),
    Route("/metrics", metrics),
]
