"""A cache of finished districts. Most moves change few districts, and most districts look alike to every seat."""

from collections.abc import Mapping
from threading import Lock

from msgspec.msgpack import Encoder

from ulpia.render.interface import District, Parts, V
from ulpia.render.tree import Picture, finish
from ulpia.render.words import Speech

MOST = 6
"""Pictures kept of each district in one language and form: four seats and spectators may see it differently."""

Key = tuple[int, ...]


class PictureCache:
    """The pictures of one table. Safe for any number of threads."""

    def __init__(self) -> None:
        self._kept: dict[object, dict[Key, Picture]] = {}
        self._lock = Lock()

    def districts(
        self, view: V, speech: Speech, small: bool, districts: Mapping[str, District[V]]
    ) -> dict[str, Picture]:
        """Return every district, drawn if its parts of the view are new."""
        fingerprints = _Fingerprints()
        manner = (speech.language, speech.seat_names, small)
        found = {}
        for name, district in districts.items():
            key = fingerprints.of(district.parts(view))
            with self._lock:
                known = self._kept.setdefault((name, manner), {})
                picture = known.pop(key, None)
                if picture is not None:
                    known[key] = picture  # now the one that was used last
            if picture is None:
                picture = finish(district.draw(view, speech, small))
                with self._lock:
                    known[key] = picture
                    if len(known) > MOST:
                        del known[next(iter(known))]
            found[name] = picture
        return found


class _Fingerprints:
    """Hashes of the parts of one view: equal parts have equal hashes. Each part is encoded once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, object]] = {}
        """By identity; the part is kept with its hash, so that its identity is not used again."""
        self._encode = Encoder().encode

    def of(self, parts: Parts) -> Key:
        known = self._known
        return tuple([known[id(part)][0] if id(part) in known else self._hash(part) for part in parts])

    def _hash(self, part: object) -> int:
        found = hash(self._encode(part))
        self._known[id(part)] = found, part
        return found
