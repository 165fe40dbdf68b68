"""The fork server of `forked` imports this module once."""

from tests.server.forked import warm_up

warm_up()
