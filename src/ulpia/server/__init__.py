"""The table in the browser: a server that keeps games, shows each client its own view and takes its actions.

Needs the extra `table`. Follow one action through it in docs/protocol.md and, inside, from `connection` to `tables`,
`course` and `store`, and back through `scenes`.
"""
