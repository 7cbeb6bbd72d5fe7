"""Find Firefox and WebKit for the smoke tests; as root on Debian, install missing ones."""

import os
import shutil
import sys
from glob import glob

from tests.browser.debian import can_install, install_missing

PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")


def find_firefox() -> str | None:
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr")


def find_minibrowser() -> str | None:
    """MiniBrowser of WebKitGTK, which ``WebKitWebDriver`` starts."""
    if not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb"):
        return None
    return next(iter(glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")), None)


def has_browsers() -> bool:
    return bool(find_firefox() and find_minibrowser())


if __name__ == "__main__":
    if not has_browsers() and can_install():
        install_missing(PACKAGES, has_browsers)
    if not has_browsers():
        sys.exit(
            "Firefox or WebKit is missing for the smoke tests (tests/browser/smoke).\n"
            f"As root, on Debian: apt install {' '.join(PACKAGES)}"
        )
