"""How large the code is, and how much of it a page runs: ``make numbers``.

Statements are counted without docstrings and imports, and nothing counts migrations. A page's
files and lines are what Python runs of the product when an organiser asks the demo club for it
again; templates aren't counted, queries are. Run at two commits, it shows what a change added.
"""

import ast
import os
import subprocess
import tempfile
from datetime import date
from pathlib import Path
from typing import NamedTuple

from coverage import Coverage

ROOT = Path(__file__).parents[1]
PRODUCT = ("crokinole_site", "leagues", "scoring")
LAYERS = (
    *("scoring", "leagues/pairing", "leagues/stages", "leagues/models", "leagues/access"),
    *("leagues/live", "leagues/backup", "leagues/files", "leagues/reads", "leagues/actions"),
    *("leagues/forms", "leagues/views", "leagues/urls", "leagues/templatetags"),
    *("leagues/demo", "crokinole_site"),
)
KINDS = {"Python": ".py", "HTML": ".html", "CSS": ".css", "JavaScript": ".js"}
DAY = date(2026, 11, 21)


class Size(NamedTuple):
    files: int
    lines: int
    statements: int


def size_of(kind: str, *folders: str) -> Size:
    listed = subprocess.run(
        ["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [Path(name) for name in listed.stdout.split()]
    texts = [
        (ROOT / path).read_text()
        for path in paths
        if path.suffix == KINDS[kind] and not {"migrations", "vendor"} & set(path.parts)
    ]
    lines = sum(text.count("\n") for text in texts)
    return Size(len(texts), lines, sum(map(statements, texts)) if kind == "Python" else 0)


def statements(source: str) -> int:
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    return sum(not _is_import_or_docstring(node) for node in nodes)


def _is_import_or_docstring(node: ast.stmt) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
    return False


def print_sizes() -> None:
    print(f"{'':24}{'files':>7}{'lines':>9}{'statements':>12}")
    for name, kind, folders in (
        ("product", "Python", PRODUCT),
        *((layer, "Python", (layer,)) for layer in LAYERS),
        ("tests", "Python", ("tests",)),
        ("templates", "HTML", ("templates",)),
        ("style sheets", "CSS", ("static",)),
        ("scripts", "JavaScript", ("static",)),
    ):
        size = size_of(kind, *folders)
        print(f"{name:24}{size.files:7}{size.lines:9,}{size.statements or '':12}")


def addresses() -> dict[str, str]:
    """Ten pages that people look at often, each with something to show."""
    from django.urls import reverse

    from leagues.models import Match, Night, Player

    night = Night.objects.filter(league__slug="winter-nights", events__state="running").get()
    match = Match.objects.filter(event__slug="millrace-open", state="finished").earliest("pk")
    player = Player.objects.filter(entries__sides__match=match).earliest("pk")
    return {
        "front page": "/",
        "league table": "/leagues/winter-nights/",
        "league, desk": "/desk/leagues/winter-nights/",
        "standings": "/events/millrace-open/standings/",
        "dated league": "/leagues/weekly-league/",
        "match": match.get_absolute_url(),
        "player": player.get_absolute_url(),
        "draw": "/desk/events/millrace-open/draw/",
        "tonight": reverse("desk-tonight", args=["winter-nights", night.pk]),
        "event, desk": "/desk/events/millrace-open/play/",
    }


def print_pages() -> None:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from leagues.demo import EMAIL, build_demo
    from leagues.models import User

    build_demo("tamarack", DAY, "a password of no one")
    browser = Client()
    browser.force_login(User.objects.get(email=EMAIL))
    print(f"\n{'':24}{'files':>7}{'lines':>9}{'queries':>12}")
    for name, address in addresses().items():
        assert browser.get(address).status_code == 200, address
        ran = Coverage(data_file=None, source=[str(ROOT / each) for each in PRODUCT])
        with CaptureQueriesContext(connection) as captured, ran.collect():
            browser.get(address)
        lines = [len(ran.get_data().lines(file) or ()) for file in ran.get_data().measured_files()]
        print(f"{name:24}{sum(map(bool, lines)):7}{sum(lines):9,}{len(captured):12}")


if __name__ == "__main__":
    print_sizes()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DATA_DIR": folder,
            "HTTPS": "0",
            "ALLOWED_HOSTS": "testserver",
            "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        print_pages()
