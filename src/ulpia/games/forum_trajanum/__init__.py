"""Forum Trajanum (2018). Its rulings F-01 to F-91 are in docs/rulings/forum_trajanum.md; the code cites them."""
