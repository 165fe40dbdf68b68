"""python -m ulpia."""

from ulpia.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
