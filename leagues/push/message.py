"""What a browser is told."""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A title, a line, and the page that says more. ``about`` replaces what was said before
    of the same thing; after ``lasts`` seconds it is no news any more."""

    title: str
    body: str
    url: str
    about: str
    lasts: int = 3600
    is_own: bool = False
    """Whether it is about whoever holds the phone: it opens their own page then."""

    def as_bytes(self) -> bytes:
        told = {
            "title": self.title,
            "body": self.body,
            "url": self.url,
            "about": self.about,
            "own": self.is_own,
        }
        return json.dumps(told, ensure_ascii=False).encode()
