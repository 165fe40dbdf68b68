"""The rules of the games, and help on every piece and place, for browsers."""

from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ulpia import rulebook


async def rules(request: Request) -> Response:
    """The whole book of a game in a language."""
    return JSONResponse(asdict(rulebook.book(request.path_params["game"], request.path_params["language"])))


async def explanations(request: Request) -> Response:
    """Help by key: what `data-help` in a picture names."""
    found = rulebook.help_for(request.path_params["game"], request.path_params["language"])
    return JSONResponse({key: asdict(one) for key, one in found.items()})
