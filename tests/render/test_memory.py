"""Pictures remembered are the pictures that would be drawn."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

import ulpia
from ulpia import render

NAMES = ("Ada", "Bob", "Cleo")


@pytest.mark.parametrize("game", ["trajan", "forum_trajanum"])
def test_a_table_with_a_memory_looks_the_same_at_every_moment(game: str) -> None:
    """Several viewers, languages and forms share one memory; undo and changed names do not confuse it."""
    memory, dice = render.Memory(), random.Random(2)
    match = ulpia.new(game, seats=3, seed=2)
    moment, is_over = 0, False
    while not is_over:
        moment, is_over = moment + 1, match.seat is None  # the end is looked at too: nobody is asked there
        if moment % 9 == 0 and not is_over:
            match.undo()
        for viewer in (None, 0, 1, 2):
            language, form = dice.choice(("en", "de")), dice.choice((render.FULL, render.SMALL))
            names = NAMES if moment % 50 else ("Zoe", *NAMES[1:])
            view = match.view(viewer)
            remembered = render.districts(view, language, names, form=form, memory=memory)
            if moment % 4 == 0 or is_over:
                assert remembered == render.districts(view, language, names, form=form)
        if not is_over:
            match.play(dice.choice(match.options))


def test_nothing_is_drawn_twice_from_the_same_and_everything_else_anew() -> None:
    drawn = []

    def paint(view: Mapping[str, Any]) -> str:
        drawn.append(view["time"]["space"])
        return f"{view['players'][1]['points']} {view['senate'].get('vote', 0)}"

    memory = render.Memory()

    def look(space: int, mine: int, other: int, **senate: int) -> str:
        view = {"time": {"space": space}, "senate": senate, "players": [{"points": mine}, {"points": other}]}
        return memory.districts(view, "en", {"table": paint})["table"]

    assert [look(1, 2, 3), look(1, 2, 3), look(1, 9, 3)] == ["3 0"] * 3
    assert drawn == [1]
    assert [look(1, 2, 4), look(2, 2, 3), look(1, 2, 3, vote=5), look(1, 2, 3)] == ["4 0", "3 0", "3 5", "3 0"]
    assert drawn == [1, 1, 2, 1]


def test_a_picture_knows_whether_there_was_something_to_ask_for() -> None:
    """A question is there or not; a painter may look no further."""
    memory = render.Memory()

    def look(question: dict[str, str] | None) -> str:
        painters = {"table": lambda view: "nobody" if view["question"] is None else "somebody"}
        return memory.districts({"question": question}, "en", painters)["table"]

    assert [look({"kind": "sow"}), look(None), look({"kind": "lay"})] == ["somebody", "nobody", "somebody"]
