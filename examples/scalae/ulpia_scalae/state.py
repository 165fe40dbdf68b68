"""The records of Scalae: printed figures, a game at one moment, and what one viewer knows of it."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from ulpia.engine.agenda import Agenda, agenda_of
from ulpia.engine.layout import Count, Index, Points, Row, cells, layout
from ulpia.engine.rng import Chance
from ulpia_scalae.constants import KINDS, SEATS, SOURCES


class Facts:
    """The printed figures."""

    copies: Count
    hand: Count
    turns: Count


class Player:
    """One seat."""

    hand: Annotated[Row, cells(KINDS)]
    """Hand cards by value. Nobody else knows them."""
    cards: Count
    """How many they are."""
    top: Index
    """Value of the highest step, 0 if there is none."""
    steps: Count
    """Length of the staircase."""
    points: Points
    sources: Annotated[Row, cells(len(SOURCES), of=np.int16)]


class State:
    """A game at one moment."""

    players: Annotated[Sequence[Player], cells(SEATS, of=Player)]
    seats: Count
    first: Index
    seat: Index
    active: Index
    turns: Points
    deck: Annotated[Row, cells(KINDS)]
    """Cards not yet drawn, in no order."""
    laid: Annotated[Row, cells(KINDS)]
    """Cards that were laid, by value."""
    agenda: Annotated[Agenda, agenda_of(2)]
    chance: Chance


class Seen:
    """What one viewer knows: other hands are empty, and their cards are in the deck with the rest."""

    table: State
    viewer: Index


FACTS, STATE, SEEN = layout(Facts), layout(State), layout(Seen)
