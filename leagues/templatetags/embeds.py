"""The colour that another website asks for, so that everybody can read it."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from leagues.templatetags.carried import carry

register = template.Library()

PAPER, WALNUT = "fcfaf5", "1e1611"  # the two grounds of the house
READABLE = 4.5  # by WCAG 2.2 AA, of text on its ground
STEPS = 50


@register.simple_tag(takes_context=True)
def accent_style(context: Context, accent: str) -> SafeString:
    """A style sheet of a few letters, allowed by its hash."""
    light, dark = (
        f"--accent:#{colour};--accent-strong:#{colour}"
        for colour in (readable(accent, PAPER), readable(accent, WALNUT))
    )
    text = (
        f":root,[data-theme]{{{light}}}[data-theme=dark]{{{dark}}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    )
    return carry(context, "style", text)


def readable(colour: str, ground: str) -> str:
    """The colour, or as near to it as can be read on the ground.

    >>> readable("1c6739", "fcfaf5")
    '1c6739'
    >>> contrast(readable("ffff00", "fcfaf5"), "fcfaf5") >= 4.5
    True
    """
    aim = "000000" if luminance(ground) > 0.5 else "ffffff"
    mixed = (mix(colour, aim, step / STEPS) for step in range(STEPS + 1))
    return next(each for each in mixed if contrast(each, ground) >= READABLE)


def mix(one: str, other: str, part: float) -> str:
    pairs = zip(channels(one), channels(other), strict=True)
    return "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (0, 2, 4)]
