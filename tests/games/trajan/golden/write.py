"""Find a few games in which everything wanted occurs, and write their transcripts.   make golden

The players are biased towards random kinds of actions, so that rare events happen too. Traders draw cards until the
hidden pile runs out; a hoarder gathers all markers in one tray until sowing them ends two rounds at once.
"""

import random

import ulpia
from tests.games.trajan.golden import FOLDER, WANTED, features
from tests.support.golden import choose, write
from tests.support.views import json_view
from ulpia.core.actions import Action
from ulpia.match import Match

TRIES = 1500


class BiasedPlayer:
    """Prefers random kinds of actions."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.weights: dict[str, float] = {}

    def choose(self, match: Match) -> Action:
        weights = []
        for action in match.options:
            kind = type(action).__name__
            if kind not in self.weights:
                self.weights[kind] = self.dice.choice([0.05, 1, 1, 5, 20])
            weights.append(self.weights[kind])
        return self.dice.choices(match.options, weights)[0]


class Hoarder(BiasedPlayer):
    """Gathers all markers in the seaport, and sows them only when nothing else is left."""

    def choose(self, match: Match) -> Action:
        if match.question.kind != "turn":
            return super().choose(match)
        trays = json_view(match, match.seat)["players"][match.seat]["trays"]
        counts = [sum(tray.values()) for tray in trays.values()]

        def distance(action: Action) -> float:
            source = list(trays).index(action.tray)  # type: ignore[attr-defined]
            if source == 0:
                return 1000.0
            after = counts.copy()
            after[source] = 0
            for step in range(counts[source]):
                after[(source + 1 + step) % 6] += 1
            return sum(count * (6 - at) for at, count in enumerate(after) if at) + self.dice.random()

        return min(match.options, key=distance)


class Trader(BiasedPlayer):
    """Goes to the seaport whenever possible and draws cards, until the hidden pile runs out."""

    def choose(self, match: Match) -> Action:
        trays = json_view(match, match.seat)["players"][match.seat]["trays"]
        for action in match.options:
            if str(action) == "draw two":
                return action
            if match.question.kind == "turn":
                source = list(trays).index(action.tray)  # type: ignore[attr-defined]
                if (source + sum(trays[action.tray].values())) % 6 == 0:  # type: ignore[attr-defined]
                    return action
        return super().choose(match)


def play(seed: int, first: type[BiasedPlayer] = BiasedPlayer, others: type[BiasedPlayer] = BiasedPlayer) -> Match:
    dice = random.Random(seed)
    seats = 2 if first is Hoarder else 2 + seed % 3
    match = ulpia.new("trajan", seats=seats, seed=seed, setup="chosen" if seed % 2 else "dealt")
    players = [first(dice), *(others(dice) for _ in range(seats - 1))]
    while match.seat is not None:
        match.play(players[match.seat].choose(match))
    return match


def main() -> None:
    found = {seed: features(play(seed)) for seed in range(TRIES)}
    seeds, missing = choose(found, WANTED)
    chosen = [play(seed) for seed in seeds]
    for wanted, first, others in (
        ("pile reshuffled", Trader, Trader),
        ("round ended by two at once", Hoarder, BiasedPlayer),
    ):
        for seed in range(TRIES * 10):
            if wanted not in missing:
                break
            match = play(seed, first, others)
            if wanted in features(match):
                missing -= features(match)
                chosen.append(match)
    write(FOLDER, chosen, missing)


if __name__ == "__main__":
    main()
