"""Style sheets as browsers get them: each with all that it imports, in one flat file.

Sources are written in today's CSS (nesting, `light-dark()`, ranges in media queries), which
phones that clubs still use don't read. What is served reads from ``FLOOR`` on.
"""

from __future__ import annotations

import re
from pathlib import Path

import lightningcss

# The oldest browsers that a round can be entered and results be read in. The README says so.
FLOOR = ["ios_saf 15.4", "safari 15.4", "chrome 99", "firefox 115"]
# `(width < 48rem)` comes out as this, which no browser reads that needs it so.
BELOW = re.compile(r"\(?not \(min-(width|height):([\d.]+)rem\)\)?")


def flat(sheet: Path) -> str:
    """A style sheet and all that it imports, without nesting."""
    css = lightningcss.bundle_css(str(sheet), browsers_list=FLOOR, minify=True)
    return BELOW.sub(_just_below, css)


def _just_below(found: re.Match[str]) -> str:
    return f"(max-{found[1]}:{float(found[2]) - 0.001:g}rem)"
