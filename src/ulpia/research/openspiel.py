"""OpenSpiel games: `import ulpia.research.openspiel`, then `pyspiel.load_game("python_ulpia_GAME")`.

Every draw and every roll is a chance node, with the probability of each kind of piece. Between an action and the last
chance node it causes, players still see the state before the action.

The information state string has perfect recall: everything that a player learnt, in order. The information state tensor
does not: it equals the observation tensor, what the player knows now. That suffices to play well, because the state
keeps everything of the past that matters; it does not distinguish all histories.
"""

import json
from collections.abc import Callable
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from ulpia.core.errors import MissingExtra, NumberOutOfRange
from ulpia.core.game import SPECTATOR, Game
from ulpia.core.settings import defaults, written
from ulpia.engine.batch_types import Array
from ulpia.engine.rng import MAX_KINDS
from ulpia.engine.templates.explicit_chance import CHANCE_PLAYER, TERMINAL_PLAYER
from ulpia.match import check_seat, check_seats, check_settings
from ulpia.registry import find_game, game_names
from ulpia.research.errors import NoResampling, NoUndo, UnknownKind
from ulpia.research.openspiel_state import OpenSpielPosition, rules_of

try:
    import pyspiel
except ImportError:
    raise MissingExtra(package="open_spiel", extra="openspiel") from None

Parameters = dict[str, str | int]
"""Parameters of a game string: `players`, `rewards` and the settings of the match."""

PREFIX = "python_ulpia_"
REWARDS = ("result", "points")
"""Kinds of returns: shares of the victory, or final points. Both are made zero-sum."""
MAX_POINTS_AHEAD = 1000.0
"""Bound of the returns by points."""
MAX_LENGTH = 5000
"""Bound of the decisions, and of the chance nodes, in a game."""


def game_type(game: Game) -> pyspiel.GameType:
    """Return the OpenSpiel type of a game. The settings of a match are its parameters."""
    settings = written(game.settings, defaults(game.settings)) | {"setup": "dealt"}
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=str(game.texts.find("en", "title")),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=min(game.seat_counts),
        max_num_players=max(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": min(game.seat_counts), "rewards": REWARDS[0], **settings},
    )


class UlpiaGame(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel wants it. Each game has a subclass of its own."""

    rules_name: ClassVar[str]
    game_type: ClassVar[pyspiel.GameType]

    def __init__(self, params: Parameters | None = None) -> None:
        given = {**self.game_type.parameter_specification, **(params or {})}
        rules = find_game(self.rules_name)
        seats = check_seats(rules, given["players"])
        options = {name: as_option(value) for name, value in given.items() if name not in ("players", "rewards")}
        settings = check_settings(rules, options, seats)
        given |= {name: as_parameter(word) for name, word in written(rules.settings, settings).items()}
        self.reward_kind = given["rewards"]
        if self.reward_kind not in REWARDS:
            raise UnknownKind(option="rewards", value=self.reward_kind, known=", ".join(REWARDS))
        self.rules = rules_of(self.rules_name, seats, tuple(settings.items()))
        highest = 1.0 if self.reward_kind == "result" else MAX_POINTS_AHEAD
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.actions),
            max_chance_outcomes=MAX_KINDS,
            num_players=seats,
            min_utility=-highest,
            max_utility=highest,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(self.game_type, info, given)

    def __reduce__(self) -> tuple[object, ...]:
        return load, (self.rules_name, self.get_parameters())

    def new_initial_state(self) -> "UlpiaState":
        """Return the beginning of a game, which is a chance node."""
        return UlpiaState(self, self.rules.beginning)

    def action_to_string(self, player: int, action: int) -> str:
        """Return an action in notation."""
        return action_name(self.rules.game, player, action)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound (not a tight one)."""
        return MAX_LENGTH

    def make_py_observer(
        self, iig_obs_type: "pyspiel.IIGObservationType | Parameters | None" = None, params: Parameters | None = None
    ) -> "Observer":
        """Return an observer of everything a player knows, of the public part, or of the private part."""
        if isinstance(iig_obs_type, dict):  # OpenSpiel omits the first argument where it has none
            iig_obs_type, params = None, iig_obs_type
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


SEATS = "seats "


def as_parameter(option: str) -> str:
    """Return a setting as a game string can hold it, in which commas separate and "0" is a number: "seats 0 2"."""
    return SEATS + option.replace(",", " ") if option[0].isdigit() else option


def as_option(parameter: str) -> str:
    """Return a parameter as a match takes it: "0,2". That form is accepted too."""
    return parameter.removeprefix(SEATS).replace(" ", ",") if parameter.startswith(SEATS) else parameter


def load(name: str, params: Parameters) -> UlpiaGame:
    """Load a game by its name in Ulpia. Pickled games are loaded through this function."""
    game: UlpiaGame = pyspiel.load_game(PREFIX + name, params)
    return game


class UlpiaState(pyspiel.State):  # type: ignore[misc]
    """A state that holds a `Position`. OpenSpiel copies and pickles the attributes of a state, so there are few."""

    def __init__(self, game: UlpiaGame, position: OpenSpielPosition) -> None:
        super().__init__(game)
        self._position = position
        self._reward_kind = game.reward_kind

    # The pending decision

    def current_player(self) -> int:
        """Return the current player: a seat, CHANCE or TERMINAL."""
        return self._position.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._position.player == TERMINAL_PLAYER

    def is_chance_node(self) -> bool:
        """Return whether this is a chance node. (OpenSpiel's own method goes through C++ and back.)"""
        return self._position.player == CHANCE_PLAYER

    def _legal_actions(self, _player: int) -> list[int]:
        return self._position.options

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return legal actions, or outcomes of chance, ascending. (OpenSpiel's own method takes twice as long.)"""
        position = self._position
        if player is not None and player != position.player:
            check_seat(player, position.rules.seats)
            return []
        if position.weights is not None:
            return [kind for kind, weight in enumerate(position.weights) if weight]
        return position.options.copy()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return self._position.outcomes()

    def _apply_action(self, action: int) -> None:
        self._position = self._position.play(action)

    def undo_action(self, _player: int, _action: int) -> None:
        """Raise NoUndo: OpenSpiel keeps the history where Python cannot shorten it."""
        raise NoUndo()

    def _action_to_string(self, player: int, action: int) -> str:
        return action_name(self._position.rules.game, player, action)

    # Returns

    def returns(self) -> list[float]:
        """Return what each player gets; zeros before the end."""
        seats = self._position.rules.seats
        if self._position.player != TERMINAL_PLAYER:
            return [0.0] * seats
        gained = self._gained()
        total = sum(gained)
        return [mine - (total - mine) / (seats - 1) for mine in gained]

    def _gained(self) -> list[float]:
        outcome = self._position.rules.game.rules.outcome(self._position.states[:1])
        assert outcome is not None
        if self._reward_kind == "points":
            return [float(points) for points in outcome.points]
        share = 1 / len(outcome.winners)
        return [share if seat in outcome.winners else 0.0 for seat in range(self._position.rules.seats)]

    def __str__(self) -> str:
        """Return the current player and what a spectator sees."""
        who = {CHANCE_PLAYER: "chance", TERMINAL_PLAYER: "nobody"}.get(
            self._position.player, f"player {self._position.player}"
        )
        return f"{who} decides\n{view_as_json(self._position, SPECTATOR)}"

    # Structs: to_dict(), to_observation_struct(), action_to_struct()

    def _to_struct(self) -> dict[str, object]:
        position = self._position
        views = [position.view(seat) for seat in range(position.rules.seats)]
        return {"current_player": position.player, "as each player sees it": views}

    def _to_observation_struct(self, player: int) -> dict[str, object]:
        return self._position.view(player)

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, str]) -> list[int]:
        return [self.string_to_action(self.current_player(), struct["action"])]

    # Imagining

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "UlpiaState":
        """Return a state with the same information state of the player, everything hidden redrawn by the game's rules.

        Its history is empty.
        """
        if self._position.weights is not None:
            raise NoResampling()
        check_seat(player_id, self._position.rules.seats)
        seed = int(probability_sampler() * 2**53)
        return UlpiaState(self.get_game(), self._position.imagine(player_id, seed))


def action_name(game: Game, player: int, action: int) -> str:
    """Return an action in notation, or an outcome of chance by its number."""
    if player == CHANCE_PLAYER:
        return f"chance {action}"
    if not 0 <= action < len(game.actions):
        raise NumberOutOfRange(number=action, last=len(game.actions) - 1, legal=f"0 … {len(game.actions) - 1}")
    return str(game.actions[action])


def view_as_json(position: OpenSpielPosition, viewer: int) -> str:
    """Return what a viewer sees, as JSON."""
    return json.dumps(position.view(viewer), ensure_ascii=False, sort_keys=True)


def private_part(mine: object, public: object, path: str = "") -> dict[str, object]:
    """Return where a seat's view differs from the public one, by path: `{"/players/0/hand": {"fish": 1}}`."""
    parts: list[tuple[object, object, object]]
    if isinstance(mine, dict) and isinstance(public, dict) and mine.keys() == public.keys():
        parts = [(name, part, public[name]) for name, part in mine.items()]
    elif isinstance(mine, list) and isinstance(public, list) and len(mine) == len(public):
        parts = [(at, part, other) for at, (part, other) in enumerate(zip(mine, public))]
    else:
        return {} if mine == public else {path: mine}
    return {at: own for name, part, other in parts for at, own in private_part(part, other, f"{path}/{name}").items()}


class Observer:
    """An OpenSpiel observer: fills `tensor` and its named parts in `dict`, and returns strings."""

    def __init__(self, game: UlpiaGame, kind: pyspiel.IIGObservationType, params: Parameters | None) -> None:
        if params:
            raise UnknownKind(option="params", value=params, known="None")
        self._recalls, self._sees_public = kind.perfect_recall, kind.public_info
        self._is_player = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        alone = self._is_player and not self._recalls
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not (self._sees_public or alone):
            given = f"{kind.private_info} with public_info={kind.public_info}, perfect_recall={kind.perfect_recall}"
            known = (
                "SINGLE_PLAYER or NONE with public_info, SINGLE_PLAYER without public_info and without perfect_recall"
            )
            raise UnknownKind(option="iig_obs_type", value=given, known=known)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, Array] = {}
        if self._is_player and self._sees_public:
            observation = game.rules.game.rules.observation
            self.tensor = np.zeros(observation.size, np.float32)
            self.dict = observation.split(self.tensor)

    def set_from(self, state: UlpiaState, player: int) -> None:
        """Write the observation of a player into the tensor."""
        if self.tensor is not None:
            check_seat(player, state._position.rules.seats)
            state._position.observe(player, self.tensor)

    def string_from(self, state: UlpiaState, player: int) -> str:
        """Return what a player knows as a string: now, or with perfect recall of the whole history."""
        position, viewer = state._position, player if self._is_player else SPECTATOR
        if self._is_player:
            check_seat(player, position.rules.seats)
        if not self._sees_public:
            return json.dumps(
                private_part(position.view(player), position.view(SPECTATOR)), ensure_ascii=False, sort_keys=True
            )
        return position.knowledge(viewer) if self._recalls else view_as_json(position, viewer)


def _register(name: str) -> None:
    game = find_game(name)
    kind = game_type(game)
    members = {"rules_name": name, "game_type": kind, "__doc__": f"{kind.long_name}, for OpenSpiel."}
    pyspiel.register_game(kind, type(f"{type(game).__name__}Game", (UlpiaGame,), members))


for _name in game_names():
    _register(_name)
