"""Gzipped pages in pieces, so that a style sheet that many pages carry is kept only once.

Deflated pieces that end with a full flush don't depend on each other. Put together, with a head
and a checksum, they are a gzip file.
"""

import re
import zlib
from functools import lru_cache

CARRIED = re.compile(rb"(?<=<style>)[^<]{4096,}(?=</style>)")
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


def pack_page(page: bytes) -> tuple[bytes, ...]:
    """Gzip a page. Its file is the pieces put together; the second one is shared with others."""
    end = zlib.crc32(page).to_bytes(4, "little") + (len(page) % 2**32).to_bytes(4, "little")
    carried = CARRIED.search(page)
    if carried is None:
        return HEAD + _deflate(page, zlib.Z_FINISH) + end, b"", b""
    before, after = page[: carried.start()], page[carried.end() :]
    return (
        HEAD + _deflate(before, zlib.Z_FULL_FLUSH),
        _pack_shared(carried[0]),
        _deflate(after, zlib.Z_FINISH) + end,
    )


@lru_cache(maxsize=8)
def _pack_shared(text: bytes) -> bytes:
    return _deflate(text, zlib.Z_FULL_FLUSH)


def _deflate(data: bytes, end: int) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush(end)
