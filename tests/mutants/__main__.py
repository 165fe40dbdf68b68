"""Make random mutants and report which of them no test notices.   python -m tests.mutants --seed 1 --count 300

Every place where a change is possible has the same chance to be drawn, so that a group gets its share by size. A mutant
is tried with the tests that reach its line, the fastest first, until one fails. Which tests reach which line is
measured before, and kept in the folder for temporary files until code or tests change.
"""

import argparse
import sys

from tests.mutants.run import GROUPS, MINIMUM, Result, draw, known_survivors, run


def main() -> int:
    """Return 0 if enough of the mutants were killed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--least", type=float, default=MINIMUM, help="the share that must be killed")
    given = parser.parse_args()
    mutants = draw(given.seed, given.count)
    print(f"{len(mutants)} mutants of seed {given.seed}", file=sys.stderr)
    results = run(mutants, given.workers)
    report(results)
    killed = sum(result.is_killed for result in results)
    return 0 if killed >= given.least * len(results) else 1


def report(results: list[Result]) -> None:
    """Print how many of each group were killed, and the survivors with their reasons."""
    reasons = known_survivors()
    results = sorted(results, key=lambda result: list(GROUPS).index(result.group))
    print("| group | mutants | killed | |\n| --- | --- | --- | --- |")
    for group in [*dict.fromkeys(result.group for result in results), ""]:
        of_group = [result for result in results if group in ("", result.group)]
        killed = sum(result.is_killed for result in of_group)
        print(f"| {group or 'all'} | {len(of_group)} | {killed} | {killed / len(of_group):.1%} |")
    for result in results:
        if not result.is_killed:
            mutant = result.mutant
            reason = reasons.get(mutant.name, "NOT LISTED")
            print(f"\n{mutant.site.file}:{mutant.site.line} {mutant.site.function} ({result.tests} tests reach it)")
            print(f"    {mutant.code}\n    {mutant.text}\n    {reason}")


if __name__ == "__main__":
    sys.exit(main())
