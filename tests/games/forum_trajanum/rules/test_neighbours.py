"""Who gives to whom, and what it costs to look elsewhere.   F-12, F-14."""

from tests.games.forum_trajanum.drawing import draw
from ulpia.games.forum_trajanum import names


def test_a_tile_comes_from_the_left_neighbour() -> None:
    """F-14: what the seat to the left passed on is used, not what the seat to the right did."""
    for seat, gained in ((0, "red"), (1, "green"), (2, "blue")):
        table = draw(f"""
            seats 3
            0 passed: blue blue
            1 passed: red red
            2 passed: green green
            {seat} own: money money
            pending: turn {seat}
        """)
        assert table.match.seat == seat
        table.play("use received")
        assert table.mat(seat)["resources"][gained] == 2


def test_a_tile_is_passed_to_the_right_neighbour() -> None:
    """F-14: everybody is shown to whom a tile goes, round the table."""
    for seats in (2, 3, 4):
        players = draw(f"seats {seats}\npending: take").board["players"]
        assert [player["passes_to"] for player in players] == [seats - 1, *range(seats - 1)]


def test_each_card_that_is_not_followed_costs_a_tribune() -> None:
    """F-12: one for the first, one for the second, two for both; paid when all have passed on."""
    tribune = names.RESOURCES.index("tribune")
    for first, second, left in (
        ("take a2 first", "take b3 second", 3),
        ("take c3 first tribune", "take b3 second", 2),
        ("take a2 first", "take c3 second tribune", 2),
        ("take d4 first tribune", "take c3 second tribune", 1),
    ):
        table = draw("""
            seats 2
            streets: row 2, column b
            0 colonia: ...... / ##T... / .###T. / .T##.. / ...T.. / ......
            0 bag: money money, blue blue, red red, builder builder, money tribune, green green, red orange
            0 resources: tribune 3
            pending: take
        """).play(first, second)
        assert table.player(0).resources[tribune] == 3
        table.play(table.options[0])
        assert table.player(0).resources[tribune] == left
