"""What there is to know before anything has happened: games, options and agents in words; the facts of a table."""

from typing import Any

from ulpia.agents import AGENTS, LEVELS
from ulpia.core.game import Game
from ulpia.core.settings import OneOf, written
from ulpia.registry import GAMES, find_game
from ulpia.server.errors import WORDS
from ulpia.server.presentation.scene import tell_outcome
from ulpia.server.session.tables import Table, seat_names
from ulpia.server.storage.store import Head

USUAL_LEVEL = "miles"
"""About as strong as somebody in their first games: whoever begins should not lose by fifty points."""
MINUTE = 60_000
"""Told more exactly, the time of the last action would tell when somebody does something in secret."""


def tell_games(language: str) -> dict[str, Any]:
    """What can be played, by how many, with which options, against whom."""
    games = [_tell_game(find_game(name), language) for name in GAMES]
    return {"games": games, "agents": tell_agents(language), "usual_level": USUAL_LEVEL}


def tell_agents(language: str) -> list[dict[str, Any]]:
    """The programs that can take a seat; the levels among them are meant for everybody."""
    words = WORDS.table(language)["agents"]
    return [
        {
            "name": name,
            "title": words.get(name, {}).get("title", name),
            "about": words.get(name, {}).get("about", ""),
            "is_level": name in LEVELS,
        }
        for name in AGENTS
    ]


def tell_table(table: Table, language: str) -> dict[str, Any]:
    """The facts of a table that never change."""
    match = table.course.match
    tables = match.components.tables
    settings = written(match.game.settings, match.settings)
    return {
        "table": table.head.id,
        "game": match.game.name,
        "title": match.game.texts.find(language, "title"),
        "settings": [_tell_value(name, value, language) for name, value in settings.items()],
        "sources": match.game.texts.find(language, "names", "sources"),
        "agents": tell_agents(language),
        "created": table.head.created,
        "rules": match.game.rules_version,
        "components": match.components.digest,
        "reconstructed": [name for name, facts in tables.items() if facts["sure"] == "reconstruction"],
    }


def tell_head(head: Head, language: str) -> dict[str, Any]:
    """What anybody may know of a game, running or finished."""
    game, names = find_game(head.game), seat_names(head, language)
    return {
        "table": head.id,
        "game": head.game,
        "title": game.texts.find(language, "title"),
        "settings": [_tell_value(name, value, language) for name, value in head.settings.items()],
        "created": head.created,
        "touched": head.touched - head.touched % MINUTE,
        "finished": head.finished,
        "outcome": tell_outcome(head.outcome),
        "seats": [
            {
                "seat": seat.seat,
                "name": names[seat.seat],
                "kind": seat.kind,
                "agent": seat.agent,
                "for_people": seat.has_link,
            }
            for seat in head.seats
        ],
    }


def _tell_game(game: Game, language: str) -> dict[str, Any]:
    settings = []
    for name, kind in game.settings.items():
        values = kind.values if isinstance(kind, OneOf) else ()
        settings.append(
            {
                "name": name,
                "title": _words_of(name, language).get("title", name),
                "kind": "one_of" if isinstance(kind, OneOf) else "some_seats",
                "default": kind.write(kind.default),
                "values": [{"value": value, "words": _say_value(name, value, language)} for value in values],
            }
        )
    return {
        "name": game.name,
        "title": game.texts.find(language, "title"),
        "about": game.texts.table(language).get("about", ""),
        "seats": list(game.seat_counts),
        "settings": settings,
    }


def _tell_value(name: str, value: str, language: str) -> dict[str, str]:
    title = _words_of(name, language).get("title", name)
    return {"name": name, "title": title, "value": value, "words": _say_value(name, value, language)}


def _say_value(name: str, value: str, language: str) -> str:
    return str(_words_of(name, language).get("values", {}).get(value, value))


def _words_of(name: str, language: str) -> dict[str, Any]:
    words: dict[str, Any] = WORDS.table(language)["settings"].get(name, {})
    return words
