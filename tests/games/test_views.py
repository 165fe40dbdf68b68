"""Views of every game: typed, described, frozen, as JSON carries them; the generated reference is current."""

import importlib.util
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

import ulpia
from ulpia.core.view import PlayerView, View
from ulpia.match import Match
from ulpia.registry import find_game, game_names

GAMES = [name for name in game_names() if find_game(name).package.startswith("ulpia.")]
TOOL = Path(__file__).parents[2] / "tools" / "generate_view_reference.py"


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    """The program that writes the reference pages and schemas."""
    spec = importlib.util.spec_from_file_location("generate_view_reference", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def positions(name: str, seats: int) -> Iterator[Match]:
    """Every ninth position of a random game, and its end."""
    match = ulpia.new(name, seats=seats, seed=seats)
    dice = random.Random(seats)
    while match.seat is not None:
        if len(match.actions) % 9 == 0:
            yield match
        match.play(dice.choice(match.options))
    yield match


def test_the_reference_is_current(reference: ModuleType) -> None:
    """Otherwise run: python tools/generate_view_reference.py."""
    assert reference.main(["--check"]) == 0


def test_a_stale_reference_is_noticed(reference: ModuleType, tmp_path: Path) -> None:
    folder = ["--folder", str(tmp_path)]
    assert reference.main(["--check", *folder]) == 1
    assert reference.main(folder) == 0
    assert reference.main(["--check", *folder]) == 0
    next(tmp_path.glob("*.md")).write_text("old")
    assert reference.main(["--check", *folder]) == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_type_and_field_is_described(reference: ModuleType, name: str) -> None:
    """Descriptions are sentences."""
    for struct in reference.structs(reference.view_type(find_game(name))):
        assert struct.__doc__.endswith(".")
        described = reference.descriptions(struct)
        for field in struct.__struct_fields__:
            assert described[field].endswith((".", "…")), f"{struct.__name__}.{field}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_views_have_their_declared_types(reference: ModuleType, name: str, seats: int) -> None:
    """For every seat and a spectator: JSON reads back as an equal view, so no field has a value of another type."""
    kind = reference.view_type(find_game(name))
    assert issubclass(kind, View)
    for match in positions(name, seats):
        for viewer in (None, *range(seats)):
            view = match.view(viewer)
            assert type(view) is kind
            assert msgspec.json.decode(msgspec.json.encode(view), type=kind) == view
            assert view.game == name
            assert view.viewer == viewer
            assert view.seat == match.seat
            assert view.over == (match.seat is None)
            if viewer == match.seat:
                assert view.question == match.question
            assert tuple(player.points for player in view.players) == match.points


@pytest.mark.parametrize("name", GAMES)
def test_views_agree_with_their_schema(reference: ModuleType, name: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = msgspec.json.decode(reference.write_schema(find_game(name)))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for match in positions(name, 3):
        for viewer in (None, 1):
            validator.validate(msgspec.to_builtins(match.view(viewer)))


@pytest.mark.parametrize("name", GAMES)
def test_views_are_frozen(name: str) -> None:
    view = ulpia.new(name, seed=1).view(0)
    with pytest.raises(AttributeError):
        view.turn = 3  # type: ignore[misc]
    assert isinstance(view.players[0], PlayerView)
    with pytest.raises(AttributeError):
        view.players[0].points = 3  # type: ignore[misc]
