"""Ulpia's games for OpenSpiel: `import ulpia.research.openspiel`, then `pyspiel.load_game("python_ulpia_trajan")`.

Every draw and every roll is a chance node, with the kinds of pieces that can come and how likely each is. Between an
action and the last chance it causes, everybody still sees the table as it was before the action.

The string of an information state is perfect recall: all that a player heard and saw, in order. The tensor is not: it
is the observation tensor, what the player knows of the table now. That is what is needed to play well, because the
rules keep on the table whatever of the past can be known to matter; it is not enough to tell histories apart.
"""

import json
from typing import Any, ClassVar

import numpy as np

from ulpia.core.errors import MissingExtra, NumberOutOfRange
from ulpia.core.game import SPECTATOR, Game
from ulpia.core.settings import defaults, written
from ulpia.engine.rng import MOST_KINDS
from ulpia.engine.templates.explicit_chance import CHANCE, OVER
from ulpia.match import check_seat, check_seats, check_settings
from ulpia.registry import GAMES, find_game
from ulpia.research.errors import NoResampling, NoUndo, UnknownKind
from ulpia.research.openspiel_state import Position, rules_of

try:
    import pyspiel
except ImportError:
    raise MissingExtra(package="open_spiel", extra="openspiel") from None

PREFIX = "python_ulpia_"
REWARDS = ("result", "points")
"""Who won: 1 for a sole winner, less for a shared victory, the others pay; or final points less the others' mean."""
HIGHEST_DIFFERENCE = 1000.0
LONGEST = 5000
"""Points that nobody can be ahead, and decisions (and chances) that no game is longer than."""


def game_type(game: Game) -> pyspiel.GameType:
    """What OpenSpiel has to know of a game before it is loaded; options of a match are its parameters."""
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
    """A game of Ulpia as OpenSpiel wants it. Each game has a class of its own below this one."""

    rules_name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        rules = find_game(self.rules_name)
        seats = check_seats(rules, given["players"])
        options = {name: as_option(value) for name, value in given.items() if name not in ("players", "rewards")}
        settings = check_settings(rules, options, seats)
        given |= {name: as_parameter(word) for name, word in written(rules.settings, settings).items()}
        self.rewards_are = given["rewards"]
        if self.rewards_are not in REWARDS:
            raise UnknownKind(option="rewards", value=self.rewards_are, known=", ".join(REWARDS))
        self.rules = rules_of(self.rules_name, seats, tuple(settings.items()))
        highest = 1.0 if self.rewards_are == "result" else HIGHEST_DIFFERENCE
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.actions),
            max_chance_outcomes=MOST_KINDS,
            num_players=seats,
            min_utility=-highest,
            max_utility=highest,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.rules_name, self.get_parameters())

    def new_initial_state(self) -> "UlpiaState":
        """The beginning; chance decides first."""
        return UlpiaState(self, self.rules.beginning)

    def action_to_string(self, player: int, action: int) -> str:
        """An action in our notation."""
        return named(self.rules.game, player, action)

    def max_chance_nodes_in_history(self) -> int:
        """A bound, not a tight one."""
        return LONGEST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Something that looks at states: as a player, as a passer-by who sees what is public, or at the rest."""
        if isinstance(iig_obs_type, dict):  # OpenSpiel leaves out the first of the two where it has none
            iig_obs_type, params = None, iig_obs_type
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


SEATS = "seats "


def as_parameter(option: str) -> str:
    """An option as the name of a game can carry it, in which a comma parts and "0" is a number: "seats 0 2"."""
    return SEATS + option.replace(",", " ") if option[0].isdigit() else option


def as_option(parameter: str) -> str:
    """Back to how a match has it: "0,2". That is understood as it is, too."""
    return parameter.removeprefix(SEATS).replace(" ", ",") if parameter.startswith(SEATS) else parameter


def load(name: str, params: dict[str, Any]) -> UlpiaGame:
    """A game by its name in Ulpia: what `pyspiel.load_game` does, and where games are pickled."""
    game: UlpiaGame = pyspiel.load_game(PREFIX + name, params)
    return game


class UlpiaState(pyspiel.State):  # type: ignore[misc]
    """A position of a game. OpenSpiel copies and stores the attributes of a state, so there is hardly more than one."""

    def __init__(self, game: UlpiaGame, at: Position) -> None:
        super().__init__(game)
        self._at = at
        self._rewards_are = game.rewards_are

    # Who decides, and among what

    def current_player(self) -> int:
        """The seat that decides, or CHANCE, or TERMINAL."""
        return self._at.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._at.seat == OVER

    def is_chance_node(self) -> bool:
        """Whether chance decides. (OpenSpiel's own way here goes through C++ and back.)"""
        return self._at.seat == CHANCE

    def _legal_actions(self, _player: int) -> list[int]:
        return self._at.options

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Numbers of actions in ascending order; for chance its outcomes. Not by way of C++: in half the time."""
        at = self._at
        if player is not None and player != at.seat:
            check_seat(player, at.rules.seats)
            return []
        if at.weights is not None:
            return [kind for kind, weight in enumerate(at.weights) if weight]
        return at.options.copy()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of chance with their probabilities."""
        return self._at.outcomes()

    def _apply_action(self, action: int) -> None:
        self._at = self._at.play(action)

    def undo_action(self, _player: int, _action: int) -> None:
        """Refused: OpenSpiel keeps the history where Python cannot shorten it."""
        raise NoUndo()

    def _action_to_string(self, player: int, action: int) -> str:
        return named(self._at.rules.game, player, action)

    # What it stands at

    def returns(self) -> list[float]:
        """What each player gets; zeros before the end."""
        seats = self._at.rules.seats
        if self._at.seat != OVER:
            return [0.0] * seats
        gained = self._gained()
        total = sum(gained)
        return [mine - (total - mine) / (seats - 1) for mine in gained]

    def _gained(self) -> list[float]:
        outcome = self._at.rules.game.outcome(self._at.states[0])
        assert outcome is not None
        if self._rewards_are == "points":
            return [float(points) for points in outcome.points]
        share = 1 / len(outcome.winners)
        return [share if seat in outcome.winners else 0.0 for seat in range(self._at.rules.seats)]

    def __str__(self) -> str:
        """The table as a passer-by sees it, and who decides."""
        who = {CHANCE: "chance", OVER: "nobody"}.get(self._at.seat, f"player {self._at.seat}")
        return f"{who} decides\n{observed(self._at, SPECTATOR)}"

    # As JSON can carry it: to_dict(), to_observation_struct(), action_to_struct()

    def _to_struct(self) -> dict[str, Any]:
        at = self._at
        views = [at.view(seat) for seat in range(at.rules.seats)]
        return {"current_player": at.seat, "as each player sees it": views}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._at.view(player)

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, str]) -> list[int]:
        return [self.string_to_action(self.current_player(), struct["action"])]

    # Imagining

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "UlpiaState":
        """A state that the player cannot tell from this one, everything hidden drawn anew by the game's own rules.

        It has no past but what the player knew: its history is empty.
        """
        if self._at.weights is not None:
            raise NoResampling()
        check_seat(player_id, self._at.rules.seats)
        seed = int(probability_sampler() * 2**53)
        return UlpiaState(self.get_game(), self._at.imagine(player_id, seed))


def named(game: Game, player: int, action: int) -> str:
    """An action in our notation; an outcome of chance by its number."""
    if player == CHANCE:
        return f"chance {action}"
    if not 0 <= action < len(game.actions):
        raise NumberOutOfRange(number=action, last=len(game.actions) - 1, legal=f"0 … {len(game.actions) - 1}")
    return str(game.actions[action])


def observed(at: Position, viewer: int) -> str:
    """What a viewer sees, as JSON."""
    return json.dumps(at.view(viewer), ensure_ascii=False, sort_keys=True)


def beyond(mine: Any, public: Any, path: str = "") -> dict[str, Any]:
    """What a seat sees otherwise than a passer-by, by its place in the view: `{"/players/0/hand": {"fish": 1}}`."""
    parts: Any
    if isinstance(mine, dict) and isinstance(public, dict) and mine.keys() == public.keys():
        parts = mine.items()
    elif isinstance(mine, list) and isinstance(public, list) and len(mine) == len(public):
        parts = enumerate(mine)
    else:
        return {} if mine == public else {path: mine}
    return {at: own for name, part in parts for at, own in beyond(part, public[name], f"{path}/{name}").items()}


class Observer:
    """Looks at states: `tensor` and, by the names of its parts, `dict`; and in words."""

    def __init__(self, game: UlpiaGame, kind: Any, params: Any) -> None:
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
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._is_player and self._sees_public:
            observation = game.rules.game.observation
            self.tensor = np.zeros(observation.size, np.float32)
            self.dict = observation.split(self.tensor)

    def set_from(self, state: UlpiaState, player: int) -> None:
        """Write what a player knows into the tensor."""
        if self.tensor is not None:
            check_seat(player, state._at.rules.seats)
            state._at.look(player, self.tensor)

    def string_from(self, state: UlpiaState, player: int) -> str:
        """The same in words: of the table now, or with perfect recall of all that led to it."""
        at, viewer = state._at, player if self._is_player else SPECTATOR
        if self._is_player:
            check_seat(player, at.rules.seats)
        if not self._sees_public:
            return json.dumps(beyond(at.view(player), at.view(SPECTATOR)), ensure_ascii=False, sort_keys=True)
        return at.knowledge(viewer) if self._recalls else observed(at, viewer)


def _register(name: str) -> None:
    game = find_game(name)
    kind = game_type(game)
    members = {"rules_name": name, "kind": kind, "__doc__": f"{kind.long_name}, for OpenSpiel."}
    pyspiel.register_game(kind, type(f"{type(game).__name__}Game", (UlpiaGame,), members))


for _name in GAMES:
    _register(_name)
