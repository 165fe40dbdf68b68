"""Find a few games in which everything wanted occurs, and write their transcripts.   make golden

The players are biased towards random kinds of actions, so that rare events happen too. An architect looks one step
ahead for the Trajan card of the cycle, and builds towards it.
"""

import random
from collections.abc import Mapping
from itertools import count
from typing import Any

import ulpia
from tests.games.forum_trajanum.golden import FOLDER, GAMES, WANTED, features
from tests.support.golden import choose, write
from ulpia.core.actions import Action
from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.constants import CORNER_SQUARES
from ulpia.match import Match
from ulpia.research.export import Deal

TRIES = 300
SHARED_DOUBLE = "double tile between two formations"
SIDE = 6


class BiasedPlayer:
    """Prefers random kinds of actions, and building."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.weights: dict[str, float] = {"Build": 30, "Envoy": 10, "EndTurn": 0.5, "Decline": 0.3}

    def weight(self, action: Action) -> float:
        kind = type(action).__name__
        if kind in ("Premium", "Gain", "Lay", "Build", "PayRow", "LeaveRow"):
            kind = str(action)
        if kind not in self.weights:
            base = self.weights.get(type(action).__name__, 1)
            self.weights[kind] = base * self.dice.choice([0.1, 1, 1, 3, 10])
        return self.weights[kind]

    def choose(self, match: Match) -> Action:
        return self.dice.choices(match.options, [self.weight(action) for action in match.options])[0]


class Architect(BiasedPlayer):
    """Builds towards the formation that the card of this cycle asks for."""

    def choose(self, match: Match) -> Action:
        assert match.question is not None
        if match.question.kind in ("place", "build", "take", "extra_build"):
            ranked = [(self.promise(match, action), self.dice.random(), action) for action in match.options]
            return max(ranked, key=lambda entry: entry[:2])[2]
        return super().choose(match)

    def promise(self, match: Match, action: Action) -> float:
        seat = match.seat
        assert seat is not None
        twin = match.copy()
        twin.play(action)
        if type(action).__name__ == "Build":
            return max(self.promise(twin, place) for place in self.dice.sample(twin.options, min(6, len(twin.options))))
        state: Any = twin.state
        player = state.players[seat]
        cards = state.cards[int(match.state.cycles_done)]
        task = names.BUILD_TASKS[int(match.components.facts.card_build[cards])] if cards >= 0 else ""
        taken = set(player.take_squares.tolist())
        open_squares = {at for at in range(36) if player.covered[at] == 0 or at in taken} - set(CORNER_SQUARES)
        return best_formation(task, player.buildings.tolist(), open_squares)


def best_formation(task: str, buildings: list[int], open_squares: set[int]) -> float:
    """Score the nearest formation: squares that fit count most, open ones a little, wrong ones rule it out."""
    kinds: Mapping[str, tuple[str, ...]] = {
        "coloured between grey across": ("G", "C", "G"),
        "two grey down": ("G", "G"),
        "grey between coloured down": ("C", "G", "C"),
        "coloured between grey down": ("G", "C", "G"),
        "two grey between coloured down": ("C", "G", "G", "C"),
        "three colours down": ("C", "C", "C"),
        "three grey down": ("G", "G", "G"),
    }
    shapes: list[list[tuple[int, str]]] = []
    if task in kinds:
        step = 1 if task.endswith("across") else SIDE
        for start in range(36):
            squares = [start + step * at for at in range(len(kinds[task]))]
            if squares[-1] < 36 and (step == SIDE or squares[-1] // SIDE == start // SIDE):
                shapes.append(list(zip(squares, kinds[task])))
    elif task == "square of four":
        shapes = [[(at + by, "A") for by in (0, 1, 6, 7)] for at in range(29) if at % SIDE < 5]
    elif task == "temple four corners":
        shapes = [[(temple + by, "C") for by in (-7, -5, 5, 7)] for temple in (8, 16, 19, 27)]
    elif task == "temple above and below":
        shapes = [[(temple + by, "A") for by in (-6, 6)] for temple in (8, 16, 19, 27)]
    elif task == "crane both sides":
        shapes = [[(1, "A"), (6, "A")], [(4, "A"), (11, "A")], [(31, "A"), (24, "A")], [(34, "A"), (29, "A")]]
    best = 0.0
    for shape in shapes:
        near = 0.0
        standing = [buildings[square] for square, _ in shape if buildings[square] >= 0]
        for square, wanted in shape:
            building = buildings[square]
            fits = wanted == "A" or (wanted == "G") == (building < 4)
            if building >= 0:
                near += 3 if fits else -20
            elif square in open_squares:
                near += 0.5
        if task in ("two grey down", "three colours down", "three grey down") and len(set(standing)) < len(standing):
            near -= 20
        best = max(best, near)
    return best + 0.1 * sum(building >= 0 for building in buildings)


def play(seed: int) -> Match:
    dice = random.Random(seed)
    seats = 2 + seed % 3
    match = ulpia.new(
        "forum_trajanum",
        seats=seats,
        seed=seed,
        setup="dealt" if seed % 4 == 1 else "chosen",
        side="B" if seed % 5 == 2 else "A",
        variant="introductory" if seed % 7 == 3 else "full",
        newcomers=(0, seats - 1) if seed % 6 == 4 else (),
    )
    players = [(Architect if (seed + seat) % 2 else BiasedPlayer)(dice) for seat in range(seats)]
    while match.seat is not None:
        match.play(players[match.seat].choose(match))
    return match


def shared_double() -> Match:
    """Return the stored game with a double tile between two formations (F-74), or search for one.

    It needs good players who build enough, and agents play other games whenever they change: so a game once found is
    kept.
    """
    stored = (ulpia.load(path.read_text()) for path in GAMES)
    found = next((match for match in stored if SHARED_DOUBLE in features(match)), None)
    return found or next(match for match in map(play_well, count()) if SHARED_DOUBLE in features(match))


def play_well(seed: int) -> Match:
    """Play a game of four players who look ahead."""
    deal = Deal("forum_trajanum", ("centurio",) * 4, seed, None, {"setup": "dealt"})
    match = deal.begin()
    for action in deal.play()[0]:
        match.play(action)
    return match


def main() -> None:
    found = {seed: features(play(seed)) for seed in range(TRIES)}
    rare = shared_double()
    seeds, missing = choose(found, WANTED - features(rare))
    write(FOLDER, [*(play(seed) for seed in seeds), rare], missing)


if __name__ == "__main__":
    main()
