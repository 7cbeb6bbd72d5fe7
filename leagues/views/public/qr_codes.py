"""QR codes, drawn by the site."""

import segno
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leagues.access.addresses import absolute_address

MASK = 4


def to_share(request: HttpRequest, path: str) -> dict[str, str]:
    """Return a page's address for other devices with its QR code, for desk/_address.html.

    Both are empty if the site can be reached only from this computer.
    """
    address = absolute_address(request, path)
    picture = qr_picture(address) if address else ""
    return {"path": path, "address": address, "picture": picture}


def qr_picture(text: str) -> SafeString:
    """Return a QR code as an image that scales with its box, one pixel for each module.

    A page can hold hundreds of them: PNG is a fifth of the size of SVG. The mask is fixed,
    because finding the best of eight takes four fifths of the time for little gain.
    """
    drawn = segno.make(text, error="m", micro=False, mask=MASK)
    return format_html('<img class="qr" alt="" src="{}">', drawn.png_data_uri(border=2))
