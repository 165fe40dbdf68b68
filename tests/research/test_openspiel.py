"""The door to OpenSpiel: its own tests, its own bots, chance, storing, refusals."""

import copy
import json
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, random_agent
from open_spiel.python.policy import UniformRandomPolicy
from open_spiel.python.rl_environment import Environment

from tests.research.spiel import draw, ends, every_game, every_table, load, middle, positions, walk
from ulpia.core.errors import (
    BadSeat,
    BadSeats,
    BadSetting,
    GameIsOver,
    IllegalAction,
    MissingExtra,
    NumberOutOfRange,
)
from ulpia.engine.event_log import NO_LOG
from ulpia.engine.rng import MAX_SCRIPT
from ulpia.engine.templates.explicit_chance import CHANCE_PLAYER
from ulpia.registry import find_game
from ulpia.research import openspiel
from ulpia.research.errors import NoResampling, NoUndo, UnknownKind

# OpenSpiel's own opinion


@every_game
@every_table
def test_the_simulation_test_of_openspiel_passes_with_serialisation(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players=players), num_sims=1, serialize=True, verbose=False)


@every_game
def test_it_passes_with_a_chosen_set_up_and_points_as_rewards(name: str) -> None:
    pyspiel.random_sim_test(load(name, setup="chosen", rewards="points"), num_sims=1, serialize=True, verbose=False)


def play_with(bots: list[Any], state: Any) -> Any:
    dice = np.random.RandomState(0)
    while not state.is_terminal():
        if state.is_chance_node():
            draw(state, dice)
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    return state


@every_game
@every_table
@pytest.mark.parametrize("bot", ["mcts", "ismcts"])
def test_bots_of_openspiel_play_a_full_game(name: str, players: int, bot: str) -> None:
    game, dice = load(name, players=players), np.random.RandomState(5)
    rollout = mcts.RandomRolloutEvaluator(1, dice)
    thinker = (
        mcts.MCTSBot(game, 2.0, 2, rollout, random_state=dice)
        if bot == "mcts"
        else ismcts.ISMCTSBot(game, rollout, 2.0, 2, random_state=dice)
    )
    others = [pyspiel.make_uniform_random_bot(player, 3) for player in range(1, players)]
    state = play_with([thinker, *others], game.new_initial_state())
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)


@every_game
@every_table
def test_agents_of_openspiel_learn_from_its_own_environment(name: str, players: int) -> None:
    env = Environment(openspiel.PREFIX + name, players=players, include_full_state=True, enable_legality_check=True)
    env.seed(3)
    agents = [random_agent.RandomAgent(player, env.action_spec()["num_actions"]) for player in range(players)]
    now = env.reset()
    while not now.last():
        player = now.observations["current_player"]
        assert len(now.observations["info_state"][player]) == find_game(name).rules.observation.size
        game, state = pyspiel.deserialize_game_and_state(now.observations["serialized_state"])
        assert game.num_players() == players
        assert state.legal_actions() == now.observations["legal_actions"][player]
        now = env.step([agents[player].step(now).action])
    assert sum(now.rewards) == pytest.approx(0)
    assert any(now.rewards)


@every_game
def test_policies_and_matches_of_openspiel_work(name: str) -> None:
    state = middle(name, players=4)
    shares = UniformRandomPolicy(state.get_game()).action_probabilities(state)
    assert list(shares) == state.legal_actions()
    bots = [pyspiel.make_uniform_random_bot(player, 4) for player in range(4)]
    assert sum(pyspiel.evaluate_bots(state, bots, 1)) == pytest.approx(0)


# Rules and chance


@every_game
def test_rules_with_explicit_chance_are_the_rules_of_a_match(name: str) -> None:
    """What a match makes of an action is one of the things that explicit chance can make of it."""
    rules = find_game(name)
    facts, legal = rules.read_components().facts, np.zeros(rules.rules.max_options, np.int64)
    without = with_chance = 0
    for position in positions(name, 11, players=3)[::3]:
        if position.player < 0:
            continue
        table = position.states
        rules.rules.play(facts, table, position.options[-1], NO_LOG, legal)
        after = [end.state for end in ends(position.play(position.options[-1]))]
        truth = table.copy()
        truth["chance"] = position.states["chance"]
        assert len(after) > 200 or truth.tobytes() in after
        without += len(after) == 1
        with_chance += 1 < len(after) <= 200
    assert without > 30
    assert with_chance > 3


@every_game
@every_table
def test_every_state_of_a_game_with_explicit_chance_is_sound(name: str, players: int) -> None:
    rules = find_game(name)
    facts = rules.read_components().facts
    for position in positions(name, 2, players=players, setup="chosen"):
        if position.weights is None:
            assert rules.rules.audit(facts, position.states) is None


@every_game
@every_table
def test_outcomes_of_chance_are_all_there_are_and_add_up_to_one(name: str, players: int) -> None:
    game, found = load(name, players=players), 0
    for position in positions(name, 6, players=players):
        if position.player == CHANCE_PLAYER:
            kinds, chances = zip(*position.outcomes())
            assert sum(chances) == pytest.approx(1)
            assert min(chances) > 0
            assert list(kinds) == sorted(set(kinds))
            assert 0 <= kinds[0] <= kinds[-1] < game.max_chance_outcomes()
            found += 1
    assert found > 50


def test_outcomes_are_kinds_of_pieces_as_likely_as_the_pieces_are_many() -> None:
    game = load("trajan", players=3)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(seat, pytest.approx(1 / 3)) for seat in range(3)]
    state.apply_action(1)
    tiles = game.rules.facts[0]["forum_tiles"]
    assert state.chance_outcomes() == [(kind, pytest.approx(n / tiles.sum())) for kind, n in enumerate(tiles) if n]


@every_game
@pytest.mark.parametrize("setup", ["dealt", "chosen"])
def test_scripts_of_the_largest_table_leave_room(name: str, setup: str) -> None:
    longest = max(len(position.script) // 2 for position in positions(name, 3, players=4, setup=setup))
    assert 0 < longest < 0.7 * MAX_SCRIPT


@every_game
def test_who_decides_the_set_up_is_an_option(name: str) -> None:
    dealt = walk(load(name).new_initial_state(), 0, np.random.RandomState(0))
    chosen = walk(load(name, setup="chosen").new_initial_state(), 0, np.random.RandomState(0))
    assert dealt.move_number() > chosen.move_number()


# Rewards


@every_game
def test_returns_are_the_result_or_points_less_the_mean_of_the_others(name: str) -> None:
    state = middle(name, 10_000, players=4)
    outcome = state._position.rules.game.rules.outcome(state._position.states[:1])
    share = 1 / len(outcome.winners)
    for seat, reward in enumerate(state.returns()):
        mine = share if seat in outcome.winners else 0
        assert reward == pytest.approx(mine - (1 - mine) / 3)
    by_points = openspiel.UlpiaState(load(name, players=4, rewards="points"), state._position)
    for seat, reward in enumerate(by_points.returns()):
        others = [points for other, points in enumerate(outcome.points) if other != seat]
        assert reward == pytest.approx(outcome.points[seat] - np.mean(others))
    assert by_points.rewards() == by_points.returns()
    assert by_points.player_reward(2) == by_points.returns()[2]


@every_game
def test_before_the_end_there_is_no_reward(name: str) -> None:
    state = middle(name, players=3)
    assert state.returns() == state.rewards() == [0, 0, 0]


# Storing


@every_game
@pytest.mark.parametrize("where", ["chance", "decision", "imagined", "over"])
def test_states_are_stored_and_copied_in_the_middle_of_a_game(name: str, where: str) -> None:
    dice, state = np.random.RandomState(4), middle(name, 10_000 if where == "over" else 25, players=3)
    if where == "chance":
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[-1])
    if where == "imagined":
        state = walk(state.resample_from_infostate(state.current_player(), lambda: 0.5), 7, dice)
    game = state.get_game()
    copies = {
        "clone": state.clone(),
        "deepcopy": copy.deepcopy(state),
        "pickle": pickle.loads(pickle.dumps(state)),
        "serialise": game.deserialize_state(state.serialize()),
        "with its game": pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    }
    for how, twin in copies.items():
        assert twin._position == state._position, how
        assert twin.history() == state.history(), how
        assert twin.legal_actions() == state.legal_actions(), how
        assert twin.chance_outcomes() == state.chance_outcomes(), how
        assert twin.returns() == state.returns(), how
        for player in range(3):
            assert twin.information_state_string(player) == state.information_state_string(player), how
            assert twin.observation_string(player) == state.observation_string(player), how


@every_game
def test_a_copy_goes_its_own_way(name: str) -> None:
    state = middle(name)
    before, twin = state._position, state.clone()
    walk(twin, 20, np.random.RandomState(0))
    assert state._position is before
    assert len(twin.history()) > len(state.history())
    assert hash(twin._position) != hash(before)


@every_game
def test_games_are_pickled_with_their_parameters(name: str) -> None:
    game = load(name, players=3, rewards="points", setup="chosen")
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.num_players() == 3
    assert again.rules is game.rules


# Words and numbers


@every_game
def test_actions_are_in_our_notation_and_read_back(name: str) -> None:
    state = middle(name)
    player = state.current_player()
    for action in state.legal_actions():
        notation = str(find_game(name).actions[action])
        assert state.action_to_string(player, action) == state.get_game().action_to_string(player, action) == notation
        assert state.string_to_action(player, notation) == action
        assert state.action_to_struct(player, action).to_dict() == {"action": notation}
    assert load(name).new_initial_state().action_to_string(CHANCE_PLAYER, 1) == "chance 1"


@every_game
def test_states_are_told_as_json(name: str) -> None:
    state = middle(name, players=3)
    assert state.to_dict()["current_player"] == state.current_player()
    assert json.loads(state.to_json())["as each player sees it"][1] == json.loads(state.observation_string(1))
    assert state.to_observation_struct(2).to_dict() == json.loads(state.observation_string(2))
    assert str(state).startswith(f"player {state.current_player()} decides")


@every_game
def test_a_game_tells_its_size(name: str) -> None:
    game, rules = load(name, players=4), find_game(name)
    assert game.num_players() == 4
    assert game.num_distinct_actions() == len(rules.actions)
    assert game.observation_tensor_shape() == game.information_state_tensor_shape() == [rules.rules.observation.size]
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    state = middle(name, 10_000, players=4, setup="chosen")
    assert len(state.history()) < 0.5 * game.max_game_length()


@every_game
def test_a_mask_marks_the_legal_actions_of_who_decides(name: str) -> None:
    state = load(name).new_initial_state()
    for size in (state.get_game().max_chance_outcomes(), state.num_distinct_actions()):
        mask = state.legal_actions_mask()
        assert len(mask) == size
        assert [action for action, legal in enumerate(mask) if legal] == state.legal_actions()
        walk(state, 20, np.random.RandomState(0))
    assert not any(state.legal_actions_mask(1 - state.current_player()))


@every_game
def test_a_game_is_loaded_by_the_name_it_gives_itself(name: str) -> None:
    game = load(name, players=3, rewards="points", setup="chosen")
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()
    assert pyspiel.load_game(f"python_ulpia_{name}(players=4)").num_players() == 4


@pytest.mark.parametrize("newcomers", ["none", "1", "0,2", "seats 0 2"])
def test_a_list_of_seats_goes_with_the_name_of_a_game(newcomers: str) -> None:
    state = middle("forum_trajanum", players=3, side="B", newcomers=newcomers)
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert game.rules is pickle.loads(pickle.dumps(game)).rules is state.get_game().rules
    assert again.information_state_string(0) == state.information_state_string(0)
    expected = [str(seat) in newcomers for seat in range(3)]
    assert [player["newcomer"] for player in json.loads(again.observation_string(0))["players"]] == expected


# Refusals


@every_game
def test_an_illegal_action_is_refused_and_says_what_is_legal(name: str) -> None:
    state = middle(name)
    legal = state.legal_actions()
    illegal = next(action for action in range(1000) if action not in legal)
    before = state._position, state.history()
    for action in (illegal, -2, 10_000):
        with pytest.raises(IllegalAction, match=str(find_game(name).actions[legal[0]])):
            state.apply_action(action)
    assert (state._position, state.history()) == before
    with pytest.raises(IllegalAction, match="Allowed: 0, 1"):
        load(name).new_initial_state().apply_action(2)


@every_game
def test_an_action_after_the_end_is_refused(name: str) -> None:
    state = middle(name, 10_000)
    assert state.legal_actions() == []
    with pytest.raises(GameIsOver):
        state.apply_action(0)


@every_game
def test_bad_parameters_are_refused(name: str) -> None:
    with pytest.raises(BadSeats):
        load(name, players=5)
    with pytest.raises(UnknownKind, match="result, points"):
        load(name, rewards="fame")
    with pytest.raises(BadSetting, match="chosen, dealt"):
        load(name, setup="found")
    if name == "forum_trajanum":
        with pytest.raises(BadSetting, match="0,1"):
            load(name, newcomers="seats 0 7")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        load(name, seats=2)
    with pytest.raises(pyspiel.SpielError, match="Wrong type for parameter players"):
        load(name, players="3")


@every_game
def test_bad_players_are_refused(name: str) -> None:
    state = middle(name)
    with pytest.raises(BadSeat):
        state.legal_actions(2)
    with pytest.raises(BadSeat):
        state.resample_from_infostate(2, lambda: 0.5)
    with pytest.raises(NumberOutOfRange):
        state.action_to_string(0, 10_000)
    assert state.legal_actions(1 - state.current_player()) == []


@every_game
def test_nothing_is_undone_and_the_refusal_says_what_to_do(name: str) -> None:
    state = middle(name)
    before = state.clone()
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(NoUndo, match=r"clone\(\)"):
        state.undo_action(before.current_player(), before.legal_actions()[0])
    assert len(state.history()) == len(before.history()) + 1


@every_game
def test_nothing_is_resampled_while_chance_decides(name: str) -> None:
    with pytest.raises(NoResampling, match="chance_outcomes"):
        load(name).new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_without_openspiel_the_door_says_what_to_install() -> None:
    script = "import sys; sys.modules['pyspiel'] = None; import ulpia.research.openspiel"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert MissingExtra.__name__ in done.stderr
    assert "ulpia[openspiel]" in done.stderr
