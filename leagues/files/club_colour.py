"""The style sheet for a club's colour, made darker or lighter until text in it is readable.

The club chooses one colour; both themes are derived from it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

READABLE = 4.5  # WCAG 2.2 AA, for text
OF_THE_SITE = "#6a3d1a"
# Backgrounds of the colour, and text on it, as in static/css/tokens.css.
LIGHT_GROUNDS, ON_LIGHT = ("#fcfaf5", "#ffffff", "#f5ebdb"), "#fffaf2"
DARK_GROUNDS, ON_DARK = ("#1e1611", "#291f18", "#3a2d21"), "#241505"
BLACK, WHITE = "#000000", "#ffffff"
STEPS = 100
STRONGER = 25  # steps further, for hover
A_COLOUR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True)
class Accent:
    """The colours of links and buttons in one theme."""

    plain: str
    strong: str
    text_on_it: str


@dataclass(frozen=True)
class ClubColour:
    chosen: str
    light: Accent
    dark: Accent

    @property
    def is_too_light(self) -> bool:
        """True if the light theme and paper show the colour darker than it was chosen."""
        return self.light.plain != self.chosen


@lru_cache(maxsize=16)
def club_colour(chosen: str) -> ClubColour:
    assert A_COLOUR.fullmatch(chosen), chosen
    return ClubColour(
        chosen,
        _make_accent(chosen, BLACK, LIGHT_GROUNDS, ON_LIGHT),
        _make_accent(chosen, WHITE, DARK_GROUNDS, ON_DARK),
    )


def _make_accent(chosen: str, towards: str, grounds: tuple[str, ...], on: str) -> Accent:
    """Mix in black or white until the contrast is enough; pure black and white always have it."""
    step = next(
        step
        for step in range(STEPS + 1)
        if all(
            contrast_of(mix_colours(chosen, towards, step), other) >= READABLE
            for other in (*grounds, on)
        )
    )
    stronger = step + (STEPS - step) * STRONGER // STEPS
    return Accent(mix_colours(chosen, towards, step), mix_colours(chosen, towards, stronger), on)


def style_sheet(chosen: str) -> str:
    """Return CSS for all browsers. Printing always uses the light colours."""
    colour = club_colour(chosen)
    dark = _css_of(colour.dark)
    return (
        f":root,[data-theme]{{{_css_of(colour.light)}}}"
        f"@media screen{{[data-theme=dark]{{{dark}}}}}"
        f"@media screen and (prefers-color-scheme:dark)"
        f"{{:root:not([data-theme=light]){{{dark}}}}}"
    )


def _css_of(accent: Accent) -> str:
    return (
        f"--accent:{accent.plain};--accent-strong:{accent.strong};--on-accent:{accent.text_on_it}"
    )


def mix_colours(one: str, other: str, step: int) -> str:
    pairs = zip(_rgb_parts(one), _rgb_parts(other), strict=True)
    return "#" + "".join(f"{a + (b - a) * step // STEPS:02x}" for a, b in pairs)


def contrast_of(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance_of(one), _luminance_of(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance_of(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    red, green, blue = (_linear_part(part / 255) for part in _rgb_parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear_part(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _rgb_parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
