#!/bin/sh
# Proves that scoring needs nothing but Python: in an environment into which nothing is
# installed, every example in it and in its pages of docs/rules runs, and the shell
# prints a table.
set -eu
cd "$(dirname "$0")/../.."
bare=$(mktemp -d)
trap 'rm -rf "$bare"' EXIT
"${PYTHON:-python3}" -m venv --without-pip "$bare"
"$bare/bin/python" -I - <<'PYTHON'
import doctest, importlib, importlib.util, pathlib, pkgutil, sys

assert importlib.util.find_spec("django") is None, "this was to be an environment without Django"
sys.path.insert(0, ".")
scoring = importlib.import_module("scoring")
names = [m.name for m in pkgutil.walk_packages(scoring.__path__, "scoring.")]
modules = [scoring, *map(importlib.import_module, names)]
results = [doctest.testmod(module) for module in modules]
pages = [p for p in sorted(pathlib.Path("docs/rules").glob("*.md")) if "from leagues" not in p.read_text("utf-8")]
results += [doctest.testfile(str(page), module_relative=False) for page in pages]
failed, tried = (sum(column) for column in zip(*results))
print(f"{tried} examples in {len(modules)} modules and {len(pages)} pages, {failed} wrong")
sys.exit(failed > 0 or tried == 0)
PYTHON
echo '[{"a": "Ann", "b": "Ben", "points": [5, 3], "twenties": [6, 4]}]' >"$bare/games.json"
"$bare/bin/python" -m scoring table "$bare/games.json" --chain points,twenties
"$bare/bin/python" -m scoring table "$bare/games.json" --json | grep -q '"place": 1'
