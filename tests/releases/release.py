"""Build a release in dist/ and print its tag: `make release`, on a clean commit that passed .ci/run."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crokinole_site import __version__
from tests.audit import locked_packages
from tests.releases.__main__ import keep_release, newest_file
from tests.served import ROOT

PASSED = ROOT / ".ci" / "passed"
DIST = ROOT / "dist"


def run_git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def list_obstacles(changelog: str) -> Iterator[str]:
    """What has to be done before this commit is a release."""
    if run_git("status", "--porcelain"):
        yield "The tree isn't clean: commit what changed."
    if not PASSED.exists() or PASSED.read_text().strip() != run_git("rev-parse", "HEAD"):
        yield "This commit hasn't passed: bash .ci/run"
    if not re.search(rf"^## {re.escape(__version__)} - \d{{4}}-\d\d-\d\d$", changelog, re.M):
        yield f"CHANGELOG.md has no heading with the date: ## {__version__} - 2026-12-31"
    if not newest_file().exists():
        keep_release()
        yield f"{newest_file().relative_to(ROOT)} was missing and is kept: commit it."


def list_parts(notice: str) -> Iterator[dict[str, Any]]:
    """The components of the wheel: the packages it needs, and the files of others inside it."""
    for name, version in locked_packages(("requirements.lock",)):
        purl = f"pkg:pypi/{name.lower()}@{version}"
        yield {"type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl}
    vendored = notice.partition("static/vendor")[2].partition("tests/browser/vendor")[0]
    for name, version, licence in re.findall(r"^  ([\w-]+) (\d\S+) +(\S+)  ", vendored, re.M):
        facts = {
            "type": "library",
            "name": name,
            "version": version,
            "bom-ref": f"{name}@{version}",
        }
        yield {**facts, "licenses": [{"license": {"id": licence}}]}


def write_bill(folder: Path) -> Path:
    """Write the list of components in the form of CycloneDX 1.5."""
    file = folder / f"twenties-{__version__}.cdx.json"
    of = {"type": "application", "name": "twenties", "version": __version__}
    bill = {
        **{"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1},
        "metadata": {"component": {**of, "licenses": [{"license": {"id": "BSD-3-Clause"}}]}},
        "components": list(list_parts((ROOT / "NOTICE").read_text())),
    }
    file.write_text(json.dumps(bill, indent=1) + "\n")
    return file


def make_release() -> None:
    if found := list(list_obstacles((ROOT / "CHANGELOG.md").read_text())):
        sys.exit("\n".join(found))
    subprocess.run([sys.executable, "-m", "hatchling", "build"], cwd=ROOT, check=True)
    print(write_bill(DIST).relative_to(ROOT))
    print(f'git tag --sign v{__version__} --message "Twenties {__version__}"')


if __name__ == "__main__":
    make_release()
