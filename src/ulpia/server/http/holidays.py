"""Holidays over HTTP: the days on which the time of a player stands still in games over days."""

from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia.server import tokens
from ulpia.server.errors import BadField, UnknownToken
from ulpia.server.http.requests import JsonResponse, body_of, context_of, owner_of
from ulpia.server.protocol import HolidayList, NewHolidays
from ulpia.server.storage.holidays import DAYS_A_YEAR


async def list_holidays(request: Request) -> Response:
    """List the holidays of an owner."""
    context, owner = context_of(request), _owner(request)
    days = await context.threads.run(lambda: context.store.holidays.days_of(owner))
    return JsonResponse(HolidayList(days=days, most=DAYS_A_YEAR))


async def set_holidays(request: Request) -> Response:
    """Set the holidays of an owner from today on."""
    context, owner = context_of(request), _owner(request)
    context.check_origin(request)
    wanted = await body_of(request, NewHolidays)
    try:
        days = {date.fromisoformat(day) for day in wanted.days}
    except ValueError:
        raise BadField(field="days", expected="days") from None
    replace, wall = context.store.holidays.replace, context.uptime.source.wall()
    kept = await context.threads.run(lambda: replace(owner, days, wanted.utc_offset, wall))
    return JsonResponse(HolidayList(days=kept, most=DAYS_A_YEAR))


def _owner(request: Request) -> str:
    owner = owner_of(request)
    if owner is None:
        raise UnknownToken()
    return tokens.digest(owner)


ROUTES = [
    Route("/api/holidays", list_holidays),
    Route("/api/holidays", set_holidays, methods=["PUT"]),
]
