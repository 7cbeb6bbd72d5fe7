"""A mail server for one test, which keeps what it receives."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests.served import free_port

OK = "250 OK"


@dataclass
class MailServer:
    """An SMTP server that answers as a test sets it, and keeps the accepted messages."""

    port: int
    got: list[EmailMessage] = field(default_factory=list)
    of_recipient: Callable[[str], str] = lambda address: OK
    of_message: Callable[[EmailMessage], str] = lambda message: OK

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        answer = self.of_recipient(address)
        if answer == OK:
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        answer = await asyncio.to_thread(self.of_message, message)
        if answer == OK:
            self.got.append(message)
        return answer


@contextmanager
def mail_server() -> Iterator[MailServer]:
    server = MailServer(free_port())
    controller = Controller(server, hostname="127.0.0.1", port=server.port)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


def plain_text_of(mail: EmailMessage) -> str:
    """The text version of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).strip()
