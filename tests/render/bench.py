"""How long a picture takes and how large it is: python -m tests.render.bench [GAME]. Prints; asserts nothing."""

import gzip
import json
import random
import sys
import time
from collections import defaultdict
from statistics import mean

import ulpia
from tests.support.pictures import strings
from ulpia import render


def main(game: str) -> None:
    """Random games for 2, 3 and 4; milliseconds of CPU for a view, bytes of each district and of each move."""
    chance, views = random.Random(1), []
    moves: list[tuple[int, int]] = []
    gestures = []
    for seats in (2, 3, 4):
        match = ulpia.new(game, seats=seats, seed=seats)
        before: dict[str, render.Picture] = {}
        while match.seat is not None:
            views.append(match.view(match.seat))
            if render.gesture(views[-1], match.options[:1], match.dry_run, "en"):
                gestures.append((views[-1], match.copy()))
            after = render.districts(match.view(0), "de")
            if before:
                sent = json.dumps(render.changes(before, after), ensure_ascii=False).encode()
                moves.append((len(sent), len(gzip.compress(sent))))
            before = after
            match.play(chance.choice(match.options))
    for name, draw in (
        ("districts", lambda view: strings(render.districts(view, "en"))),
        ("districts of a phone", lambda view: strings(render.districts(view, "en", form=render.SMALL))),
        ("svg", lambda view: render.svg(view, "en")),
    ):
        start = time.process_time()
        for view in views:
            draw(view)
        print(f"{name}: {(time.process_time() - start) / len(views) * 1000:.2f} ms of CPU for a view")
    start = time.process_time()
    for view, moment in gestures:
        render.gesture(view, moment.options[:1], moment.dry_run, "en")
    if gestures:
        print(f"a gesture: {(time.process_time() - start) / len(gestures) * 1000:.2f} ms of CPU")
    sizes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for view in views[::10]:
        for name, picture in strings(render.districts(view, "de")).items():
            kind = name.rstrip("0123456789")
            sizes[kind].append((len(picture.encode()), len(gzip.compress(picture.encode()))))
    for kind, measured in sizes.items():
        print(f"{kind:>14}  {mean(a for a, _ in measured):7.0f} bytes  {mean(b for _, b in measured):6.0f} compressed")
    moves.sort()
    for share in (0.5, 0.9, 0.99, 1.0):
        raw, packed = moves[min(len(moves) - 1, int(share * len(moves)))]
        print(f"a move, {share:.0%} of them at most: {raw} bytes, {packed} compressed")
    print(f"the largest move compressed: {max(packed for _, packed in moves)} bytes")
    whole = render.sheet().encode()
    print(f"symbols, sent once: {len(whole)} bytes, {len(gzip.compress(whole))} compressed")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "trajan")
