"""Style sheets as browsers get them: each with all that it imports, in one flat file.

Sources are written in today's CSS (nesting, `light-dark()`, ranges in media queries), which
phones that clubs still use don't read. What is served reads from ``FLOOR`` on.
"""

import re
from pathlib import Path

import lightningcss

from crokinole_site.fewer_rules import without

# The oldest browsers that a round can be entered and results be read in. The README says so.
FLOOR = ["ios_saf 15.4", "safari 15.4", "chrome 99", "firefox 115"]
# `(width < 48rem)` comes out as this, which no browser reads that needs it so.
BELOW = re.compile(r"\(?not \(min-(width|height):([\d.]+)rem\)\)?")
# What no public page of an event has: there is nothing to fill in.
NOTHING_TO_FILL_IN = """
    form input select textarea optgroup progress dialog
    type=checkbox type=color type=date type=datetime-local type=email type=file type=image
    type=month type=number type=password type=radio type=range type=reset type=search
    type=submit type=text type=time type=week
    role=group role=search role=switch role=listbox aria-busy aria-disabled aria-invalid
    address audio blockquote canvas figcaption figure h5 h6 hr iframe kbd mark pre samp video
    data-placement data-tooltip rel=prev
    .container .container-fluid .contrast .dropdown .outline .overflow-auto .striped
    .modal-is-open .modal-is-opening .modal-is-closing
    """
LEFT_OUT = {"event.css": set(NOTHING_TO_FILL_IN.split())}


def flat(sheet: Path) -> str:
    """A style sheet and all that it imports, without nesting and what its pages never have."""
    css = lightningcss.bundle_css(str(sheet), browsers_list=FLOOR, minify=True)
    css = BELOW.sub(_just_below, css)
    absent = LEFT_OUT.get(sheet.name)
    return without(css, absent) if absent else css


def _just_below(found: re.Match[str]) -> str:
    return f"(max-{found[1]}:{float(found[2]) - 0.001:g}rem)"
