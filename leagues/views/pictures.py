"""Pictures that a page draws itself."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_picture(text: str) -> SafeString:
    """A QR code as SVG that scales with its box and carries no style."""
    return mark_safe(  # noqa: S308 - drawn by segno from digits, nothing of the text
        segno.make(text, error="m", micro=False).svg_inline(
            omitsize=True, border=2, dark="#000", light="#fff", svgclass="qr"
        )
    )
