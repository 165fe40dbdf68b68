"""Where mutants are made, and a sample of them: `make mutants` tries 300."""

import ast

from tests.mutants.run import LEFT_OUT, Suite, all_mutants, draw, known_survivors, run
from tests.mutants.sites import Change, Mutant, Site, find_sites, mutant_of, mutated
from tests.mutants.workers import ROOT

STEPS = "src/ulpia/games/trajan/rules/steps"
RULES = "tests/games/trajan/rules"
SAMPLED = tuple(f"{STEPS}/{name}.py" for name in ("forum", "military", "senate", "trajan"))
SUITE = Suite(SAMPLED, (f"{RULES}/test_forum_military.py", f"{RULES}/test_trajan_senate.py"), True, LEFT_OUT)
"""Steps with few and quick tests of their own."""


def changes(source: str) -> set[str]:
    """All lines that mutants of a source have in place of its own ones."""
    return {mutant_of(source, site, change).text for site in find_sites("a.py", source) for change in site.changes}


def test_operators_and_constants_are_changed() -> None:
    source = (
        "def f(a, b):\n    if a < b and not a:\n        return a + 1\n    b -= max(a, b)\n    return b is not True\n"
    )
    assert changes(source) == {
        *("if a <= b and not a:", "if a >= b and not a:", "if a < b or not a:", "if a < b and a:"),
        *("if True:", "if False:", "return a - 1", "return a + 2", "return a + 0"),
        *("b += max(a, b)", "b -= min(a, b)", "pass", "return b is True", "return b is not False"),
    }


def test_brackets_comments_and_lines_around_an_operator_are_no_hindrance() -> None:
    source = 'def f(ä):\n    return ("ü" == (ä)  # == or and\n        and (3) not in ä)\n'
    assert changes(source) == {
        'return ("ü" != (ä)  # == or and',
        "or (3) not in ä)",
        "and (3) in ä)",
        "and (4) not in ä)",
        "and (2) not in ä)",
    }


def test_what_cannot_matter_is_not_changed() -> None:
    """Docstrings, annotations, decorators, logs, imports, messages; nor is an only assignment removed."""
    source = '''
import a
@a.b(1)
def f(x: "Literal[1]") -> "Literal[2]":
    """Return 1 + 1."""
    y: "Literal[3]" = x
    log.warning("1 %d", 1 + 1)
    assert y, 1 + 1
    if TYPE_CHECKING:
        z = 1
    return y
'''
    assert changes(source) == set()


def test_every_mutant_is_another_program() -> None:
    """It can be parsed, and means something else."""
    seen = 0
    for file in {place[0].site.file for place in all_mutants()}:
        source = (ROOT / file).read_text()
        before = ast.dump(ast.parse(source))
        for site in find_sites(file, source)[::10]:
            seen += 1
            for change in site.changes:
                assert ast.dump(ast.parse(mutated(source, change))) != before
    assert seen > 200


def test_the_same_seed_draws_the_same_mutants() -> None:
    assert draw(3, 20) == draw(3, 20) != draw(4, 20)


def test_listed_survivors_exist_and_have_a_reason() -> None:
    for name, reason in known_survivors().items():
        assert len(reason.split()) > 3, name


def test_a_sample_is_killed_and_an_unchanged_file_survives() -> None:
    """Every mutant of the sample is noticed by a test unless it is listed; tests do not fail without a mutant."""
    unchanged = unchanged_mutant(SAMPLED[0])
    results = run([unchanged, *draw(1, 6, SAMPLED)], 1, [SUITE])
    assert not results[0].is_killed
    assert results[0].tests > 0
    reasons = known_survivors()
    assert [r.mutant.name for r in results[1:] if not r.is_killed and r.mutant.name not in reasons] == []


def unchanged_mutant(file: str) -> Mutant:
    """A mutant that changes nothing."""
    first = find_sites(file, (ROOT / file).read_text())[0]
    start = first.changes[0].start
    site = Site(file, "", first.line, first.lines, "none", (Change(start, start, ""),))
    return Mutant(site, site.changes[0], "", "")
