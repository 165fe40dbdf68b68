"""Break one rule at a time and see which tests notice.   python -m tests.mutations

A mutation is two lines: ruling, file and the mistake in words; then code that occurs once there => what replaces it. It
is caught when a test fails that cites the ruling. Prints a Markdown table; fails if one survives. Takes ten minutes.
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
MUTATIONS = """
T-04 setup.py: a third marker of a colour can be laid
    needed = 2 if one == other else 1 => needed = 1
T-08 cards.py: an emptied open pile is not refilled
    if top == 0: => if top < 0:
T-10 steps/sow.py: markers are laid counter-clockwise
    return tray + 1 if tray + 1 < TRAYS else 0 => return tray - 1 if tray > 0 else TRAYS - 1
T-11 steps/sow.py: the start space must be passed, not only reached
    rounds = s.time // spaces => rounds = (s.time - 1) // spaces
T-12 steps/sow.py: a double is fulfilled by one marker
    return me.trays[tray, one] >= 2 => return me.trays[tray, one] >= 1
T-13 steps/fulfil.py: two workers come from a supply of one
    min(1 if reward == Reward.ONE_WORKER else 2, me.supply) => 1 if reward == Reward.ONE_WORKER else 2
T-14 steps/fulfil.py: a kept Trajan tile becomes a forum tile
    me.kept[symbol] += 1 => me.tiles[symbol] += 1
T-15 steps/fulfil.py: the arch stays in the centre
    me.arch = tray => me.arch = CENTRE
T-20 steps/seaport.py: no card is discarded for the two drawn
    push(s, Frame.DISCARD, 0, 0) => pass
T-23 steps/ship.py: a grey ship scores like a coloured one
    f.ship_points[ship, s.ships[ship], amount] => f.ship_points[ship, 0, amount]
T-24 steps/ship.py: a wild enters the display as the good it stood for
    me.display[good] += s.load[good] => me.display[good] += s.load[good] + (s.load[WILD] if s.load[good] else 0)
T-25 cards.py: an empty hidden pile is not made anew
    return how_many(s.pile) > 0 or s.open_size[0] > 1 or s.open_size[1] > 1 => return how_many(s.pile) > 0
T-41 steps/military.py: the camp touches every province
    return f.camp_touches[province] == 1 => return True
T-42 steps/military.py: occupying a crowded province costs points
    max(0, f.province_points[province] - => (f.province_points[province] -
T-50 steps/trajan.py: the arch goes counter-clockwise
    slot = (me.arch + steps) % TRAYS => slot = (me.arch - steps) % TRAYS
T-60 steps/senate.py: the disc slips under those already there
    me.arrival = s.seats - 1 => me.arrival = -1
T-71 possible.py: the end of a row is beside the start of the next
    if column > 0 and => if site > 0 and
T-72 steps/construction.py: the second tile of a type grants its action too
    if is_first_of_type: => if True:
T-80 flow.py: declining the first of two performances keeps the second
    return  # T-80: declining => return push(s, Frame.PERFORM, act, more - 1) if more > 0 else None  #
T-81 steps/extra.py: a second extra-action tile can be given up
    push(s, Frame.PERFORM, repeated, again) => push(s, Frame.EXTRA, 0, 0); push(s, Frame.PERFORM, repeated, again)
T-91 steps/quarter.py: a wild is spent before a forum tile
    elif me.tiles[symbol] > 0: => elif me.tiles[symbol] > 0 and me.tiles[Tile.ANY_DEMAND] == 0:
T-92 steps/quarter.py: a tie on one space goes to the lower disc
    return one.arrival > other.arrival => return one.arrival < other.arrival
T-93 steps/quarter.py: the consul's disc goes to the bottom
    player.arrival = height => player.arrival = s.seats - 1 - height
T-94 bags.py: a province with a leader is refilled
    s.players[seat].leader == province or => False or
T-101 scoring.py: all construction wilds go to one type
    tiles_of_type(me, kind) + here) => tiles_of_type(me, kind) + (here if here == wilds else 0))
T-102 scoring.py: a kept Trajan tile counts for its bonus tile
    return 1 if me.tiles[tile] > 0 => return 1 if me.tiles[tile] + me.kept[tile] > 0
T-104 scoring.py: halves are rounded down
    int(counted_by(f, me, tile)) + 1) // 2 => int(counted_by(f, me, tile))) // 2
T-111 cards.py: a known card leaves the hand last
    if player.known[good] > 0: => if player.known[good] > player.hand[good]:
T-111 cards.py: a card drawn before the reshuffle leaves the hand last
    elif player.older[good] > 0: => elif player.older[good] > player.hand[good]:
T-111 flow.py: a ship sails unasked when nothing at hand fits
    if n == 1 and pending(s) != Frame.LOAD: => if n == 1:
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
    table = [Mutation(*found) for found in re.findall(r"^(T-\d+) (\S+): (.*)\n +(.*) => (.*)$", MUTATIONS, re.M)]
    if 2 * len(table) != len(MUTATIONS.strip().splitlines()):
        raise ValueError("a mutation is not written as two lines")
    for mutation in table:
        occurs = (ROOT / RULES / mutation.file).read_text().count(mutation.old)
        if occurs != 1:
            raise ValueError(f"occurs {occurs} times in {mutation.file}: {mutation.old}")
    return table


def citations() -> dict[str, set[str]]:
    """The rulings that each test cites."""
    nodes = [node for path in (ROOT / TESTS).glob("test_*.py") for node in ast.parse(path.read_text()).body]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return {node.name: set(re.findall(r"\bT-\d+\b", ast.get_docstring(node) or "")) for node in functions}


def failing_tests(copy: Path) -> list[str]:
    """Run the rule tests of a copy of the project, interpreted; name those that fail, each once."""
    own = {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1", "ULPIA_INTERPRETED": "1"}
    command = [sys.executable, "-m", "pytest", str(TESTS), "-rf", "--tb=no"]
    done = subprocess.run(command, cwd=copy, env=os.environ | own, capture_output=True, text=True, check=False)
    if done.returncode > 1:  # neither passed nor failed: not a wrong rule but a slip in the table
        raise RuntimeError(done.stdout + done.stderr)
    return list(dict.fromkeys(re.findall(r"^FAILED .*?::(\w+)", done.stdout, re.M)))


def main() -> int:
    """Try every mutation; return how many survived."""
    table, cited, survivors = mutations(), citations(), 0
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
            citing = [name for name in failed if mutation.ruling in cited[name]]
            survivors += not citing
            names = ", ".join(f"`{name}`" for name in citing[:2]) or "**survived**"
            print(f"| {mutation.ruling} | {mutation.mistake} | {names}; {len(failed)} in all |", flush=True)
            print(f"{number}/{len(table)} {mutation.ruling}: {len(failed)} tests failed", file=sys.stderr)
    return survivors


if __name__ == "__main__":
    sys.exit(main())
