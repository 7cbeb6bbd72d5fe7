"""Decode text files of unknown encoding."""

import codecs

# Longest mark first, because UTF-32 begins like UTF-16.
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
EVERY_OTHER_BYTE = 3  # a third of zero bytes means UTF-16 without a mark


def read_text(data: bytes) -> str:
    """Decode a text file, whatever program wrote it. No file is refused.

    >>> read_text("Zoë".encode("utf-8")), read_text("Zoë".encode("cp1252"))
    ('Zoë', 'Zoë')
    """
    return data.decode(_guess_encoding(data), errors="replace")


def _guess_encoding(data: bytes) -> str:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return encoding
    if data.count(0) * EVERY_OTHER_BYTE > len(data):
        return "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"
