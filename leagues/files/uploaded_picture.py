"""Re-encode uploaded pictures: known formats, limited size, only pixels.

EXIF data tell where and when a photo was taken, and a file can contain more than a picture. So
only the pixels are kept, rotated as the camera was held.
"""

import warnings
from dataclasses import dataclass
from enum import Enum, auto
from hashlib import blake2b
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

MOST_BYTES = 10 * 2**20
MOST_PIXELS = 50_000_000
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
LOGO, PHOTO = 256, 1280
"""Pixels along the longer side."""
QUALITIES = (80, 65, 50)
LIGHT_ENOUGH = 250_000  # bytes of a photo


class BadPicture(Enum):
    TOO_LARGE = auto()
    TOO_MANY_PIXELS = auto()
    OTHER_FORMAT = auto()
    BROKEN = auto()


class UnreadablePicture(Exception):
    def __init__(self, why: BadPicture) -> None:
        super().__init__(why.name)
        self.why = why


@dataclass(frozen=True)
class MadePicture:
    data: bytes
    media_type: str
    width: int
    height: int

    @property
    def digest(self) -> str:
        return blake2b(self.data, digest_size=12).hexdigest()


def make_logo(content: bytes) -> MadePicture:
    """Make a logo as PNG, keeping its transparency."""
    image = _open_picture(content).convert("RGBA")
    image.thumbnail((LOGO, LOGO), Image.Resampling.LANCZOS)
    made = BytesIO()
    image.save(made, "PNG", optimize=True)
    return MadePicture(made.getvalue(), "image/png", *image.size)


def make_photo(content: bytes) -> MadePicture:
    """Make a photo as JPEG on white, in the best quality within the size limit."""
    seen = _open_picture(content).convert("RGBA")
    seen.thumbnail((PHOTO, PHOTO), Image.Resampling.LANCZOS)
    image = Image.new("RGB", seen.size, "white")
    image.paste(seen, mask=seen)
    for quality in QUALITIES:
        made = BytesIO()
        image.save(made, "JPEG", quality=quality, optimize=True, progressive=True)
        if made.tell() <= LIGHT_ENOUGH:
            break
    return MadePicture(made.getvalue(), "image/jpeg", *image.size)


def _open_picture(content: bytes) -> Image.Image:
    """Open a picture. Its dimensions are checked before pixels are decoded."""
    if len(content) > MOST_BYTES:
        raise UnreadablePicture(BadPicture.TOO_LARGE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # larger pictures are refused below
            image = Image.open(BytesIO(content), formats=FORMATS)
        if image.width * image.height > MOST_PIXELS:
            raise UnreadablePicture(BadPicture.TOO_MANY_PIXELS)
        image.draft("RGB", (PHOTO, PHOTO))  # decode a JPEG no larger than needed
        image.load()
        return ImageOps.exif_transpose(image)
    except Image.DecompressionBombError as bomb:
        raise UnreadablePicture(BadPicture.TOO_MANY_PIXELS) from bomb
    except UnidentifiedImageError as odd:
        raise UnreadablePicture(BadPicture.OTHER_FORMAT) from odd
    except (OSError, ValueError, SyntaxError) as odd:
        raise UnreadablePicture(BadPicture.BROKEN) from odd
