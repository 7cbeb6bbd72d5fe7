"""The picture that goes with a link somebody shares: a name, a few lines, the club.

Drawn with the site's own typeface and colours, in the size that messengers and social
sites show whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

WIDE, HIGH = 1200, 630
EDGE = 72
PAPER, MAPLE, INK, SOFT, ACCENT = "#fcfaf5", "#f5ebdb", "#241a11", "#625140", "#6a3d1a"
STATIC = settings.BASE_DIR / "static"
# The typeface comes in two files, for Western letters and for all others of Latin.
FACES = ("source-sans-5.3.0-latin.woff2", "source-sans-5.3.0-latin-ext.woff2")
ELLIPSIS = "…"

Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=32)
def face(file: str, size: int, weight: int) -> Font:
    font = ImageFont.truetype(STATIC / "vendor" / file, size)
    font.set_variation_by_axes([weight])
    return font


class Pen:
    """Writes text of one size and weight, each letter from the file that has it."""

    def __init__(self, size: int, weight: int) -> None:
        self.size = size
        self.usual, self.other = (face(file, size, weight) for file in FACES)

    def font_of(self, letter: str) -> Font:
        code = ord(letter)
        return self.other if 0x100 <= code < 0x2000 else self.usual

    def wide(self, text: str) -> float:
        return sum(font.getlength(part) for font, part in self._parts(text))

    def write(
        self, on: ImageDraw.ImageDraw, at: tuple[float, float], text: str, ink: str
    ) -> None:
        x, y = at
        for font, part in self._parts(text):
            on.text((x, y), part, font=font, fill=ink, anchor="ls")
            x += font.getlength(part)

    def wrapped(self, text: str, wide: float, most: int) -> list[str]:
        """In at most so many lines, the last one cut short where it must be."""
        lines: list[str] = []
        for word in text.split():
            joined = f"{lines[-1]} {word}" if lines else word
            if lines and self.wide(joined) <= wide:
                lines[-1] = joined
            else:
                lines.append(word)
        kept = [self.cut(line, wide) for line in lines[:most]]
        if len(lines) > most:
            kept[-1] = self.cut(f"{lines[most - 1]} {ELLIPSIS}", wide)
        return kept

    def cut(self, text: str, wide: float) -> str:
        if self.wide(text) <= wide:
            return text
        while text and self.wide(text + ELLIPSIS) > wide:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS

    def _parts(self, text: str) -> Iterator[tuple[Font, str]]:
        part, font = "", self.usual
        for letter in text:
            if part and self.font_of(letter) is not font:
                yield font, part
                part = ""
            font = self.font_of(letter)
            part += letter
        yield font, part


def share_picture(title: str, lines: Sequence[str], club: str) -> bytes:
    """A PNG of 1200 by 630."""
    image = Image.new("RGB", (WIDE, HIGH), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HIGH - 118, WIDE, HIGH), fill=MAPLE)
    draw.rectangle((0, 0, 18, HIGH), fill=ACCENT)
    room = WIDE - 2 * EDGE
    name = Pen(84, 700)
    shown = name.wrapped(title, room, 2)
    y = EDGE + 66.0
    for line in shown:
        name.write(draw, (EDGE, y), line, INK)
        y += 90
    text = Pen(40, 400)
    for line in lines[: 4 if len(shown) > 1 else 5]:
        text.write(draw, (EDGE, y), text.cut(line, room), SOFT)
        y += 56
    with Image.open(STATIC / "icons" / "mark-192.png") as mark:
        small = mark.convert("RGBA").resize((72, 72))
        image.paste(small, (EDGE, HIGH - 95), small)
    foot = Pen(40, 600)
    foot.write(draw, (EDGE + 96, HIGH - 46), foot.cut(club, room - 96), INK)
    drawn = BytesIO()
    image.save(drawn, "PNG")
    return drawn.getvalue()
