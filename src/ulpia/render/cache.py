"""A cache of finished districts. Most moves change few districts, and most districts look alike to every seat."""

from collections.abc import Mapping
from threading import Lock

from msgspec.msgpack import Encoder

from ulpia.render.interface import District, Parts, V
from ulpia.render.tree import Picture, finish
from ulpia.render.words import Speech

MOST = 6
"""Pictures kept of each district in one language and form: four seats and spectators may see it differently."""

KEPT_FINGERPRINTS = 1 << 15
"""Parts of views whose hashes are kept: views share their parts."""
PLAIN = (int, str, bool, type(None))
"""Types of parts that need no hash."""
Key = tuple[object, ...]


class PictureCache:
    """The pictures of one table. Safe for any number of threads."""

    def __init__(self) -> None:
        self._kept: dict[object, dict[str, dict[Key, Picture]]] = {}
        """By language, names and form, then by district."""
        self._lock = Lock()

    def districts(
        self, view: V, speech: Speech, small: bool, districts: Mapping[str, District[V]]
    ) -> dict[str, Picture]:
        """Return every district, drawn if its parts of the view are new."""
        manner = (speech.language, speech.seat_names, small)
        keys = {name: _FINGERPRINTS.of(district.parts(view)) for name, district in districts.items()}
        with self._lock:
            kept = self._kept.setdefault(manner, {})
            found = {name: _use(kept.setdefault(name, {}), key) for name, key in keys.items()}
        pictures = {}
        for name, picture in found.items():
            if picture is None:
                picture = finish(districts[name].draw(view, speech, small))
                with self._lock:
                    known = kept[name]
                    known[keys[name]] = picture
                    if len(known) > MOST:
                        del known[next(iter(known))]
            pictures[name] = picture
        return pictures


def _use(known: dict[Key, Picture], key: Key) -> Picture | None:
    """Return a picture that is kept, which then is the one that was used last."""
    if (picture := known.pop(key, None)) is not None:
        known[key] = picture
    return picture


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
