"""A state machine drives matches: play, undo, copy, imagine and transcript, in any order, for every game.

Beside each match the machine keeps its own account: the seed, the settings, the actions played, and the digest after
each of them. Every operation must leave all matches in accord with their accounts.
"""

from dataclasses import dataclass
from typing import ClassVar

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import ulpia
from tests.support.tiers import share
from ulpia.core.errors import GameIsOver, IllegalAction, ImaginedMatch, NothingToUndo, UndoForbidden
from ulpia.registry import find_game, game_names

KEPT = 6
"""The machine drops the oldest match when it has more."""
PICKS = st.integers(0, 10_000)


@dataclass
class Account:
    """A match, and what the machine knows about it."""

    match: ulpia.Match
    digests: list[str]
    """After 0, 1, 2, … actions."""
    is_imagined: bool

    def copy(self) -> "Account":
        return Account(self.match.copy(), self.digests.copy(), self.is_imagined)


class MatchMachine(RuleBasedStateMachine):
    """Operations on a few matches of one game."""

    game: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.accounts: list[Account] = []

    def keep(self, account: Account) -> None:
        self.accounts = [*self.accounts, account][-KEPT:]

    def pick(self, number: int) -> Account:
        return self.accounts[number % len(self.accounts)]

    @initialize(data=st.data(), seed=st.integers(0, 2**63 - 1))
    def begin(self, data: st.DataObject, seed: int) -> None:
        rules = find_game(self.game)
        seats = data.draw(st.sampled_from(rules.seat_counts))
        variety = data.draw(st.sampled_from(rules.varieties))
        setup = data.draw(st.sampled_from(["chosen", "dealt"]))
        match = ulpia.new(self.game, seats, seed, **{**variety, "setup": setup})
        self.keep(Account(match, [match.digest], False))

    @rule(which=PICKS, picks=st.lists(PICKS, min_size=1, max_size=25))
    def play(self, which: int, picks: list[int]) -> None:
        """Play some actions, given by number, notation or themselves."""
        account = self.pick(which)
        for pick in picks:
            options = account.match.options
            if not options:
                with pytest.raises(GameIsOver):
                    account.match.play(0)
                return
            action = options[pick % len(options)]
            account.match.play((action, action.number, str(action))[pick % 3])
            account.digests.append(account.match.digest)

    @rule(which=PICKS, pick=PICKS)
    def refuse(self, which: int, pick: int) -> None:
        """An action that is not legal changes nothing."""
        match = self.pick(which).match
        illegal = pick % len(match.game.actions)
        if illegal not in {option.number for option in match.options}:
            with pytest.raises((IllegalAction, GameIsOver)):
                match.play(illegal)

    @rule(which=PICKS, times=st.integers(1, 8))
    def undo(self, which: int, times: int) -> None:
        account = self.pick(which)
        for _ in range(times):
            if len(account.digests) == 1:
                with pytest.raises(NothingToUndo):
                    account.match.undo()
                return
            account.match.undo()
            account.digests.pop()

    @rule(which=PICKS)
    def undo_politely(self, which: int) -> None:
        """Either it is refused and nothing changes, or it is an undo that keeps the mark."""
        account = self.pick(which)
        mark = account.match.undo_mark
        try:
            account.match.undo(politely=True)
        except (NothingToUndo, UndoForbidden):
            return
        account.digests.pop()
        assert account.match.undo_mark == mark

    @rule(which=PICKS)
    def copy(self, which: int) -> None:
        self.keep(self.pick(which).copy())

    @rule(which=PICKS, position=PICKS)
    def go_back_to(self, which: int, position: int) -> None:
        """The same match at an earlier moment is a match of its own."""
        account = self.pick(which)
        at = position % len(account.digests)
        self.keep(Account(account.match.at(at), account.digests[: at + 1], account.is_imagined))

    @rule(which=PICKS, viewer=PICKS, seed=st.integers(0, 2**63 - 1))
    def imagine(self, which: int, viewer: int, seed: int) -> None:
        """An imagined match looks the same to its viewer, and is equal for equal seeds."""
        match = self.pick(which).match
        seat = (None, *range(match.seats))[viewer % (match.seats + 1)]
        imagined = match.imagine(seat, seed)
        assert imagined.seen(seat).tobytes() == match.seen(seat).tobytes()
        assert imagined.digest == match.imagine(seat, seed).digest
        if seat == match.seat:
            assert imagined.options == match.options
        self.keep(Account(imagined, [imagined.digest], True))

    @rule(which=PICKS)
    def write_and_read(self, which: int) -> None:
        """A transcript reads back to the same match; an imagined match has none."""
        account = self.pick(which)
        if account.is_imagined:
            with pytest.raises(ImaginedMatch):
                account.match.transcript()
            return
        again = ulpia.load(account.match.transcript())
        assert again.transcript() == account.match.transcript()
        self.keep(Account(again, account.digests.copy(), False))

    @precondition(lambda self: self.accounts)
    @invariant()
    def every_match_is_as_its_account_says(self) -> None:
        for account in self.accounts:
            match = account.match
            assert match.digest == account.digests[-1]
            assert len(match.actions) == len(account.digests) - 1 == len(match.entries) - 1
            assert (match.seat is None) == (not match.options) == (match.outcome is not None)
            assert tuple(sum(sources.values()) for sources in match.sources) == match.points


@pytest.mark.parametrize("game", game_names())
def test_matches_keep_their_accounts_whatever_is_done_with_them(game: str) -> None:
    machine = type(f"{game}_machine", (MatchMachine,), {"game": game})
    machine.TestCase.settings = settings(max_examples=share(40), stateful_step_count=25, deadline=None)
    machine.TestCase().runTest()
