"""Pictures that a page draws itself."""

import segno
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leagues.access.addresses import absolute_address

MASK = 4


def to_share(request: HttpRequest, path: str) -> dict[str, str]:
    """A page's address for other devices, and that as a QR code, for desk/_address.html.

    Both are empty where only this computer reaches the site.
    """
    address = absolute_address(request, path)
    picture = qr_picture(address) if address else ""
    return {"path": path, "address": address, "picture": picture}


def qr_picture(text: str) -> SafeString:
    """A QR code that scales with its box, a dot for each of its squares.

    Its pages hold hundreds and are sent plain: drawn as SVG it weighs five times as much. Looking
    for the best of eight masks takes four fifths of the time, and this one is hardly worse.
    """
    drawn = segno.make(text, error="m", micro=False, mask=MASK)
    return format_html('<img class="qr" alt="" src="{}">', drawn.png_data_uri(border=2))
