"""A cache of finished districts. Most moves change few districts, and most districts look alike to every seat."""

from collections.abc import Mapping
from threading import Lock

from msgspec.msgpack import Encoder

from ulpia.render.interface import District, Parts, V
from ulpia.render.tree import Picture, finish
from ulpia.render.words import Speech

MOST = 6
"""Pictures kept of each district in one language and form: four seats and spectators may see it differently."""

KEPT_FINGERPRINTS = 1 << 13
"""Parts of views whose hashes are kept: views share their parts."""
PLAIN = (int, str, bool, type(None))
"""Types of parts that need no hash."""
Key = tuple[object, ...]


class PictureCache:
    """The pictures of one table. Safe for any number of threads."""

    def __init__(self) -> None:
        self._kept: dict[object, dict[Key, Picture]] = {}
        self._lock = Lock()

    def districts(
        self, view: V, speech: Speech, small: bool, districts: Mapping[str, District[V]]
    ) -> dict[str, Picture]:
        """Return every district, drawn if its parts of the view are new."""
        manner = (speech.language, speech.seat_names, small)
        found = {}
        for name, district in districts.items():
            key = _FINGERPRINTS.of(district.parts(view))
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
    """Hashes of parts of views: equal parts have equal hashes. Each part is encoded once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, object]] = {}
        """By identity; the part is kept with its hash, so that its identity is not used again."""
        self._encode = Encoder().encode

    def of(self, parts: Parts) -> Key:
        known = self._known
        return tuple([part if type(part) in PLAIN else (known.get(id(part)) or self._hash(part))[0] for part in parts])

    def _hash(self, part: object) -> tuple[object, object]:
        found = hash(self._encode(part)), part
        if len(self._known) >= KEPT_FINGERPRINTS:
            self._known.clear()
        self._known[id(part)] = found
        return found


_FINGERPRINTS = _Fingerprints()
