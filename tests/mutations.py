"""Break one rule at a time and see which tests notice.   python -m tests.mutations

A mutation is three lines: ruling, file and the mistake in words; code that occurs once there; what replaces it. It is
caught when a test fails that cites the ruling. Prints a Markdown table; fails if a mutation survives. Takes minutes.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
RULES = Path("src/ulpia/games/trajan")
TESTS = Path("tests/games/trajan/rules")
SHOWN = 2

MUTATIONS = """
T-04 setup.py: a third marker of a colour can be laid
- needed = 2 if one == other else 1
+ needed = 1
T-06 setup.py: the first player's disc lies on top
- (seat - s.first + seats) % seats
+ (s.first - seat - 1 + seats) % seats
T-07 setup.py: the bonus tile drawn first lies grey side up
- s.players[seat].bonus[tile] = Side.YELLOW
+ s.players[seat].bonus[tile] = Side.GREY
T-08 cards.py: an emptied open pile is not refilled
- if top == 0:
+ if top < 0:
T-09 setup.py: two first tiles can come from one stack
- s.tops[stack] != NONE and not has_chosen_from(me, stack)
+ s.tops[stack] != NONE
T-10 steps/sow.py: markers are laid counter-clockwise
- return tray + 1 if tray + 1 < TRAYS else 0
+ return tray - 1 if tray > 0 else TRAYS - 1
T-11 steps/sow.py: the start space must be passed, not reached
- rounds = s.time // spaces
+ rounds = (s.time - 1) // spaces
T-11 steps/sow.py: the time marker is put back to its start
- s.time -= rounds * spaces
+ s.time = 0 if rounds > 0 else s.time
T-12 steps/sow.py: a double is fulfilled by one marker
- return me.trays[tray, one] >= 2
+ return me.trays[tray, one] >= 1
T-13 steps/fulfil.py: two workers come from a supply of one
- figures = min(1 if reward == Reward.ONE_WORKER else 2, me.supply)
+ figures = 1 if reward == Reward.ONE_WORKER else 2
T-13 steps/fulfil.py: a second [+2] marker goes on one action
- me.plus_two[action] == 0
+ True
T-14 steps/fulfil.py: a kept Trajan tile becomes a forum tile
- me.kept[symbol] += 1
+ me.tiles[symbol] += 1
T-15 steps/fulfil.py: the arch stays in the centre
- me.arch = tray
+ me.arch = CENTRE
T-15 steps/fulfil.py: the arch moves to the freed slot from anywhere
- if me.arch == CENTRE:
+ if True:
T-20 steps/seaport.py: no card is discarded for the two drawn
- push(s, Frame.DISCARD, 0, 0)
+ pass
T-22 steps/seaport.py: one card is drawn for two laid out
- laid += 1
+ laid = 1
T-23 steps/ship.py: a grey ship scores like a coloured one
- f.ship_points[ship, s.ships[ship], amount]
+ f.ship_points[ship, 0, amount]
T-23 steps/ship.py: a ship that sailed is not turned
- s.ships[ship] = 1
+ s.ships[ship] = 0
T-24 steps/ship.py: a wild enters the display as what it stood for
- me.display[good] += s.load[good]
+ me.display[good] += s.load[good] + (s.load[WILD] if s.load[good] > 0 else 0)
T-25 cards.py: an empty hidden pile is not made anew
- return how_many(s.pile) > 0 or s.open_size[0] > 1 or s.open_size[1] > 1
+ return how_many(s.pile) > 0
T-30 possible.py: extra-action tiles do not make the forum possible
- range(FORUM_SPACES + EXTRA_SPACES)
+ range(FORUM_SPACES)
T-40 steps/military.py: a legionnaire comes from an empty supply
- RECRUIT, me.supply > 0
+ RECRUIT, True
T-41 steps/military.py: the camp touches every province
- return f.camp_touches[province] == 1
+ return True
T-42 steps/military.py: a crowded province costs points
- max(0, f.province_points[province] - f.less_per_legionnaire * others)
+ f.province_points[province] - f.less_per_legionnaire * others
T-42 steps/military.py: two of one's own stand in a province
- me.leader != CAMP and me.occupied[me.leader] == 0
+ me.leader != CAMP
T-50 steps/trajan.py: the arch goes counter-clockwise
- slot = (me.arch + steps) % TRAYS
+ slot = (me.arch - steps) % TRAYS
T-60 steps/senate.py: the disc slips under those already there
- me.arrival = s.seats - 1
+ me.arrival = -1
T-70 steps/construction.py: a worker comes from an empty supply
- HIRE, me.supply > 0
+ HIRE, True
T-71 possible.py: the end of a row is beside the start of the next
- if column > 0 and
+ if site > 0 and
T-71 possible.py: a site diagonally above counts as beside
- me.built[site - SITE_COLUMNS] == 1
+ me.built[site - SITE_COLUMNS : site - SITE_COLUMNS + 2].any()
T-72 steps/construction.py: the second tile of a type grants its action too
- if is_first_of_type:
+ if True:
T-80 flow.py: declining the first of two performances keeps the second
- return  # T-80: declining the first of two declines both
+ return push(s, Frame.PERFORM, act, more - 1) if more > 0 else None
T-80 steps/extra.py: a [+2] marker gives nothing
- again = me.plus_two[repeated]
+ again = 0
T-81 steps/extra.py: a second extra-action tile can be given up
- push(s, Frame.PERFORM, repeated, again)
+ push(s, Frame.EXTRA, 0, 0); push(s, Frame.PERFORM, repeated, again)
T-82 flow.py: only the action of the target tray counts as performed
- s.performed[act] = 1
+ s.performed[act] = 1 if not s.performed.any() else s.performed[act]
T-90 steps/quarter.py: a quarter has three rounds
- if s.rounds_done + 1 < f.rounds:
+ if s.rounds_done + 2 < f.rounds:
T-91 steps/quarter.py: a wild is spent before a forum tile
- elif me.tiles[symbol] > 0:
+ elif me.tiles[symbol] > 0 and me.tiles[Tile.ANY_DEMAND] == 0:
T-91 steps/quarter.py: a kept Trajan tile meets every demand of its symbol
- if met_before < me.kept[symbol]:
+ if me.kept[symbol] > 0:
T-91 steps/quarter.py: every unmet demand costs 4
- points = f.penalty[unmet]
+ points = 4 * unmet
T-92 steps/quarter.py: a tie goes to the lower disc of a stack
- return one.arrival > other.arrival
+ return one.arrival < other.arrival
T-92 steps/quarter.py: a tie goes to the disc less far along
- return one.senate > other.senate
+ return one.senate < other.senate
T-92 steps/quarter.py: the second takes the other bonus tile yellow side up
- s.players[vice].bonus[other] = Side.GREY
+ s.players[vice].bonus[other] = Side.YELLOW
T-93 steps/quarter.py: the consul's disc goes to the bottom
- player.arrival = height
+ player.arrival = s.seats - 1 - height
T-94 bags.py: a province with a leader is refilled
- s.players[seat].leader == province or s.players[seat].occupied[province] == 1
+ s.players[seat].occupied[province] == 1
T-94 steps/quarter.py: vote tiles stay on the mat
- s.players[seat].tiles[kind] = 0
+ pass
T-94 steps/quarter.py: grey ships stay grey
- s.ships[ship] = 0
+ pass
T-95 steps/quarter.py: the game goes on after the fourth quarter
- if s.quarters_done == f.quarters:
+ if s.quarters_done > f.quarters:
T-96 steps/quarter.py: the turn goes counter-clockwise
- (s.active + 1) % s.seats
+ (s.active - 1) % s.seats
T-100 scoring.py: display cards are leftovers, hand cards are not
- cards = how_many(me.hand)
+ cards = how_many(me.display)
T-101 scoring.py: all construction wilds go to one type
- total += worth_of_type(f, tiles_of_type(me, kind) + here)
+ total += worth_of_type(f, tiles_of_type(me, kind) + here) if here in (0, wilds) else 0
T-101 scoring.py: a construction wild counts in every set
- if left >= 0:
+ if True:
T-102 scoring.py: a kept Trajan tile counts for its bonus tile
- return 1 if me.tiles[tile] > 0
+ return 1 if me.tiles[tile] + me.kept[tile] > 0
T-102 scoring.py: one demand wild stands for several bonus tiles
- return rank < me.tiles[Tile.ANY_DEMAND]
+ return me.tiles[Tile.ANY_DEMAND] > 0
T-103 scoring.py: a leftover commodity wild counts where it is worth least
- worth_of_good(f, me, good) > worth_of_good(f, me, best)
+ worth_of_good(f, me, good) < worth_of_good(f, me, best)
T-104 scoring.py: halves are rounded down
- int(counted_by(f, me, tile)) + 1) // 2
+ int(counted_by(f, me, tile))) // 2
T-105 game.py: a tie goes to the lower disc
- (int(player.points), int(player.arrival))
+ (int(player.points), -int(player.arrival))
T-111 cards.py: a known card leaves the hand last
- if player.known[good] > 0:
+ if player.known[good] > player.hand[good]:
T-111 flow.py: a ship sails unasked when nothing at hand fits
- if n == 1 and pending(s) != Frame.LOAD:
+ if n == 1:
"""


class Mutation(NamedTuple):
    """A rule, and a mistake made in it."""

    ruling: str
    file: str
    mistake: str
    old: str
    new: str


def mutations() -> list[Mutation]:
    """Read the table; each old text must occur once."""
    lines = iter(MUTATIONS.strip().splitlines())
    table = []
    for about, old, new in zip(lines, lines, lines, strict=True):
        where, mistake = about.split(": ", 1)
        mutation = Mutation(*where.split(), mistake, old.removeprefix("- "), new.removeprefix("+ "))
        occurs = (ROOT / RULES / mutation.file).read_text().count(mutation.old)
        if occurs != 1:
            raise ValueError(f"occurs {occurs} times in {mutation.file}: {mutation.old}")
        table.append(mutation)
    return table


def cited() -> dict[str, set[str]]:
    """The rulings that each test cites."""
    return {
        node.name: set(re.findall(r"\bT-\d+\b", ast.get_docstring(node) or ""))
        for path in (ROOT / TESTS).glob("test_*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
    }


def failing_tests(copy: Path) -> list[str]:
    """Run the rule tests of a copy of the project, interpreted; name those that fail, each once."""
    own = {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1", "ULPIA_INTERPRETED": "1"}
    command = [sys.executable, "-m", "pytest", str(TESTS), "-rf", "--tb=no"]
    done = subprocess.run(command, cwd=copy, env=os.environ | own, capture_output=True, text=True, check=False)
    if done.returncode > 1:  # neither passed nor failed: this mutation is no rule but a typing error
        raise RuntimeError(done.stdout + done.stderr)
    return list(dict.fromkeys(re.findall(r"^FAILED .*?::(\w+)", done.stdout, re.M)))


def main() -> int:
    """Try every mutation; return how many survived."""
    table, cites, survivors = mutations(), cited(), 0
    with tempfile.TemporaryDirectory(prefix="ulpia-") as folder:
        copy = Path(folder)
        for room in ("src", "tests"):
            shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        if failed := failing_tests(copy):
            raise RuntimeError(f"these fail before any rule is broken: {failed}")
        print("| ruling | mutation | tests that caught it |\n| --- | --- | --- |")
        for number, mutation in enumerate(table, start=1):
            file = copy / RULES / mutation.file
            rules = file.read_text()
            file.write_text(rules.replace(mutation.old, mutation.new))
            failed = failing_tests(copy)
            file.write_text(rules)
            naming = [name for name in failed if mutation.ruling in cites[name]]
            survivors += not naming
            names = ", ".join(f"`{name}`" for name in naming[:SHOWN]) or "**survived**"
            print(f"| {mutation.ruling} | {mutation.mistake} | {names}; {len(failed)} in all |", flush=True)
            print(f"{number}/{len(table)} {mutation.ruling}: {len(failed)} tests failed", file=sys.stderr)
    return survivors


if __name__ == "__main__":
    sys.exit(main())
