"""The preview image of a shared link: a title, a few lines, the club.

It uses the site's typeface and colours, in the size that messengers and social networks show
uncropped.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import cos, pi, sin
from typing import TypeAlias

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from scoring.results import WonOrLost

WIDE, HIGH = 1200, 630
EDGE = 72
BOARD, SEEN = 700, 390  # diameter in pixels, and its visible width
[STATIC] = settings.STATICFILES_DIRS
# The colours of the light theme, as named in its style sheet.
COLOURS = dict(
    re.findall(r"--([\w-]+): (?:light-dark\()?(#\w+)", (STATIC / "css" / "tokens.css").read_text())
)
PAPER, MAPLE, INK, SOFT, ACCENT = (
    COLOURS[name] for name in ("paper", "maple", "ink", "ink-soft", "accent")
)
FRAME = COLOURS["board-frame"]
# The typeface has two files: basic Latin, and extended Latin.
FACES = ("source-sans-5.3.0-latin.woff2", "source-sans-5.3.0-latin-ext.woff2")
ELLIPSIS = "…"
FIGURES = re.compile(r"( · [\d.,½–]+(?= · |$))")
"""Points after a name: the most important part of the image."""
LOWEST = HIGH - 130  # baseline of text above the lower bar
DISCS = ((104, 124, "side-a"), (148, 240, "side-a"), (84, 226, "side-b"), (198, 144, "side-b"))
"""Position (on a board of 400 by 400) and side of each disc."""

DISC, MOST_DISCS = 44, 12
MARK_WIDE, MARK_HIGH = 160, 72
SIDES = ("side-a", "side-b", "ink", "ink-soft")
Won: TypeAlias = int | WonOrLost | None
HALVES: dict[Won, tuple[str, str]] = {
    None: SIDES[:2],
    **{seat: (side, side) for seat, side in enumerate(SIDES)},
    WonOrLost.WON: ("ink-soft", "ink-soft"),
    WonOrLost.TIED: ("ink-soft", "paper"),
    WonOrLost.LOST: ("paper", "paper"),
}
"""The two colours of a disc: the winning seat of a round, or a result of a player."""

Font = ImageFont.FreeTypeFont


@dataclass(frozen=True)
class NumberedText:
    """A name with its points, or with a number before it, such as a place or a day."""

    name: str
    before: str = ""
    points: str = ""

    def __str__(self) -> str:
        name = f"{self.before}  {self.name}" if self.before else self.name
        return f"{name} · {self.points}" if self.points else name


@dataclass(frozen=True)
class SideText:
    """A side of a match: its seat, its letter, its name, and its score if there is one."""

    seat: int
    letter: str
    name: str
    score: str = ""

    def __str__(self) -> str:
        return f"{self.letter}  {self.name} {self.score}".strip()


Line: TypeAlias = str | NumberedText | SideText


@lru_cache(maxsize=32)
def load_face(file: str, size: int, weight: int) -> Font:
    font = ImageFont.truetype(STATIC / "vendor" / file, size)
    font.set_variation_by_axes([weight])
    return font


class Pen:
    """Writes text in one size and weight, taking each letter from the file that has it."""

    def __init__(self, size: int, weight: int) -> None:
        self.size = size
        self.usual, self.other = (load_face(file, size, weight) for file in FACES)

    def font_of(self, letter: str) -> Font:
        code = ord(letter)
        return self.other if 0x100 <= code < 0x2000 else self.usual

    def wide(self, text: str) -> float:
        return sum(font.getlength(part) for font, part in self._parts(text))

    def write(self, on: ImageDraw.ImageDraw, at: tuple[float, float], text: str, ink: str) -> None:
        x, y = at
        for font, part in self._parts(text):
            on.text((x, y), part, font=font, fill=ink, anchor="ls")
            x += font.getlength(part)

    def wrapped(self, text: str, wide: float, most: int) -> list[str]:
        """Wrap text into at most ``most`` lines; the last one may be cut with an ellipsis."""
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

    def fit(self, text: str, wide: float) -> str:
        """Shorten a line to fit. Its points are kept; the longest name is cut first."""
        parts = FIGURES.split(text)
        while self.wide("".join(parts)) > wide:
            longest = max(range(0, len(parts), 2), key=lambda at: len(parts[at]))
            kept = parts[longest].removesuffix(ELLIPSIS)
            if not kept:
                break
            parts[longest] = kept[:-1].rstrip() + ELLIPSIS
        return "".join(parts)

    def _parts(self, text: str) -> Iterator[tuple[Font, str]]:
        part, font = "", self.usual
        for letter in text:
            if part and self.font_of(letter) is not font:
                yield font, part
                part = ""
            font = self.font_of(letter)
            part += letter
        yield font, part


@lru_cache(maxsize=1)
def draw_board() -> Image.Image:
    """Draw the visible part of the board, as on phones, on a transparent background.

    It is drawn three times as large, for smooth edges. Four times as large, the whole board took
    74 MB.
    """
    fine = 3
    image = Image.new("RGBA", (fine * SEEN, fine * BOARD))
    draw = ImageDraw.Draw(image)
    unit = fine * BOARD / 400

    def circle(x: float, y: float, radius: float, fill: str, rim: str, of: int) -> None:
        box = [unit * each for each in (x - radius, y - radius, x + radius, y + radius)]
        draw.ellipse(box, fill=fill, outline=rim, width=round(of * unit))

    corners = [(399, 282), (282, 399), (118, 399), (1, 282)]
    corners += [(1, 118), (118, 1), (282, 1), (399, 118)]
    draw.polygon([(unit * x, unit * y) for x, y in corners], fill=FRAME)
    circle(200, 200, 196, COLOURS["board-ditch"], COLOURS["board-ditch"], 1)
    circle(200, 200, 190, COLOURS["board-wood"], FRAME, 2)
    circle(200, 200, 140, COLOURS["board-ten"], FRAME, 2)
    circle(200, 200, 88, COLOURS["board-fifteen"], FRAME, 2)
    circle(200, 200, 34, COLOURS["board-hole"], COLOURS["board-hole-rim"], 4)
    for number in range(8):
        turn = pi / 8 + number * pi / 4
        circle(200 + 88 * cos(turn), 200 + 88 * sin(turn), 5, PAPER, FRAME, 2)
    for x, y, whose in DISCS:
        circle(x, y, 16, COLOURS[whose], COLOURS[f"{whose}-rim"], 3)
    return image.resize((SEEN, BOARD), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def draw_discs(rounds: tuple[Won, ...], size: int = DISC) -> Image.Image:
    """Draw rounds as discs in their winners' colours, a tied one in both; or results of a player:
    full if won, half if tied, hollow if lost.
    """
    fine = 4  # drawn four times as large, for smooth edges
    step = fine * (size + 10)
    row = Image.new("RGBA", (step * max(1, len(rounds[:MOST_DISCS])), fine * size))
    draw = ImageDraw.Draw(row)
    for at, won in enumerate(rounds[:MOST_DISCS]):
        box = (step * at, 0, step * at + fine * size - 1, fine * size - 1)
        left, right = HALVES[won]
        draw.pieslice(box, 90, 270, fill=COLOURS[left])
        draw.pieslice(box, 270, 90, fill=COLOURS[right])
        rim = COLOURS.get(f"{SIDES[won]}-rim", INK) if isinstance(won, int) else SOFT
        draw.ellipse(box, outline=rim, width=fine * 4)
    return row.resize((row.width // fine, row.height // fine), Image.Resampling.LANCZOS)


def share_picture(
    title: str,
    lines: Sequence[Line],
    club: str,
    rounds: Sequence[Won] = (),
    *,
    has_caption: bool = True,
    logo: bytes | None = None,
) -> bytes:
    """Return a PNG of 1200 by 630 pixels, with text on the left and the board on the right.

    The first line is a grey caption, such as a date, unless ``has_caption`` is False. The first
    ``NumberedText`` is large: its points, else the number before it. ``rounds`` are the winning
    seats, None for a tie, or a player's results; they are drawn as discs below the text. Beside the club's name is its
    ``logo``, else the site's mark.
    """
    image = Image.new("RGB", (WIDE, HIGH), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HIGH - 118, WIDE, HIGH), fill=MAPLE)
    draw.rectangle((0, 0, 18, HIGH), fill=ACCENT)
    image.paste(draw_board(), (WIDE - SEEN, (HIGH - BOARD) // 2), draw_board())
    room = WIDE - SEEN - EDGE - 24
    name = Pen(84, 700)
    if len(name.wrapped(title, room, 3)) > 2:
        name = Pen(64, 700)
    wrapped = name.wrapped(title, room, 2)
    y = EDGE + 66.0
    for part in wrapped:
        name.write(draw, (EDGE, y), part, INK)
        y += 90
    size = 36 if len(wrapped) > 1 else 40 if len(lines) < 5 else 32
    large = next((line for line in lines if isinstance(line, NumberedText)), None)
    for number, line in enumerate(lines):
        if large and line is large and (below := _write_large(draw, y, large, room)):
            y = below
            continue
        if isinstance(line, SideText):
            y += _write_side(image, y, line, room)
            continue
        if y > LOWEST:
            break
        is_caption = has_caption and not number
        text = Pen(size, 400 if is_caption else 600)
        shown = text.fit(str(line), room)
        text.write(draw, (EDGE, y), shown, SOFT if is_caption else INK)
        y += size * 1.4
    if y < HIGH - 118 - 16:
        image.paste(row := draw_discs(tuple(rounds)), (EDGE, round(y) - DISC + 10), row)
    mark = _read_mark(logo)
    image.paste(mark, (EDGE, HIGH - 59 - mark.height // 2), mark)
    foot, left = Pen(40, 600), mark.width + 24
    foot.write(draw, (EDGE + left, HIGH - 46), foot.cut(club, room - left), INK)
    drawn = BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(drawn, "PNG")
    return drawn.getvalue()


def _read_mark(logo: bytes | None) -> Image.Image:
    """Return the logo, or the site's mark without one, as large as fits beside the name."""
    with Image.open(BytesIO(logo) if logo else STATIC / "icons" / "mark-192.png") as file:
        mark = file.convert("RGBA")
    scale = min(MARK_WIDE / mark.width, MARK_HIGH / mark.height)
    size = (max(1, round(mark.width * scale)), max(1, round(mark.height * scale)))
    return mark.resize(size, Image.Resampling.LANCZOS)


def _write_side(image: Image.Image, y: float, side: SideText, room: float) -> int:
    """Write a side as disc, name and score, all large, and return how high that is."""
    draw, size = ImageDraw.Draw(image), 64
    y += 40
    disc = draw_discs((side.seat,), size)
    image.paste(disc, (EDGE, round(y) - size + 10), disc)
    letter, score = Pen(36, 700), Pen(88, 700)
    ink = COLOURS.get(f"on-{SIDES[side.seat]}", PAPER)
    letter.write(draw, (EDGE + (size - letter.wide(side.letter)) / 2, y - 10), side.letter, ink)
    score.write(draw, (EDGE + room - score.wide(side.score), y + 8), side.score, INK)
    left = size + 24
    wide = room - left - score.wide(side.score) - 24
    name = next(
        (pen for pen in (Pen(52, 700), Pen(40, 700)) if pen.wide(side.name) <= wide), Pen(32, 700)
    )
    name.write(draw, (EDGE + left, y), name.cut(side.name, wide), INK)
    return 100


def _write_large(
    draw: ImageDraw.ImageDraw, y: float, line: NumberedText, room: float
) -> float | None:
    """Write a number large with its name; return where the next line is, or None without room.

    A name that doesn't fit beside it makes the number smaller, or else is written below it.
    """
    number, small = line.points or line.before, Pen(40, 600)
    base, has_beside = y + 58, True
    for size in (120, 96, 72):
        large = Pen(size, 700)
        left = large.wide(number) + 28
        words = small.wrapped(line.name, room - left, 2)
        if " ".join(words) == " ".join(line.name.split()):
            break
    else:
        base, left, has_beside = y + 32, 0, False
        words = small.wrapped(line.name, room, 2)
    step = 46
    first = base - step * (len(words) - 1) if has_beside else base + 52
    last = first + step * (len(words) - 1)
    if last > LOWEST:
        return None
    large.write(draw, (EDGE, base), large.cut(number, room), ACCENT)
    for at, part in enumerate(words):
        small.write(draw, (EDGE + left, first + step * at), part, INK)
    return last + 62
