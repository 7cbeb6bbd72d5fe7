"""A small club as each release has left it, for tests of updates from there."""

from pathlib import Path

FOLDER = Path(__file__).parent
KEPT = sorted(FOLDER.glob("*.zip"))
