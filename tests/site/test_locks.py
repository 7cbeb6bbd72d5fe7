"""The lock files match ``pyproject.toml``, in the form that every pip installs."""

import re
import tomllib
from itertools import chain

import pytest

from tests.served import ROOT

ASKED = tomllib.loads((ROOT / "pyproject.toml").read_text())
SITE = ASKED["project"]["dependencies"]
DEVELOPERS = [*SITE, *chain(*ASKED["dependency-groups"].values())]


@pytest.mark.parametrize(
    ("lock", "asked"), [("requirements.lock", SITE), ("requirements-dev.lock", DEVELOPERS)]
)
def test_a_package_is_locked_with_its_extras(lock: str, asked: list[str]) -> None:
    """Or pip before 23.3 takes the newest release of a package that is asked for with an extra."""
    locked = re.findall(r"^([\w.\[\]-]+)==", (ROOT / lock).read_text(), re.MULTILINE)
    assert {re.split(r"[<>=]", each)[0] for each in asked} <= set(locked)
