"""The message sent to a browser."""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A title, a line of text, and the page with more.

    It replaces an earlier message with the same ``about``, and expires after ``lasts`` seconds.
    """

    title: str
    body: str
    url: str
    about: str
    lasts: int = 3600
    is_own: bool = False
    """True if it is about the phone's owner: it then opens the owner's page."""

    def as_bytes(self) -> bytes:
        data = {
            "title": self.title,
            "body": self.body,
            "url": self.url,
            "about": self.about,
            "own": self.is_own,
        }
        return json.dumps(data, ensure_ascii=False).encode()
