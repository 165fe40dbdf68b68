"""Stores with many games, for tests of backups and damage."""

import random
from collections.abc import Sequence

from ulpia.match import new
from ulpia.registry import find_game
from ulpia.server.history import MatchHistory
from ulpia.server.session.loading import with_setup
from ulpia.server.session.table import states_after
from ulpia.server.storage.store import PERSON, UNDO, NewGame, Page, Seat, Store

GAMES = ("trajan", "forum_trajanum")


def fill(store: Store, tables: int, most: int = 40) -> None:
    """Open tables t0, t1, … and play some of each, with chat and undo."""
    for at in range(tables):
        game, dice = GAMES[at % len(GAMES)], random.Random(at)
        open_table(store, f"t{at}", game, seed=1000 + at)
        store.write(pages(store, f"t{at}", dice, dice.randrange(most)))
        store.add_chat_line(f"t{at}", 0, f"Salve, {at}! 🏛")


def open_table(store: Store, table: str, game: str, seed: int) -> None:
    """Open a table for two people."""
    rules, match = find_game(game), new(game, 2, seed, setup="dealt")
    head = NewGame(
        id=table,
        game=game,
        seed=seed,
        settings={"setup": "dealt"},
        components=rules.read_components().digest,
        rules=rules.rules_version,
        pace=0,
        owner="1" * 64,
        seats=[Seat(seat, PERSON, None, f"Ada {seat}") for seat in range(2)],
        links=[f"{table}-{seat}" for seat in range(2)],
        owned=(True, False),
    )
    store.create(with_setup(head, match))


def pages(store: Store, table: str, dice: random.Random, most: int) -> Sequence[Page]:
    """Play random actions; now and then something is taken back."""
    head = store.head(table)
    match = new(head.game, 2, head.seed, **head.settings)
    journal = store.journal(table)
    history = MatchHistory.begin(match, [action.number for action in journal.actions], journal.length)
    found: list[Page] = []
    for _ in range(most):
        before, seat = history, history.seat
        if seat is None:
            break
        to = history.undo_one(seat)
        if to is not None and dice.random() < 0.2:
            history = history.undone(seat, to)
            rows = [UNDO] * (history.journal_length - before.journal_length)
        else:
            rows = [dice.choice(history.options).number]
            history = history.played(rows)
        states = states_after(before, history, rows)
        found.append(
            Page(
                game=table,
                position=before.journal_length,
                seat=seat,
                numbers=rows,
                deciding=history.seat,
                outcome=history.outcome,
                states=states,
                match_digest=history.match.digest,
            )
        )
    return found


def contents(store: Store) -> dict[str, tuple[object, ...]]:
    """What each table holds: head, actions and chat."""
    return {table: (store.head(table), store.journal(table), store.chat_lines(table, 9)) for table in store.table_ids()}
