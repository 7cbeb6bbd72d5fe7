"""The icon of a club on a phone's Home Screen: its logo, or the site's mark on the club's colour."""

from io import BytesIO

from PIL import Image

from leagues.files.share_picture import PAPER, STATIC

MASKABLE = "maskable"
ICONS = {"180": (180, 0.8), "192": (192, 0.8), "512": (512, 0.8), MASKABLE: (512, 0.56)}
"""The side of each icon in pixels, and the part of it that the picture fills.

A maskable icon is cut to any shape that holds a circle of four fifths, which holds a square of
0.56. Every icon is a full square without transparency, which iOS would make black.
"""


def draw_icon(name: str, logo: bytes | None, colour: str) -> bytes:
    """Draw one of ``ICONS`` as PNG. A logo is on the colour of paper, for which it was made."""
    side, part = ICONS[name]
    ground = Image.new("RGB", (side, side), PAPER if logo or not colour else colour)
    with Image.open(BytesIO(logo) if logo else STATIC / "icons" / "mark-512.png") as file:
        picture = file.convert("RGBA")
    scale = side * part / max(picture.size)
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    picture = picture.resize(size, Image.Resampling.LANCZOS)
    ground.paste(picture, ((side - size[0]) // 2, (side - size[1]) // 2), picture)
    made = BytesIO()
    ground.save(made, "PNG", optimize=True)
    return made.getvalue()
