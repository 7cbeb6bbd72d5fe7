"""Known advisories of what is locked: `make audit` asks for them, `make check` compares offline.

``advisories.json`` keeps what was answered and when, and when each pin was last chosen. An advisory
that can't be mended yet gets ``"accepted": "why"``, and is then shown as a warning.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from packaging.version import Version

from tests.served import ROOT

KEPT = Path(__file__).with_name("advisories.json")
LOCKS = ("requirements.lock", "requirements-dev.lock")
IMAGES = ("Dockerfile", "compose.yaml")
OLD = timedelta(days=274)  # nine months


@dataclass(frozen=True)
class Advisory:
    id: str
    of: str
    """The name of a package, or of an image."""
    mended_in: tuple[str, ...]
    """The first mended version of each series that has one."""
    accepted: str = ""


@dataclass(frozen=True)
class KeptAnswers:
    asked: date
    locked: date
    images: Mapping[str, date]
    """When each image was last compared with the newest of its series."""
    advisories: tuple[Advisory, ...]


def read_answers(path: Path = KEPT) -> KeptAnswers:
    kept: dict[str, Any] = json.loads(path.read_text())
    return KeptAnswers(
        asked=date.fromisoformat(kept["asked"]),
        locked=date.fromisoformat(kept["locked"]),
        images={k: date.fromisoformat(v) for k, v in kept["images"].items()},
        advisories=tuple(
            Advisory(**each | {"mended_in": tuple(each["mended_in"])})
            for each in kept["advisories"]
        ),
    )


def write_answers(kept: KeptAnswers, path: Path = KEPT) -> None:
    path.write_text(json.dumps(asdict(kept), indent=1, default=str) + "\n")


def locked_packages(locks: Iterable[str] = LOCKS) -> Iterator[tuple[str, str]]:
    for lock in locks:
        text = (ROOT / lock).read_text()
        yield from re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==([^\s;]+)", text, re.M)


def pinned_images() -> Iterator[str]:
    for file in IMAGES:
        text = (ROOT / file).read_text()
        yield from re.findall(r"^\s*(?:FROM|image:) (\w+:\d[\w.-]*)$", text, re.M)


def version_of(image: str) -> tuple[str, str]:
    """The name and the version of an image: the rest of its tag names its base."""
    name, _, tag = image.partition(":")
    return name, tag.partition("-")[0]


def is_mended(version: str, mended_in: Iterable[str]) -> bool:
    """Whether a version is fixed: by the newest fixed version, or by one of the same series."""
    here, known = Version(version), [Version(each) for each in mended_in]
    series = [each for each in known if each.release[:-1] == here.release[:-1]]
    return any(here >= each for each in [*series, *([max(known)] if known else [])])


def open_advisories(
    kept: KeptAnswers, pins: Iterable[tuple[str, str]]
) -> Iterator[tuple[Advisory, str]]:
    for name, version in sorted(set(pins)):
        for each in kept.advisories:
            if each.of == name and not is_mended(version, each.mended_in):
                mended = f"mended in {', '.join(each.mended_in) or 'no version'}"
                yield each, f"{name} {version} has {each.id}, {mended}"


def list_faults(kept: KeptAnswers) -> Iterator[str]:
    images = list(pinned_images())
    pins = [*locked_packages(), *map(version_of, images)]
    for each, text in open_advisories(kept, pins):
        if not each.accepted:
            yield text
    for image in images:
        if image not in kept.images:
            yield f"{image} has no date in {KEPT.name}"


def list_warnings(kept: KeptAnswers, today: date) -> Iterator[str]:
    dates = {"the locks (make lock)": kept.locked, **kept.images}
    for what, chosen in dates.items():
        if today - chosen > OLD:
            yield f"{what}: last renewed on {chosen}, more than nine months ago"
    if today - kept.asked > OLD:
        yield f"advisories: last asked for on {kept.asked} (make audit)"
    pins = [*locked_packages(), *map(version_of, pinned_images())]
    for each, text in open_advisories(kept, pins):
        if each.accepted:
            yield f"{text}; accepted: {each.accepted}"


def parse_report(report: Mapping[str, Any]) -> tuple[list[Advisory], list[str]]:
    """The advisories that pip-audit found, and the packages it got no answer for."""
    found, unanswered = [], []
    for each in report["dependencies"]:
        if "skip_reason" in each:
            unanswered.append(each["name"])
        for fault in each.get("vulns", ()):
            mended = tuple(fault["fix_versions"])
            found.append(Advisory(fault["id"], each["name"], mended))
    return found, unanswered


def ask_pip_audit(today: date) -> int:
    kept, unanswered = read_answers(), set[str]()
    known = {(each.id, each.of): each for each in kept.advisories}
    for lock in LOCKS:
        words = [*("--require-hashes", "--disable-pip"), "--requirement", str(ROOT / lock)]
        done = subprocess.run(
            [sys.executable, "-m", "pip_audit", "--format=json", *words],
            capture_output=True,
            text=True,
            check=False,
        )
        if not done.stdout:
            sys.exit(done.stderr)
        found, silent = parse_report(json.loads(done.stdout))
        known = {(each.id, each.of): each for each in found} | known
        unanswered |= {*silent}
    asked = kept.asked if unanswered else today
    advisories = sorted(known.values(), key=lambda each: (each.of, each.id))
    write_answers(KeptAnswers(asked, kept.locked, kept.images, tuple(advisories)))
    if unanswered:
        print(f"NOT ANSWERED for {len(unanswered)}: {', '.join(sorted(unanswered))}")
    return check(today) or bool(unanswered)


def check(today: date) -> int:
    kept = read_answers()
    for each in list_warnings(kept, today):
        print(f"WARNING: {each}")
    wrong = list(list_faults(kept))
    for each in wrong:
        print(f"FAULT: {each}")
    if not wrong:
        print(f"No advisory known on {kept.asked} is open.")
    return bool(wrong)


def note_locked(today: date) -> int:
    kept = read_answers()
    write_answers(KeptAnswers(kept.asked, today, kept.images, kept.advisories))
    return 0


if __name__ == "__main__":
    what = {"ask": ask_pip_audit, "check": check, "locked": note_locked}[sys.argv[1]]
    sys.exit(what(datetime.now(UTC).date()))  # noqa: TID251
