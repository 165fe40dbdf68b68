"""The messages `log` and `state` for one client: what it has been sent, and what is new to it."""

from ulpia.server.frames import Encoded
from ulpia.server.history import MatchHistory, Viewer
from ulpia.server.presentation.scene import Districts, Scene, log_entries
from ulpia.server.protocol import Explain, LogUpdate, State
from ulpia.server.session.table import Table


class Updates:
    """What a client has been sent of its table."""

    def __init__(self, viewer: Viewer, language: str, form: str) -> None:
        self.viewer, self.language, self.form = viewer, language, form
        self._districts: Districts = {}
        """The pictures of the last state, shared with its scene."""
        self._basis: tuple[object, ...] = ()
        """What the last state was built from."""
        self._log_sent = 0
        """The number of log entries that were sent."""
        self._log_valid = 0
        """How many of them are still valid."""
        self.is_taught = False
        """Whether the client wants explanations."""

    def cut_log(self, length: int) -> None:
        """Only this many entries of the log are still valid."""
        self._log_valid = min(self._log_valid, length)

    def are_due(self, table: Table) -> bool:
        """Whether there is something new."""
        return self._basis != self._basis_of(table)

    def is_known(self, table: Table) -> bool:
        """Whether what is new was built for another client of the same viewer."""
        return not self.is_taught and self._key(table) in table.updates

    def encode(self, table: Table) -> tuple[Encoded, ...]:
        """Build and encode the messages that say what is new. They count as sent.

        Clients of one viewer, language and form that have been sent the same share them: all spectators who keep up.
        """
        key = self._key(table)
        known = None if self.is_taught else table.updates.get(key)
        if known is None:
            messages = tuple([Encoded(message) for message in self.build(table)])
            known = messages, self._districts, self._log_sent
            if not self.is_taught:
                table.updates[key] = known
        messages, self._districts, self._log_sent = known
        self._basis, self._log_valid = self._basis_of(table), self._log_sent
        return messages

    def _key(self, table: Table) -> tuple[object, ...]:
        """Return what the messages are built from, besides the table."""
        sent = self._basis, self._log_sent, self._log_valid
        return self.viewer, self.language, self.form, *sent, self._basis_of(table)

    def build(self, table: Table) -> list[LogUpdate | State | Explain]:
        """Build the messages that say what is new. They count as sent."""
        history, basis = table.history, self._basis_of(table)
        scene = table.scene(self.viewer, self.language, self.form)
        has_same_names = basis[1:] == self._basis[1:]
        since = min(self._log_sent, self._log_valid) if has_same_names else 0
        log = LogUpdate(since=since, entries=log_entries(history, scene.audience, since))
        state = scene.state(history, self.viewer, self._districts)
        self._districts, self._basis = scene.districts, basis
        self._log_sent = self._log_valid = state.position + 1
        explained = self._explain(scene, history, since)
        scene.drop_view()
        return [log, state, *explained]

    def teach(self, table: Table, is_on: bool) -> list[Explain]:
        """Switch explanations on or off; build those of a state that was sent before."""
        was_taught, self.is_taught = self.is_taught, is_on
        if was_taught or not self._basis:
            return []
        return self._explain(table.scene(self.viewer, self.language, self.form), table.history, 0)

    def _explain(self, scene: Scene, history: MatchHistory, since: int) -> list[Explain]:
        """Explain what is new from a position on; to a client that has just come, from its last turn on."""
        if not self.is_taught or self.viewer is None:
            return []
        last = history.last_turn(self.viewer)
        return [scene.explain(history, self.viewer, since or (0 if last is None else last + 1))]

    def _basis_of(self, table: Table) -> tuple[object, ...]:
        return table.history.revision(self.viewer), table.seat_names(self.language)
