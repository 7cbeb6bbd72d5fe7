"""The message sent to a browser."""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A title, a line, and the page with more. It replaces an earlier message with the same
    ``about``, and is not delivered after ``lasts`` seconds."""

    title: str
    body: str
    url: str
    about: str
    lasts: int = 3600
    is_own: bool = False
    """True if it is about the phone's owner: then it opens their own page."""

    def as_bytes(self) -> bytes:
        data = {
            "title": self.title,
            "body": self.body,
            "url": self.url,
            "about": self.about,
            "own": self.is_own,
        }
        return json.dumps(data, ensure_ascii=False).encode()
