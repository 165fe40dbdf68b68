"""Read a stored game and replay it under the installed rules.

A game that was played under other rules or printed figures goes on if its replay agrees with every digest that is
stored of it. Otherwise it is refused as `RulesChanged`, and stays as it is.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ulpia import __version__
from ulpia.core.errors import UlpiaError
from ulpia.match import Match, new, write_transcript
from ulpia.registry import find_game
from ulpia.server import tokens
from ulpia.server.errors import BrokenJournal, CannotStore, OtherLayout, RulesChanged
from ulpia.server.history import MatchHistory
from ulpia.server.presentation import lobby
from ulpia.server.storage.invitations import Notice
from ulpia.server.storage.store import (
    COMPUTER,
    PERSON,
    Head,
    Journal,
    NewGame,
    Seat,
    Store,
    StoredAction,
    Version,
)

log = logging.getLogger("ulpia.server")
UNKNOWN = "unknown"
"""In place of the digest of a position that was not stored."""


def load_game(store: Store, game: str) -> tuple[Head, MatchHistory]:
    """Read a game and replay it; store the version it goes on under. For a worker thread."""
    head = store.head(game)
    history = replay(head, store.journal(game))
    version = _installed(history)
    if version == head.version:
        return head, history
    if _is_same(head.version, version) or head.finished is not None:
        with suppress(CannotStore):  # the game can be looked at, and the next load tries again
            store.set_version(game, version)
            head = replace(head, version=version)
        return head, history
    store.set_version(game, version)
    log.info(
        "table %s goes on under Ulpia %s (rules %d, figures %s) after %s (rules %d, figures %s): its replay agrees",
        *(game, version.release, version.rules, version.components),
        *(head.version.release, head.version.rules, head.version.components),
    )
    return replace(head, version=version), history


def replay(head: Head, journal: Journal) -> MatchHistory:
    """Replay a game; raise RulesChanged or BrokenJournal if that does not give what was stored."""
    rules = find_game(head.game)
    installed = Version(rules.rules_version, rules.read_components().digest, __version__, None, None)
    is_same = _is_same(head.version, installed)

    def differs(what: str, row: int = 0) -> UlpiaError:
        here = f"Ulpia {installed.release}, {installed.rules}/{installed.components}"
        version = head.version
        return RulesChanged(table=head.id, release=version.release, rules=version.rules, what=what, row=row, here=here)

    try:
        match = new(head.game, len(head.seats), head.seed, **head.settings)
        begun = MatchHistory.begin(match, layout=head.version.layout)
    except OtherLayout:
        raise differs("unproven") from None
    except UlpiaError as error:
        raise differs("setup") from error
    if head.version.setup not in (None, begun.moments[0].state):
        raise differs("setup")
    actions = journal.actions
    history = begun
    try:
        history = MatchHistory.begin(match, [action.number for action in actions], journal.length, begun.layout)
    except UlpiaError as error:
        at = _first_illegal(match, actions)
        if is_same:
            raise BrokenJournal(table=head.id, what="illegal", row=actions[at].position + 1) from error
        raise differs("illegal", at + 1) from error
    for at, action in enumerate(actions):
        if head.version.layout is not None and action.state not in (None, history.moments[at + 1].state):
            raise differs("state", at + 1)
        if history.match.entries[at + 1].seat != action.seat:
            raise differs("state", at + 1)
    if (head.finished is not None or history.is_over) and head.outcome != history.outcome:
        if is_same:
            raise BrokenJournal(table=head.id, what="result", row=0)
        raise differs("result")
    known = actions[-1].state if actions else head.version.setup
    if not is_same and head.finished is None and (known is None or head.version.layout is None):
        raise differs("unproven")
    return history


def _is_same(one: Version, other: Version) -> bool:
    return (one.rules, one.components) == (other.rules, other.components)


def _installed(history: MatchHistory) -> Version:
    """Return the version that a game goes on under. The layout of its digests stays."""
    match = history.match
    return Version(
        match.game.rules_version, match.components.digest, __version__, history.layout, history.moments[0].state
    )


def _first_illegal(match: Match, actions: Sequence[StoredAction]) -> int:
    trial = match.copy()
    for at, action in enumerate(actions):
        try:
            trial.play(action.number)
        except UlpiaError:
            return at
    return len(actions) - 1


def with_setup(game: NewGame, match: Match) -> NewGame:
    """Return a new game with who decides first, and the digests of its set-up."""
    history = MatchHistory.begin(match)
    setup = history.moments[0].state
    return replace(game, deciding=match.seat, layout=history.layout, setup=setup, match_digest=match.digest)


def store_successor(store: Store, head: Head, seat: int, notice: Notice) -> str:
    """Store a table for another game of the people of a finished one; return its id. For a worker thread.

    The player of `seat` opens it. A computer plays a seat whose player has left or never came, under its own name.
    """
    owners = store.owners_of(head.id)
    kept = {one.seat: owners[one.seat] for one in head.seats if one.has_player and one.seat in owners}
    game = find_game(head.game)
    sitting = [
        Seat(one.seat, PERSON, None, one.name)
        if one.seat in kept
        else Seat(one.seat, COMPUTER, one.agent or lobby.USUAL_LEVEL, "" if one.for_people else one.name)
        for one in head.seats
    ]
    new_game = NewGame(
        id=tokens.new_table(),
        game=head.game,
        seed=tokens.new_seed(),
        settings=head.settings,
        components=game.read_components().digest,
        rules=game.rules_version,
        pace=head.pace,
        owner=kept[seat],
        seats=sitting,
        owners=kept,
        gathers=True,
        time=None if head.clock is None else head.clock.control,
    )
    match = new(new_game.game, len(sitting), new_game.seed, **new_game.settings)
    return store.create_successor(head.id, with_setup(new_game, match), notice)


def stored_transcript(head: Head, journal: Journal) -> str:
    """Return a transcript from what is stored, without replaying it, for the release that played it."""
    actions, version = find_game(head.game).actions, head.version
    fields = {
        "game": head.game,
        "seats": len(head.seats),
        "seed": head.seed,
        "rules": version.rules,
        "components": version.components,
        **head.settings,
    }
    numbers = [action.number for action in journal.actions]
    played = [str(actions[number]) if 0 <= number < len(actions) else f"action {number}" for number in numbers]
    return write_transcript([f"{key} {value}" for key, value in fields.items()], played, head.match_digest or UNKNOWN)
