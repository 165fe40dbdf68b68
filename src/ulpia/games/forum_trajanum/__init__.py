"""Forum Trajanum (2018). Rulings F-01 to F-91 are told in docs/rulings/forum_trajanum.md and cited where obeyed."""
