"""``python -m scoring``: the rules of crokinole from the shell."""

from scoring.shell import main

if __name__ == "__main__":
    raise SystemExit(main())
