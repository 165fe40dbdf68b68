"""Tables over HTTP: opening them, one's own games, summaries, transcripts, invitations to seats."""

from typing import Literal

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ulpia.core.settings import written
from ulpia.match import check_seats, check_settings, new
from ulpia.registry import find_game
from ulpia.server import tokens
from ulpia.server.clocks.game_clock import ClockKind, TimeControl
from ulpia.server.errors import (
    BadField,
    NotFinished,
    NotTheCreator,
    RulesChanged,
    TooFast,
    TooManyTables,
    UnknownToken,
)
from ulpia.server.history import MatchHistory
from ulpia.server.http.requests import (
    JsonResponse,
    address_of,
    body_of,
    context_of,
    is_creator,
    key_of,
    language_of,
    owner_of,
)
from ulpia.server.presentation.clocks import clock_info
from ulpia.server.presentation.lobby import USUAL_LEVEL, invitation_info, my_table, table_summary
from ulpia.server.presentation.scene import thumbnail
from ulpia.server.presentation.summaries import score_history
from ulpia.server.protocol import (
    MAX_BANK_SECONDS,
    MAX_TURN_SECONDS,
    MyTables,
    NewInvitation,
    NewSeat,
    NewTable,
    NewTimeControl,
    OpenedSeat,
    OpenedTable,
    PresentedInvitation,
    RedeemedSeat,
    Redemption,
)
from ulpia.server.session.computers import check_agent
from ulpia.server.session.loading import stored_transcript, with_setup
from ulpia.server.storage.store import COMPUTER, PERSON, Head, NewGame, Seat, Store

BOUNDS: dict[ClockKind, tuple[int, int]] = {"live": (0, 3600), "days": (3600, MAX_TURN_SECONDS)}
"""The fewest and the most seconds for a turn."""
LEAST_SECONDS = 10


async def open_table(request: Request) -> Response:
    """Open a table. The response holds the tokens of the creator's seats and invitations to those of friends."""
    context = context_of(request)
    context.check_origin(request)
    wanted = await body_of(request, NewTable)
    owner = await owner_of(request) or tokens.new_token()
    secrets = [tokens.new_token() for _ in wanted.seats]
    game = _new_game(wanted, tokens.digest(owner), [tokens.digest(secret) for secret in secrets])
    if not context.table_openings.take(address_of(request)):
        raise TooManyTables()
    await context.threads.run(lambda: _store(context.store, game))
    seats = [_opened_seat(game.id, at, seat.kind, secrets[at]) for at, seat in enumerate(wanted.seats)]
    opened = OpenedTable(table=game.id, owner=owner, link=f"/table/{game.id}", seats=seats)
    return JsonResponse(opened, status_code=201)


def _new_game(wanted: NewTable, owner: str, secrets: list[str]) -> NewGame:
    game = find_game(wanted.game)
    seats = check_seats(game, len(wanted.seats))
    settings = written(game.settings, check_settings(game, wanted.settings, seats))
    return NewGame(
        id=tokens.new_table(),
        game=game.name,
        seed=tokens.new_seed(),
        settings=settings,
        components=game.read_components().digest,
        rules=game.rules_version,
        pace=round(wanted.pace * 1000),
        gathers=wanted.gathers,
        time=None if wanted.time is UNSET else _time_control(wanted.time),
        owner=owner,
        seats=[_new_seat(at, seat) for at, seat in enumerate(wanted.seats)],
        tokens={at: secrets[at] for at, seat in enumerate(wanted.seats) if seat.kind == "me"},
        invitations={at: secrets[at] for at, seat in enumerate(wanted.seats) if seat.kind == "friend"},
    )


def _time_control(wanted: NewTimeControl) -> TimeControl:
    """Return a time control, or refuse one that nobody can play with."""
    least, most = BOUNDS[wanted.kind]
    if not least <= wanted.turn <= most:
        raise BadField(field="turn", expected="number", low=least, high=most)
    if wanted.kind == "days" and wanted.bank:
        raise BadField(field="bank", expected="nothing")
    if wanted.turn + wanted.bank < LEAST_SECONDS:
        raise BadField(field="bank", expected="number", low=LEAST_SECONDS, high=MAX_BANK_SECONDS)
    agent = USUAL_LEVEL if wanted.agent is UNSET else check_agent(wanted.agent)
    return TimeControl(wanted.kind, wanted.turn * 1000, wanted.bank * 1000, agent, wanted.patience)


def _opened_seat(table: str, seat: int, kind: Literal["me", "friend", "computer"], secret: str) -> OpenedSeat:
    if kind == "me":
        return OpenedSeat(seat=seat, kind=kind, token=secret, link=f"/table/{table}#{secret}")
    if kind == "friend":
        return OpenedSeat(seat=seat, kind=kind, invitation=secret, link=_invitation_link(table, secret))
    return OpenedSeat(seat=seat, kind=kind)


def _new_seat(at: int, seat: NewSeat) -> Seat:
    if seat.kind == "computer":
        if seat.agent is UNSET:
            raise BadField(field="agent", expected="word")
        return Seat(at, COMPUTER, check_agent(seat.agent), str(seat.name))
    if seat.agent is not UNSET:
        raise BadField(field="agent", expected="nothing")
    return Seat(at, PERSON, None, str(seat.name))


def _store(store: Store, game: NewGame) -> None:
    match = new(game.game, len(game.seats), game.seed, **game.settings)
    store.create(with_setup(game, match))


def _invitation_link(table: str, invitation: str) -> str:
    return f"/table/{table}#invitation={invitation}"


async def my_games(request: Request) -> Response:
    """List the games of an owner."""
    context, key, language = context_of(request), await key_of(request), language_of(request)
    mine = await context.threads.run(lambda: context.store.games_of(key))
    keys = await context.threads.run(lambda: context.store.devices.keys(key))
    browsers, recovery = await context.threads.run(lambda: context.store.devices.of_person(key))
    games = [my_table(head, held, keys, clock_info(head.clock, context.uptime), language) for head, held in mine]
    return JsonResponse(MyTables(games=games, is_recoverable=len(browsers) > 1 or recovery is not None))


async def delete_my_game(request: Request) -> Response:
    """Leave a game out of the list of its owner. Who plays with other people in it leaves it first."""
    context, key, head = context_of(request), await key_of(request), await _head(request)
    context.check_origin(request)
    store = context.store
    held = await context.threads.run(lambda: store.seats_of(head.id, key))
    if not held and not await is_creator(request, head):
        raise UnknownToken()
    if head.finished is None:
        table = await context.tables.get(head.id)
        others = [seat for seat in table.head.seats if seat.has_player and seat.seat not in held]
        for seat in held if others else ():
            if table.head.seats[seat].has_player:
                await table.leave_game(seat, table.head.seats[seat].agent or USUAL_LEVEL)
    await context.threads.run(lambda: store.hide(head.id, key))
    return Response(status_code=204)


async def summary(request: Request) -> Response:
    """Return what anybody may know of a table."""
    return JsonResponse(table_summary(await _head(request), language_of(request)))


async def transcript(request: Request) -> Response:
    """Return a finished game as text, or one that cannot go on under the installed rules."""
    head, context = await _head(request), context_of(request)
    try:
        history = (await context.tables.get(head.id)).history
    except RulesChanged:
        text = await context.threads.run(lambda: stored_transcript(head, context.store.journal(head.id)))
    else:
        if not history.is_over and head.standing is None:
            raise NotFinished()
        text = history.match.transcript()
    name = {"content-disposition": f'attachment; filename="{head.game}-{head.id}.txt"'}
    return PlainTextResponse(text, headers=name)


async def points(request: Request) -> Response:
    """Return the score history of a finished game."""
    history, language = await _finished(request, await _head(request)), language_of(request)
    return JsonResponse(await context_of(request).threads.run(lambda: score_history(history, language)))


async def glance(request: Request) -> Response:
    """Return a thumbnail of a seat, as a spectator sees it."""
    head = await _head(request)
    context, seat, language = context_of(request), _seat(request, head), language_of(request)
    match = (await context.tables.get(head.id)).history.match
    return JsonResponse(await context.threads.run(lambda: thumbnail(match, seat, language)))


async def invitation(request: Request) -> Response:
    """Withdraw the invitations to a seat that nobody has taken; POST also makes a new one. For the creator alone."""
    context, head = context_of(request), await _head(request)
    context.check_origin(request)
    if not await is_creator(request, head):
        raise NotTheCreator()
    seat = _seat(request, head)
    if not context.table_openings.take(address_of(request)):
        raise TooFast()
    table = await context.tables.get(head.id)
    if request.method == "DELETE":
        await table.invite(seat, None)
        return Response(status_code=204)
    secret = tokens.new_token()
    await table.invite(seat, tokens.digest(secret))
    made = NewInvitation(seat=seat, invitation=secret, link=_invitation_link(head.id, secret))
    return JsonResponse(made, status_code=201)


async def present(request: Request) -> Response:
    """Return what an invitation leads to. The secret comes in the body, so that no log has it; it is not used up."""
    context, language = context_of(request), language_of(request)
    wanted, owner = await body_of(request, PresentedInvitation), await owner_of(request)
    hidden = None if owner is None else tokens.digest(owner)
    table = await context.tables.get(request.path_params["table"])
    found, digest = context.store.invitations.find_invitation, tokens.digest(wanted.invitation)
    seat, is_redeemed = await context.threads.run(lambda: found(table.head.id, digest, hidden))
    who = {"is_redeemed": is_redeemed, "is_creator": await is_creator(request, table.head)}
    present = table.presence(language)
    return JsonResponse(invitation_info(table.head, present, seat, **who, language=language))


async def redeem(request: Request) -> Response:
    """Take the seat of an invitation. The response holds the token of the seat, which is never sent again."""
    context = context_of(request)
    context.check_origin(request)
    wanted = await body_of(request, Redemption)
    owner, token = await owner_of(request) or tokens.new_token(), tokens.new_token()
    table = await context.tables.get(request.path_params["table"])
    name = None if wanted.name is UNSET else str(wanted.name)
    seat = None if wanted.seat is UNSET else wanted.seat
    secrets = tokens.digest(wanted.invitation), tokens.digest(token), tokens.digest(owner)
    entry = await table.redeem(*secrets, name, seat)
    is_new = entry.notice is not None
    redeemed = RedeemedSeat(table=table.head.id, seat=entry.seat, owner=owner, token=token if is_new else UNSET)
    return JsonResponse(redeemed, status_code=201 if is_new else 200)


async def _head(request: Request) -> Head:
    context, table = context_of(request), request.path_params["table"]
    return await context.threads.run(lambda: context.store.head(table))


async def _finished(request: Request, head: Head) -> MatchHistory:
    if head.finished is None:
        raise NotFinished()
    return (await context_of(request).tables.get(head.id)).history


def _seat(request: Request, head: Head) -> int:
    seat, last = int(request.path_params["seat"]), len(head.seats) - 1
    if not 0 <= seat <= last:
        raise BadField(field="seat", expected="number", low=0, high=last)
    return seat


ROUTES = [
    Route("/api/tables", open_table, methods=["POST"]),
    Route("/api/my", my_games),
    Route("/api/my/{table}", delete_my_game, methods=["DELETE"]),
    Route("/api/tables/{table}", summary),
    Route("/api/tables/{table}/transcript", transcript),
    Route("/api/tables/{table}/course", points),
    Route("/api/tables/{table}/glance/{seat:int}", glance),
    Route("/api/tables/{table}/seats/{seat:int}/invitation", invitation, methods=["POST", "DELETE"]),
    Route("/api/tables/{table}/invitation", present, methods=["POST"]),
    Route("/api/tables/{table}/redeem", redeem, methods=["POST"]),
]
