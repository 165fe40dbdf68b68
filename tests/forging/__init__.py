"""Forge what comes from outside, byte by byte: states, snapshots, pickles, transcripts, files, answers of agents.

    python -m tests.forging WAY GAME [--count 200000] [--seed 1] [--bounds]

Nothing that is accepted may leave an array, crash or hang, and a refusal is an error with a name. `--bounds` compiles
the rules with bounds checks, so that an access outside an array raises an error instead of going unnoticed.

A pickle is a program: Python runs what it says, and no check after that makes a pickle of a stranger safe. What is
forged here is a pickle that was damaged, or changed in its data. Python itself refuses most of those, with whatever
error it has; what Ulpia gets to see is refused by name.
"""
