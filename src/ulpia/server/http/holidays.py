"""Holidays over HTTP: the days on which the time of a player stands still in games over days."""

from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ulpia.server.errors import BadField
from ulpia.server.http.requests import JsonResponse, body_of, context_of, key_of
from ulpia.server.protocol import HolidayList, NewHolidays
from ulpia.server.storage.holidays import DAYS_A_YEAR


async def list_holidays(request: Request) -> Response:
    """List the holidays of a person."""
    context, key = context_of(request), await key_of(request)
    days = await context.threads.run(lambda: context.store.holidays.days_of(key))
    return JsonResponse(HolidayList(days=days, most=DAYS_A_YEAR))


async def set_holidays(request: Request) -> Response:
    """Set the holidays of a person from today on."""
    context, key = context_of(request), await key_of(request)
    context.check_origin(request)
    wanted = await body_of(request, NewHolidays)
    try:
        days = {date.fromisoformat(day) for day in wanted.days}
    except ValueError:
        raise BadField(field="days", expected="days") from None
    replace, wall = context.store.holidays.replace, context.uptime.source.wall()
    kept = await context.threads.run(lambda: replace(key, days, wanted.utc_offset, wall))
    return JsonResponse(HolidayList(days=kept, most=DAYS_A_YEAR))


ROUTES = [
    Route("/api/holidays", list_holidays),
    Route("/api/holidays", set_holidays, methods=["PUT"]),
]
