"""Pictures that were drawn before, by what they were drawn from.

While a district is drawn its view is watched: what is asked of the view is what the picture depends on. As long as all
of that is the same, so is the picture; most moves change few districts, and most districts look alike to every seat.
"""

import marshal
from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence, ValuesView
from threading import Lock
from typing import Any

View = Mapping[str, Any]
Painter = Callable[[View], str]
"""Draws one district of a view."""
Path = tuple[str | int, ...]
"""Where something stands in a view: ("players", 2, "trays")."""

MOST = 4
"""So many pictures of a district are kept: the seats of a table may see it differently."""

ABSENT = "there is no such thing in this view"
"""Another moment may lack what a picture was drawn from: nobody is asked at the end, nothing is pending."""
IS_THERE = "?"
"""The last step of a path that only asks whether there is something."""


class Memory:
    """The pictures of one table. For any number of threads."""

    def __init__(self) -> None:
        self._kept: dict[object, dict[tuple[Path, ...], dict[tuple[int, ...], str]]] = {}
        self._lock = Lock()

    def districts(self, view: View, manner: object, painters: Mapping[str, Painter]) -> dict[str, str]:
        """Every district, drawn if need be. `manner` is what pictures depend on besides the view: language, names."""
        parts = _Parts(view)
        return {name: self._picture((name, manner), parts, painter) for name, painter in painters.items()}

    def _picture(self, key: object, parts: "_Parts", painter: Painter) -> str:
        with self._lock:
            for paths, known in self._kept.setdefault(key, {}).items():
                if (found := known.get(parts.prints(paths))) is not None:
                    return found
        asked: set[Path] = set()
        picture = painter(_Watched(parts.view, (), asked))
        paths = tuple(sorted(asked, key=str))
        with self._lock:
            kept = self._kept[key]
            known = kept.setdefault(paths, {})
            known[parts.prints(paths)] = picture
            if len(known) > MOST:
                del known[next(iter(known))]
            if len(kept) > MOST:
                del kept[next(iter(kept))]
        return picture


class _Parts:
    """The parts of a view, each as one number that is the same for equal parts."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._known: dict[Path, int] = {}

    def prints(self, paths: tuple[Path, ...]) -> tuple[int, ...]:
        known = self._known
        return tuple([known[path] if path in known else self._print(path) for path in paths])

    def _print(self, path: Path) -> int:
        part: Any = self.view
        for step in path:
            if step == IS_THERE:
                part = isinstance(part, dict)
                break
            part = ABSENT if part is None else part.get(step, ABSENT) if isinstance(part, dict) else part[step]
            if part is ABSENT:
                break
        self._known[path] = found = hash(marshal.dumps(part, 2))  # version 2 knows no references: equal is equal
        return found


class _Watched(Mapping[str, Any]):
    """A view, or a mapping within it, that notes what it is asked for."""

    def __init__(self, part: View, path: Path, asked: set[Path]) -> None:
        self.part, self.path, self.asked = part, path, asked

    def __getitem__(self, key: str) -> Any:
        if key not in self.part:
            self.asked.add(self.path)
            raise KeyError(key)
        value, path = self.part[key], (*self.path, key)
        if path == ("players",):
            return _Seats(value, self.asked)
        if not self.path and isinstance(value, dict):
            self.asked.add((key, IS_THERE))
            return _Watched(value, path, self.asked)
        self.asked.add(path)
        return value

    def __iter__(self) -> Iterator[str]:
        self.asked.add(self.path)
        return iter(self.part)

    def __len__(self) -> int:
        self.asked.add(self.path)
        return len(self.part)

    def __contains__(self, key: object) -> bool:
        self.asked.add(self.path)
        return key in self.part

    def items(self) -> ItemsView[str, Any]:
        self.asked.add(self.path)
        return self.part.items()

    def values(self) -> ValuesView[Any]:
        self.asked.add(self.path)
        return self.part.values()


class _Seats(Sequence[View]):
    """The players of a view. How many there are never changes."""

    def __init__(self, players: Sequence[View], asked: set[Path]) -> None:
        self.players, self.asked = players, asked

    def __getitem__(self, seat: Any) -> Any:
        return _Watched(self.players[seat], ("players", range(len(self.players))[seat]), self.asked)

    def __len__(self) -> int:
        return len(self.players)
