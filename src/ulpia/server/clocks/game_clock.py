"""`GameClock`: how long the players of a game may still think. It is a value: every change returns a new one.

A *stint* is a series of decisions of one seat within one turn. Time runs while a person decides; each stint has an
allowance of its own, then the bank of the player is used, which lasts for the whole game. A turn of these games is one
decision or a dozen, and rivals ask for single decisions in between. So an allowance that does not accumulate is fairer
than an increment for each decision: nobody gains time by deciding often, or by easy decisions in the turns of others.

All moments are *uptime*: milliseconds during which a server was up (`storage.uptime`). Nobody's time runs while no
server is up, and a wall clock that is set to another time changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

ClockKind = Literal["live", "days"]
HOUR, DAY = 3_600_000, 86_400_000
LEASE = 60_000
"""If a computer decides, servers look after this time whether one of them still lets it play."""
USUAL_PATIENCE = 3


class TimeControl(NamedTuple):
    """The times of a table. They do not change during a game."""

    kind: ClockKind
    """`live`: the players sit at the table together. `days`: they come back now and then, and have holidays."""
    allowance: int
    """Milliseconds for each stint."""
    bank: int
    """Milliseconds more of each player, for the whole game."""
    agent: str
    """The program that plays a turn whose time is up."""
    patience: int = USUAL_PATIENCE
    """After this many turns in a row the program takes the seat."""


class SeatTime(NamedTuple):
    """The time of one seat."""

    bank: int
    """Milliseconds that are left beside the allowances, not counting the stint that runs."""
    missed: int = 0
    """Turns in a row whose time was up."""
    agrees_to_wait: bool = False
    kept: int | None = None
    """What was left of its stint when a computer took it over, until that stint ends. So nobody gains time by handing
    the seat over and taking it back."""


class Decider(NamedTuple):
    """Who decides in a game now."""

    seat: int | None
    """A person; None if a computer or nobody decides."""
    is_anybody: bool
    """Whether somebody decides, so that the game goes on by itself or by a person."""


NOBODY = Decider(None, False)
COMPUTER_DECIDES = Decider(None, True)


@dataclass(frozen=True)
class GameClock:
    """The clock of one game."""

    control: TimeControl
    seats: tuple[SeatTime, ...]
    seat: int | None = None
    """The person whose stint it is."""
    stint: int = 0
    """The number of stints that have begun."""
    due: int | None = None
    """The uptime at which a server has to look at this game: the time of `seat` is up, or a computer should have played
    meanwhile. None while nothing has to happen."""
    left: int | None = None
    """What is left of the time of `seat` while it stands still; None while it runs."""
    is_standing_in: bool = False
    """Whether the time of `seat` was up and a computer plays the rest of its stint."""
    is_paused: bool = False
    """Whether all have agreed to wait."""
    back: int | None = None
    """Until when `seat` is on holiday (milliseconds since 1970); None if it is not."""
    version: int = 0
    """Grows with every change that is stored. Of two servers only one can store a change of the same version."""

    @staticmethod
    def of_new_game(control: TimeControl, seats: int) -> "GameClock":
        """Return the clock of a game that a server has to look at as soon as it can."""
        return GameClock(control, (SeatTime(control.bank),) * seats, due=0)

    # What holds

    @property
    def is_running(self) -> bool:
        """Whether time runs for a person."""
        return self.seat is not None and not self.is_standing_in and self.left is None

    @property
    def is_on_holiday(self) -> bool:
        """Whether the person who decides is on holiday."""
        return self.back is not None

    def remaining(self, now: int) -> int | None:
        """Return the milliseconds that are left to the person who decides, with the bank; None if there is none."""
        if self.seat is None or self.is_standing_in:
            return None
        if self.left is not None:
            return self.left
        return max(0, (now if self.due is None else self.due) - now)

    def bank_of(self, seat: int, now: int) -> int:
        """Return what is left of the bank of a seat, also while its stint runs."""
        bank = self.seats[seat].bank
        left = self.remaining(now) if seat == self.seat else None
        return bank if left is None else min(bank, left)

    def is_time_up(self, now: int) -> bool:
        """Whether the time of the person who decides is up."""
        return self.is_running and self.due is not None and self.due <= now

    @property
    def reminder_at(self) -> int | None:
        """Return when the person who decides is to be reminded: a quarter of the allowance before the end, or a day."""
        if not self.is_running or self.due is None:
            return None
        return self.due - min(DAY, self.control.allowance // 4)

    # What changes it

    def after_move(self, now: int, decider: Decider, is_new_stint: bool, is_persons: bool) -> "GameClock":
        """Return the clock after a move. A move of a person ends a pause, and a whole stint of theirs a series of
        missed ones."""
        clock = self
        if is_persons and clock.is_paused:
            clock = clock.resumed(now)
        if is_new_stint:
            return clock._closed(now, is_played=is_persons)._without_kept()._begun(now, decider)
        return clock._with_lease(now)

    def following(self, now: int, decider: Decider) -> "GameClock":
        """Return the clock after something else than a move: seats have changed, the game has begun or ended."""
        if decider.seat is not None and decider.seat == self.seat:
            return self
        if decider.seat is None and self.seat is None and decider.is_anybody == (self.due is not None):
            return self
        return self._keeping(now)._closed(now, is_played=False)._begun(now, decider)

    def renewed(self, now: int) -> "GameClock":
        """Return the clock after a server has looked at a game in which a computer plays."""
        return replace(self, due=now + LEASE)

    def timed_up(self, now: int) -> "GameClock":
        """Return the clock when the time of the person who decides is up: a computer plays the rest of the stint."""
        assert self.seat is not None
        own = self.seats[self.seat]
        own = own._replace(bank=0, missed=own.missed + 1)
        return replace(self._with_seat(self.seat, own), is_standing_in=True, due=now + LEASE, left=None)

    @property
    def is_patience_over(self) -> bool:
        """Whether the person who decides has missed so many turns that a computer takes the seat."""
        return self.seat is not None and self.seats[self.seat].missed >= self.control.patience

    def forgiven(self, seat: int) -> "GameClock":
        """Return the clock after a person has taken their seat back."""
        return self._with_seat(seat, self.seats[seat]._replace(missed=0))

    def agreed(self, seat: int, is_fine: bool) -> "GameClock":
        """Return the clock after a player has agreed to wait, or rather plays on."""
        return self._with_seat(seat, self.seats[seat]._replace(agrees_to_wait=is_fine))

    def paused(self, now: int) -> "GameClock":
        """Return the clock after all have agreed to wait."""
        return replace(self, is_paused=True)._run_or_stand(now)

    def resumed(self, now: int) -> "GameClock":
        """Return the clock after the pause. For the next one all have to agree again."""
        seats = tuple(seat._replace(agrees_to_wait=False) for seat in self.seats)
        return replace(self, is_paused=False, seats=seats)._run_or_stand(now)

    def on_holiday(self, now: int, back: int | None) -> "GameClock":
        """Return the clock while the person who decides is on holiday until a moment; None: they are back."""
        return replace(self, back=back)._run_or_stand(now)

    def _with_seat(self, seat: int, own: SeatTime) -> "GameClock":
        return replace(self, seats=(*self.seats[:seat], own, *self.seats[seat + 1 :]))

    def _run_or_stand(self, now: int) -> "GameClock":
        left = self.remaining(now)
        if left is None:
            return self
        if self.is_paused or self.is_on_holiday:
            return replace(self, left=left, due=None)
        return replace(self, left=None, due=now + left)

    def _with_lease(self, now: int) -> "GameClock":
        """Renew the lease of a computer that plays, but not with every move."""
        is_computers = self.due is not None and (self.seat is None or self.is_standing_in)
        if is_computers and self.due is not None and self.due < now + LEASE // 2:
            return self.renewed(now)
        return self

    def _keeping(self, now: int) -> "GameClock":
        """Remember what is left of the stint, because it has not ended."""
        if self.seat is None:
            return self
        return self._with_seat(self.seat, self.seats[self.seat]._replace(kept=self.remaining(now) or 0))

    def _without_kept(self) -> "GameClock":
        if all(seat.kept is None for seat in self.seats):
            return self
        return replace(self, seats=tuple(seat._replace(kept=None) for seat in self.seats))

    def _closed(self, now: int, is_played: bool) -> "GameClock":
        """Return the clock between two stints."""
        clock = replace(self, seat=None, due=None, left=None, is_standing_in=False, back=None)
        if self.seat is None:
            return clock
        own = self.seats[self.seat]._replace(bank=self.bank_of(self.seat, now))
        return clock._with_seat(self.seat, own._replace(missed=0) if is_played else own)

    def _begun(self, now: int, decider: Decider) -> "GameClock":
        """Return the clock at the beginning of a stint."""
        if decider.seat is None:
            return replace(self, due=now + LEASE if decider.is_anybody else None)
        own = self.seats[decider.seat]
        total = self.control.allowance + own.bank if own.kept is None else own.kept
        begun = replace(self, seat=decider.seat, stint=self.stint + 1, due=now + total)
        return begun._run_or_stand(now)


def all_agree_to_wait(clock: GameClock, players: Sequence[int]) -> bool:
    """Whether all players of some seats agree to wait."""
    return bool(players) and all(clock.seats[seat].agrees_to_wait for seat in players)
