"""How Discord, Slack, Google Chat, ntfy and plain text want a sentence with a link.

>>> hello = ChatMessage("Millrace", "Ann <won>.", "https://club.example/")
>>> shape_message("slack", hello).body
'{"text": "Ann &lt;won&gt;.\\\\nhttps://club.example/"}'
"""

import json
import re
from base64 import b64encode
from dataclasses import dataclass
from html import escape

from leagues.push.webhook_post import JSON

LONGEST = 1500
"""In characters. Discord refuses more than 2,000, and escaping adds some."""
MARKDOWN = re.compile(r"([\\`*_~|<>@#\[\]])")
PLAIN = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class ChatMessage:
    title: str
    """The name of the club that sends it."""
    text: str
    link: str
    """The public address of what it is about; empty if the site doesn't know its address."""


@dataclass(frozen=True)
class ShapedMessage:
    """The body to post, and its headers."""

    body: str
    headers: dict[str, str]


def shape_message(form: str, message: ChatMessage) -> ShapedMessage:
    """Shape a message as a chat wants it; every other ``form`` is plain text."""
    text = message.text if len(message.text) <= LONGEST else f"{message.text[:LONGEST]}…"
    if form == "discord":
        # No name in a message may call everyone in the channel.
        content = _with_link(MARKDOWN.sub(r"\\\1", text), message)
        return _in_json({"content": content, "allowed_mentions": {"parse": []}})
    if form == "slack":
        return _in_json({"text": _with_link(escape(text, quote=False), message)})
    if form == "google":
        # It knows no escapes, and <users/all> calls everyone.
        return _in_json({"text": _with_link(text.translate({60: "(", 62: ")"}), message)})
    if form == "ntfy":
        title = f"=?UTF-8?B?{b64encode(message.title.encode()).decode()}?="  # RFC 2047
        click = {"Click": message.link} if message.link else {}
        return ShapedMessage(text, {"Content-Type": PLAIN, "Title": title, **click})
    return ShapedMessage(_with_link(text, message), {"Content-Type": PLAIN})


def _with_link(text: str, message: ChatMessage) -> str:
    return f"{text}\n{message.link}".strip()


def _in_json(body: dict[str, object]) -> ShapedMessage:
    return ShapedMessage(json.dumps(body, ensure_ascii=False), {"Content-Type": JSON})
