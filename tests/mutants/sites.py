"""Find the places in a Python file where a small change can be made, and the changes.

Only changes that could alter what the code does are listed: none in docstrings, annotations, decorators, log messages,
type-checking blocks and messages of assertions. A statement is not removed if only a NameError would follow.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: ("<", ["<=", ">="]),
    ast.LtE: ("<=", ["<", ">"]),
    ast.Gt: (">", [">=", "<="]),
    ast.GtE: (">=", [">", "<"]),
    ast.Eq: ("==", ["!="]),
    ast.NotEq: ("!=", ["=="]),
    ast.Is: ("is", ["is not"]),
    ast.IsNot: ("is not", ["is"]),
    ast.In: ("in", ["not in"]),
    ast.NotIn: ("not in", ["in"]),
}
ARITHMETIC = {
    ast.Add: ("+", ["-"]),
    ast.Sub: ("-", ["+"]),
    ast.Mult: ("*", ["+"]),
    ast.Div: ("/", ["*"]),
    ast.FloorDiv: ("//", ["*"]),
    ast.Mod: ("%", ["//"]),
    ast.BitAnd: ("&", ["|"]),
    ast.BitOr: ("|", ["&"]),
    ast.LShift: ("<<", [">>"]),
    ast.RShift: (">>", ["<<"]),
}
LOGS = {"debug", "info", "warning", "error", "exception"}


class Change(NamedTuple):
    """The text from one byte of a file to another, and what replaces it."""

    start: int
    end: int
    new: str


@dataclass(frozen=True)
class Site:
    """One place of a file with the changes that are possible there. `lines` are those of its statement's head."""

    file: str
    function: str
    line: int
    lines: range
    operator: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Mutant:
    """One change of a file. Its name tells it from all others in the list of survivors."""

    site: Site
    change: Change
    code: str
    text: str

    @property
    def name(self) -> tuple[str, str, str, str]:
        """The file, the function, the line before the change and after it."""
        return self.site.file, self.site.function, self.code, self.text


def find_sites(file: str, source: str) -> list[Site]:
    """List all sites of a file, in their order."""
    finder = _Finder(file, source)
    finder.visit_body(ast.parse(source), "")
    return sorted(finder.sites, key=lambda site: (site.line, site.changes))


def mutant_of(source: str, site: Site, change: Change) -> Mutant:
    """Name a mutant by its line, before and after the change; by the first one where the change takes several."""
    text = source.encode()
    begin = text.rfind(b"\n", 0, change.start) + 1
    before = text[begin:].partition(b"\n")[0]
    after = text[begin : change.start] + change.new.encode() + text[change.end :].partition(b"\n")[0]
    return Mutant(site, change, before.decode().strip(), after.decode().strip())


def mutated(source: str, change: Change) -> str:
    """Return the source with the change made."""
    text = source.encode()
    return (text[: change.start] + change.new.encode() + text[change.end :]).decode()


class _Finder:
    def __init__(self, file: str, source: str) -> None:
        self.file, self.text = file, source.encode()
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.sites: list[Site] = []
        self.function, self.lines = "", range(0)

    # Statements

    def visit_body(self, owner: ast.AST, function: str) -> None:
        """Visit the statements of a module, class or function."""
        assigned = [
            name.id for name in ast.walk(owner) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        ]
        self._statements(list(getattr(owner, "body", [])), function, assigned)

    def _statements(self, body: list[ast.stmt], function: str, assigned: list[str]) -> None:
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                if not _is_protocol(statement):
                    self.visit_body(statement, f"{function}.{statement.name}".strip("."))
                continue
            self.function = function
            parts = [part for name in ("body", "orelse", "finalbody") for part in getattr(statement, name, [])]
            parts += [part for handler in getattr(statement, "handlers", []) for part in handler.body]
            cases = getattr(statement, "cases", [])
            first = (
                statement.body[0].lineno if hasattr(statement, "body") else cases[0].pattern.lineno if cases else None
            )
            self.lines = range(
                statement.lineno, max(statement.lineno, first - 1 if first else statement.end_lineno or 0) + 1
            )
            if _is_skipped(statement):
                continue
            if function and _can_be_removed(statement, body, assigned, function):
                self._add("remove", statement, [self._change(statement, "pass")])
            for child in _own_expressions(statement):
                self._expression(child)
            if isinstance(statement, ast.If):
                self._condition(statement.test)
            if isinstance(statement, ast.AugAssign) and type(statement.op) in ARITHMETIC:
                old, new = ARITHMETIC[type(statement.op)]
                self._between("arithmetic", statement.target, statement.value, f"{old}=", [f"{word}=" for word in new])
            self._statements(parts, function, assigned)
            for case in cases:
                self._statements(case.body, function, assigned)

    # Expressions

    def _expression(self, node: ast.AST) -> None:
        if isinstance(node, ast.Compare):
            for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators):
                self._between("comparison", left, right, *COMPARISONS[type(operator)])
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _is_text(node):
            self._between("arithmetic", node.left, node.right, *ARITHMETIC[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:]):
                self._between("boolean", left, right, old, [new])
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._add("not", node, [Change(self._start(node), self._start(node.operand), "")])
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            self._add("constant", node, [self._change(node, str(not node.value))])
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            self._add("constant", node, [self._change(node, str(node.value + by)) for by in (1, -1)])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            self._add("extreme", node.func, [self._change(node.func, "max" if node.func.id == "min" else "min")])
        elif isinstance(node, ast.IfExp):
            self._condition(node.test)
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                self._condition(test)
        for child in ast.iter_child_nodes(node):
            self._expression(child)

    def _condition(self, test: ast.expr) -> None:
        if not isinstance(test, ast.Constant):
            self._add("condition", test, [self._change(test, "True"), self._change(test, "False")])

    # Positions

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def _change(self, node: ast.expr | ast.stmt, new: str) -> Change:
        return Change(self._start(node), self._end(node), new)

    def _between(self, kind: str, left: ast.expr, right: ast.expr, old: str, new: list[str]) -> None:
        """Replace the operator between two expressions; brackets and comments may stand there too."""
        start = self._end(left)
        words = r"\s+".join(map(re.escape, old.split()))
        between = self.text[start : self._start(right)].decode()
        between = re.sub("#.*", lambda comment: " " * len(comment[0].encode()), between)
        found = re.search(rf"\b{words}\b" if old[0].isalpha() else words, between)
        assert found, (self.file, left.lineno, old)
        at = start + len(between[: found.start()].encode())
        changes = [Change(at, at + len(found[0]), word) for word in new]
        self._add(kind, left, changes)

    def _add(self, operator: str, node: ast.expr | ast.stmt, changes: list[Change]) -> None:
        self.sites.append(Site(self.file, self.function, node.lineno, self.lines, operator, tuple(changes)))


def _own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield what a statement evaluates itself: no annotation, no message of an assertion, no inner statement."""
    skipped: list[ast.AST | None] = [getattr(statement, "annotation", None), getattr(statement, "msg", None)]
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case) and child not in skipped:
            yield child


def _is_skipped(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return "TYPE_CHECKING" in ast.unparse(statement.test)
    if isinstance(statement, ast.Expr):
        value = statement.value
        is_log = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in LOGS
        return is_log or isinstance(value, ast.Constant)  # a docstring
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _can_be_removed(statement: ast.stmt, body: list[ast.stmt], assigned: list[str], function: str) -> bool:
    """Tell whether a statement may be missing without an obvious error."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        if function.endswith("__init__") or (isinstance(statement, ast.AnnAssign) and statement.value is None):
            return False
        is_part = all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets)
        return is_part or all(assigned.count(name) > 1 for name in names)
    if isinstance(statement, ast.Return):
        return statement is not body[-1] or statement.value is None
    return isinstance(statement, ast.Expr | ast.AugAssign | ast.Raise | ast.Break | ast.Continue | ast.Delete)


def _is_protocol(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ClassDef) and any(ast.unparse(base) == "Protocol" for base in statement.bases)


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(side, ast.JoinedStr) or _is_string(side) for side in sides)


def _is_string(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
