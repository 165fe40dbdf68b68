"""The example game, a distribution of its own, works everywhere without any change elsewhere.

The laws in tests/laws and the meta-tests run it too: they take every installed game.
"""

import warnings
from pathlib import Path

import numpy as np
import pytest

import ulpia
from ulpia import render
from ulpia.agents import Decision, advise, find_agent
from ulpia.cli import main
from ulpia.registry import find_game
from ulpia.research import Batch
from ulpia.server.presentation.board_layout import board_layout
from ulpia.server.presentation.lobby import list_games

GAME = "scalae"


def test_it_is_found_and_belongs_to_another_distribution() -> None:
    assert find_game(GAME).package == "ulpia_scalae"
    assert GAME in [game.name for game in list_games("de").games]


def test_search_with_a_default_evaluation_beats_random_players() -> None:
    """Every seat is played by the search in half of the games; it wins clearly more than half of them."""
    won = 0.0
    for seed in range(20):
        match = ulpia.new(GAME, seats=2, seed=seed)
        mine = seed % 2
        agents = {mine: find_agent("search", seed), 1 - mine: find_agent("random", seed)}
        while match.seat is not None:
            match.play(agents[match.seat].choose(Decision(match)))
        assert match.outcome is not None
        won += (mine in match.outcome.winners) / len(match.outcome.winners)
    assert won >= 14


def test_every_agent_and_the_adviser_answer() -> None:
    match = ulpia.new(GAME, seats=3, seed=4)
    for name in ("tiro", "miles", "centurio", "legatus", "greedy", "random"):
        assert find_agent(name, 1).choose(Decision(match)) in match.options
    assert advise(Decision(match)).action in match.options


def test_it_is_drawn_from_its_view(tmp_path: Path) -> None:
    """A plain picture: every option is a button or lights up, and the SVG stands alone."""
    match = ulpia.new(GAME, seats=4, seed=4)
    for language in ("en", "de"):
        picture = match.picture(language, seat=match.seat)
        assert picture.startswith("<svg")
        assert "Scalae" in picture
    drawn = render.districts(match.view(0), "en")
    assert drawn
    assert set(board_layout(GAME, 0, 4, "en").places) <= set(drawn)


def test_it_plays_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda *_: "1")
    assert main(["simulate", GAME, "--games", "3", "--seats", "random,random"]) == 0
    assert main(["check", GAME, "--games", "300"]) == 0
    assert "No violation in 300 games" in capsys.readouterr().out


def test_it_runs_in_batches() -> None:
    batch = Batch(GAME, seats=4, games=200, seed=3)
    for _ in range(100):
        step = batch.step(batch.random_actions())
    assert np.abs(step.rewards.sum(axis=1)).max() < 1e-6
    assert batch.observations.shape == (200, find_game(GAME).rules.observation.size)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_passes_the_tests_of_pettingzoo(seats: int) -> None:
    from pettingzoo.test import api_test, seed_test

    from ulpia.research import pettingzoo

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(GAME, seats=seats), num_cycles=200)
        seed_test(lambda: pettingzoo.env(GAME, seats=seats), num_cycles=60)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_passes_the_tests_of_openspiel(seats: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import ulpia.research.openspiel  # noqa: F401

    game = pyspiel.load_game(f"python_ulpia_{GAME}", {"players": seats})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
