"""The decisions, one subject a file. Each states what may be chosen and what follows. No step imports a step."""
