"""A clock that tests move by hand."""


class FakeTime:
    """Two clocks, of which the wall clock can be set to any time."""

    def __init__(self, wall: int = 1_798_000_000_000) -> None:
        self.wall_time, self.seconds = wall, 1000.0

    def wall(self) -> int:
        return self.wall_time

    def monotonic(self) -> float:
        return self.seconds

    def pass_by(self, milliseconds: int) -> None:
        """Time passes."""
        self.wall_time += milliseconds
        self.seconds += milliseconds / 1000

    def set_wall(self, milliseconds: int) -> None:
        """Somebody sets the wall clock back or forth."""
        self.wall_time += milliseconds
