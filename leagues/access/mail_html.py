"""The HTML version of a mail, made from its text: paragraphs, and buttons for addresses."""

import re
from dataclasses import dataclass

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

ADDRESS = re.compile(r"https?://\S+")
LINK = re.compile(r"(https?://[^\s<>]*[^\s<>.,:;!?)])")
"""An address inside a line, without the punctuation behind it."""


@dataclass(frozen=True)
class Block:
    """A paragraph of a mail, or a button if it is a label above an address."""

    lines: tuple[str, ...]
    label: str = ""
    address: str = ""

    @classmethod
    def of(cls, text: str) -> "Block":
        label, _colon, address = text.partition(":\n")
        if ADDRESS.fullmatch(address):
            return cls((), label, address)
        if ADDRESS.fullmatch(text):
            return cls((), text, text)
        return cls(tuple(_with_links(line) for line in text.split("\n")))


def with_html(mail: EmailMessage) -> EmailMultiAlternatives:
    """Add the HTML version to a mail. A line "--" begins its footer."""
    both = EmailMultiAlternatives(
        mail.subject,
        mail.body,
        mail.from_email,
        mail.to,
        headers=mail.extra_headers,
        reply_to=mail.reply_to,
    )
    both.attach_alternative(html_of(str(mail.subject), str(mail.body)), "text/html")
    return both


def html_of(subject: str, text: str) -> str:
    """Return a mail's text as a simple page without pictures."""
    body, _line, footer = text.partition("\n--\n")
    facts = {"subject": subject, "blocks": _blocks_of(body), "footer": _blocks_of(footer)}
    return render_to_string("mail/message.html", facts)


def _with_links(line: str) -> SafeString:
    """Make addresses links, except in what another person wrote: a quoted line."""
    if line.startswith("> "):
        return escape(line)
    parts = enumerate(LINK.split(line))
    return mark_safe("".join(_link_to(part) if n % 2 else escape(part) for n, part in parts))  # noqa: S308


def _link_to(address: str) -> str:
    return format_html('<a href="{}">{}</a>', address, address)


def _blocks_of(text: str) -> list[Block]:
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return [Block.of(each.strip()) for each in paragraphs if each.strip()]
