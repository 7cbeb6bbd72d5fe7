"""The Node.js that comes with Playwright, so that it need not be installed."""

import os
import subprocess

from playwright._impl._driver import compute_driver_executable


def run_node(
    *arguments: str, given: str = "", timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    executable, _ = compute_driver_executable()
    return subprocess.run(
        [executable, *arguments],
        input=given,
        env={**os.environ, "NODE_OPTIONS": ""},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
