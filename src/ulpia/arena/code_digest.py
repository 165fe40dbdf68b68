"""A digest of the code that decides how games go: it changes when games can change, and not with comments or texts."""

import ast
import hashlib
from functools import cache
from pathlib import Path

import ulpia
from ulpia.core.game import Game

CODE = (
    *("core/*.py", "engine/**/*.py", "search/*.py", "match.py", "arena/schedule.py", "arena/play.py"),
    *(
        f"agents/{name}.py"
        for name in ("__init__", "base", "levels", "search_agents", "fallback", "external", "worker")
    ),
)
"""Modules of this package that decide how a game goes, besides those of the game itself."""
NOT_DECIDING = {
    *(f"core/{name}.py" for name in ("effects", "errors", "i18n", "reasons", "sentences", "sketch")),  # texts
    *(
        f"engine/{name}.py"
        for name in (
            "jit",
            "inner_functions",
            "state_check",
            "warmup",
            "cuda",
            "dice",
            "playouts",
            "batch_actions",
            "batch_types",
        )
    ),
    *(f"engine/templates/{name}.py" for name in ("batch", "cuda_kernels", "explicit_chance", "selfplay")),
    *("search/training.py",),
}
"""Modules among these that do not: what is shown, how code is compiled, other ways to play the same rules."""
PRESENTATION = {"text", "view", "pictures", "rulebook"}
"""Folders of a game that do not decide how it goes. (Its component file has a digest of its own.)"""
CHECKS = {"rules/audit.py", "rules/recount.py", "rules/recount_collections.py", "observation.py"}
"""Modules of a game that check or show what the rules do."""
WEIGHTS = ".npz"
LENGTH = 16


@cache
def code_digest(game: Game) -> str:
    """Return a digest of everything that decides how agents play a game: rules, search, trained network, agents."""
    root = Path(ulpia.__file__).parent
    digest = hashlib.sha256()
    for pattern in CODE:
        for path in sorted(root.glob(pattern)):
            place = path.relative_to(root).as_posix()
            if place not in NOT_DECIDING:
                _add(digest, place, path)
    is_built_in = game.package.startswith(f"{ulpia.__name__}.")
    folder = root / "games" / game.folder.name if is_built_in else game.folder
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        is_shown = bool(PRESENTATION & set(inside.parts[:-1])) or inside.as_posix() in CHECKS
        if path.suffix in (".py", WEIGHTS) and not is_shown:
            _add(digest, inside.as_posix(), path)
    return digest.hexdigest()[:LENGTH]


def _add(digest: "hashlib._Hash", place: str, path: Path) -> None:
    data = path.read_bytes()
    digest.update(place.encode() + b"\0")
    digest.update(data if path.suffix == WEIGHTS else syntax_of(data).encode())
    digest.update(b"\0")


def syntax_of(source: bytes | str) -> str:
    """Return the syntax tree of a module as text, without comments, layout and docstrings.

    `ast.dump` would differ between versions of Python; here, fields without a value are left out.
    """
    return _write(ast.parse(source))


def _write(node: object) -> str:
    if isinstance(node, list):
        return f"[{','.join(_write(part) for part in node if not _is_docstring(part))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = ((name, value) for name, value in ast.iter_fields(node) if value is not None and value != [])
    return f"{type(node).__name__}({','.join(f'{name}={_write(value)}' for name, value in fields)})"


def _is_docstring(node: object) -> bool:
    """Tell whether a statement is a string alone: a docstring of a module, class, function or attribute."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
