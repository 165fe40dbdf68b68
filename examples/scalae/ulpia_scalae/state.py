"""The records of Scalae: printed figures, a game at one moment, and what one viewer knows of it."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from ulpia.engine.agenda import Agenda, agenda_of
from ulpia.engine.layout import Count, Index, Points, Row, cells, layout
from ulpia.engine.rng import Chance
from ulpia_scalae.names import KINDS, SEATS, SOURCES


class Facts:
    """The printed figures."""

    copies: Count
    hand: Count
    turns: Count


class Player:
    """One seat. Nobody else knows its hand; `top` is 0 while there is no staircase."""

    hand: Annotated[Row, cells(KINDS)]
    cards: Count
    top: Index
    steps: Count
    points: Points
    sources: Annotated[Row, cells(len(SOURCES), of=np.int16)]


class State:
    """A game at one moment. Every state has these fields, except for `deck` and `laid`; `chance` comes last."""

    players: Annotated[Sequence[Player], cells(SEATS, of=Player)]
    seats: Count
    first: Index
    seat: Index
    active: Index
    turns: Points
    deck: Annotated[Row, cells(KINDS)]
    laid: Annotated[Row, cells(KINDS)]
    agenda: Annotated[Agenda, agenda_of(2)]
    chance: Chance


class Seen:
    """What one viewer knows: other hands are empty, and their cards lie in the deck with the rest."""

    table: State
    viewer: Index


FACTS, STATE, SEEN = layout(Facts), layout(State), layout(Seen)
