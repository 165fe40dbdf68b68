"""Games, agents, tables and seats in words: the content of `welcome`, `presence` and of the start page."""

import logging
from collections.abc import Collection, Sequence
from typing import Literal, cast

from msgspec.structs import asdict

from ulpia.agents import AGENTS, LEVELS
from ulpia.core.errors import UlpiaError
from ulpia.core.game import Game
from ulpia.core.i18n import TextTable
from ulpia.core.settings import OneOf, written
from ulpia.lessons import lessons_of
from ulpia.registry import find_game, game_names
from ulpia.server.errors import TEXTS
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.presentation.scene import outcome_info
from ulpia.server.protocol import (
    PROTOCOL_VERSION,
    AgentInfo,
    ChatLine,
    GameInfo,
    Games,
    GameSetting,
    InvitationInfo,
    Language,
    MyTable,
    NoticeLine,
    Notices,
    Presence,
    SeatInfo,
    SettingInfo,
    SettingValue,
    SummarySeat,
    TableSummary,
    Welcome,
)
from ulpia.server.storage.invitations import Notice
from ulpia.server.storage.store import PERSON, Head, Seat, StoredLine

log = logging.getLogger("ulpia.server")
USUAL_LEVEL = "miles"
"""About as strong as a person in their first games: a beginner should not lose by fifty points."""
MINUTE = 60_000
"""The time of the last action is rounded to a minute, otherwise it would disclose when a player acts in secret."""

SeatKind = Literal["person", "computer"]


def list_games(language: str) -> Games:
    """List the games, by how many they can be played, their options, and the agents."""
    games = [_game_info(find_game(name), language) for name in game_names()]
    return Games(games=games, agents=list_agents(language), usual_level=USUAL_LEVEL)


def list_agents(language: str) -> list[AgentInfo]:
    """List the programs that can take a seat."""
    texts = TEXTS.table(language)["agents"]
    return [
        AgentInfo(
            name=name,
            title=texts.get(name, {}).get("title", name),
            about=texts.get(name, {}).get("about", ""),
            is_level=name in LEVELS,
        )
        for name in AGENTS
    ]


def seat_names(head: Head, language: str) -> tuple[str, ...]:
    """Return the name of each seat: what people typed, or a default."""
    return tuple(seat.name or _default_name(head, seat, language) for seat in head.seats)


def _default_name(head: Head, seat: Seat, language: str) -> str:
    number = seat.seat + 1
    if seat.kind == PERSON or seat.for_people:
        return find_game(head.game).texts.say(language, "seat", number=number)
    if seat.agent in LEVELS:
        return f"{TEXTS.find(language, 'agents', seat.agent, 'title')} {number}"
    return TEXTS.say(language, "computer", number=number)


def presence(
    head: Head, names: tuple[str, ...], viewers: Collection[Viewer], may_hint: bool, preparing: float | None
) -> Presence:
    """Build the message `presence`. `viewers` holds an entry for every client."""
    return Presence(
        seats=[
            SeatInfo(
                seat=seat.seat,
                name=names[seat.seat],
                kind=cast(SeatKind, seat.kind),
                agent=seat.agent,
                is_here=seat.seat in viewers,
                for_people=seat.for_people,
                is_taken=seat.is_taken,
                agrees_to_hints=seat.has_agreed,
                agrees_to_end=seat.agrees_to_end,
                has_left=seat.has_left,
                is_creators=seat.is_creators,
            )
            for seat in head.seats
        ],
        spectators=sum(viewer is None for viewer in viewers),
        pace=head.pace / 1000,
        hints=may_hint,
        is_gathering=head.is_gathering,
        ended=outcome_info(head.standing),
        successor=head.successor,
        preparing=preparing,
    )


def invitation_info(
    head: Head, present: Presence, seat: int, *, is_redeemed: bool, is_creator: bool, language: str
) -> InvitationInfo:
    """Return what a person who was invited reads before sitting down."""
    return InvitationInfo(
        table=head.id,
        game=head.game,
        title=find_game(head.game).texts.find(language, "title"),
        seat=seat,
        is_redeemed=is_redeemed,
        is_creator=is_creator,
        host=next((one.name for one in present.seats if one.is_creators), None),
        is_gathering=present.is_gathering,
        seats=present.seats,
    )


def say_notices(found: Sequence[Notice], names: tuple[str, ...], language: str) -> Notices:
    """Build the message `notices`."""
    lines = []
    for notice in found:
        level = TEXTS.table(language)["agents"].get(notice.agent, {}).get("title", notice.agent)
        facts = {"name": names[notice.seat], "number": notice.seat + 1, "level": level}
        sentence = TEXTS.say(language, "notices", notice.kind, **facts)
        lines.append(NoticeLine(kind=notice.kind, seat=notice.seat, sentence=sentence, time=notice.time))
    return Notices(notices=lines)


def welcome(
    head: Head, history: MatchHistory, present: Presence, viewer: Viewer, is_creator: bool, language: Language
) -> Welcome:
    """Build the message `welcome`."""
    match, game = history.match, history.game
    return Welcome(
        **asdict(present),
        protocol=PROTOCOL_VERSION,
        table=head.id,
        game=game.name,
        title=game.texts.find(language, "title"),
        language=language,
        you=viewer,
        is_creator=is_creator,
        settings=_setting_infos(game, written(game.settings, match.settings), language),
        sources=game.texts.find(language, "names", "sources"),
        agents=list_agents(language),
        created=head.created,
        rules=game.rules_version,
        components=match.components.digest,
        reconstructed=game.list_reconstructed(match.components),
    )


def table_summary(head: Head, language: str) -> TableSummary:
    """Return what anybody may know of a table, running or finished."""
    names = seat_names(head, language)
    return TableSummary(
        table=head.id,
        game=head.game,
        title=find_game(head.game).texts.find(language, "title"),
        settings=_setting_infos(find_game(head.game), head.settings, language),
        created=head.created,
        touched=head.touched - head.touched % MINUTE,
        finished=head.finished,
        outcome=outcome_info(head.outcome),
        ended=outcome_info(head.standing),
        seats=[
            SummarySeat(
                seat=seat.seat,
                name=names[seat.seat],
                kind=cast(SeatKind, seat.kind),
                agent=seat.agent,
                for_people=seat.for_people,
            )
            for seat in head.seats
        ],
    )


def my_table(head: Head, held: list[int], owner: str, language: str) -> MyTable:
    """Return a table as its owner, or a player who holds seats of it, finds it among their games."""
    return MyTable(
        **asdict(table_summary(head, language)),
        held=held,
        is_creator=head.owner == owner,
        seat=head.deciding,
        is_mine=head.deciding in held,
    )


def _game_info(game: Game, language: str) -> GameInfo:
    settings = [
        GameSetting(
            name=name,
            title=_setting_texts(game, name, language).get("title", name),
            kind="one_of" if isinstance(kind, OneOf) else "some_seats",
            default=kind.write(kind.default),
            values=[
                SettingValue(value=value, words=_say_value(game, name, value, language))
                for value in (kind.values if isinstance(kind, OneOf) else ())
            ],
        )
        for name, kind in game.settings.items()
    ]
    return GameInfo(
        name=game.name,
        title=game.texts.find(language, "title"),
        about=game.texts.table(language).get("about", ""),
        seats=list(game.seat_counts),
        settings=settings,
        has_lessons=_has_lessons(game),
    )


def _has_lessons(game: Game) -> bool:
    try:
        return bool(lessons_of(game.name))
    except UlpiaError:
        log.exception("the lessons of %s cannot be used", game.name)
        return False


def _setting_infos(game: Game, settings: dict[str, str], language: str) -> list[SettingInfo]:
    return [
        SettingInfo(
            name=name,
            title=_setting_texts(game, name, language).get("title", name),
            value=value,
            words=_say_value(game, name, value, language),
        )
        for name, value in settings.items()
    ]


def _say_value(game: Game, name: str, value: str, language: str) -> str:
    return str(_setting_texts(game, name, language).get("values", {}).get(value, value))


def _setting_texts(game: Game, name: str, language: str) -> TextTable:
    texts: TextTable = game.texts.table(language).get("settings", {}).get(name, {})
    return texts


def chat_line(line: StoredLine) -> ChatLine:
    """Return a line of the chat as it is sent."""
    return ChatLine(seat=line.seat, text=line.text, time=line.time)
