"""Send the due mail on one thread of each process, apart from those that serve requests."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from email.utils import parseaddr
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.languages import speak_for_club, speak_to
from leagues.access.mail_html import with_html
from leagues.actions.mail import claim_next, note_failure, note_sent
from leagues.actions.outgoing_queue import BackgroundThread, may_send
from leagues.models import Mail

log = logging.getLogger(__name__)


def start_sending(*, now: datetime) -> None:
    """Start this process's thread if mail is due, without waiting for it."""
    if settings.SENDS_EMAIL and Mail.objects.due(now).exists():
        THREAD.start()


def send_due() -> int:
    """Send all due mail, one after the other; returns how many were sent."""
    sent = 0
    if not may_send():
        return sent
    with _open_connection() as server:
        while mail := claim_next(timezone.now()):
            if mail.ends_at and mail.ends_at <= timezone.now():
                with speak_for_club():
                    why = mail.error or _("It was too late to send this mail.")
                note_failure(mail, why, is_final=True)
            elif _send_one(mail, server):
                sent += 1
            elif not _is_open(server):
                break  # the others wait for the next run
    return sent


THREAD = BackgroundThread("mail", send_due)


@contextmanager
def _open_connection() -> Iterator[BaseEmailBackend]:
    server: BaseEmailBackend = get_connection()
    try:
        yield server
    finally:
        with suppress(OSError, SMTPException):
            server.close()


def _is_open(server: BaseEmailBackend) -> bool:
    return getattr(server, "connection", server) is not None


def _send_one(mail: Mail, server: BaseEmailBackend) -> bool:
    try:
        server.open()
        server.send_messages([as_message(mail)])
    except (OSError, SMTPException, ValueError) as trouble:
        log.warning("mail %s was not sent: %s", mail.pk, type(trouble).__name__)
        note_failure(mail, error_text(trouble), is_final=is_final(trouble))
        if not isinstance(trouble, SMTPRecipientsRefused | SMTPDataError):
            with suppress(OSError, SMTPException):
                server.close()
        return False
    note_sent(mail)
    return True


def as_message(mail: Mail) -> EmailMultiAlternatives:
    _name, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    headers = {
        "Message-ID": f"<{mail.key}@{sender.rpartition('@')[2]}>",
        # Prevents out-of-office replies and answers by other programs.
        "Auto-Submitted": "auto-generated",
    }
    if stop := mail.stop_address:
        headers["List-Unsubscribe"] = f"<{stop}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    with speak_to(mail.player) if mail.player else speak_for_club():
        return with_html(
            EmailMessage(
                mail.subject,
                mail.text,
                to=[mail.to],
                reply_to=[mail.reply_to] if mail.reply_to else None,
                headers=headers,
            )
        )


def is_final(trouble: Exception) -> bool:
    """Whether the failure is permanent, as the mail server reported it; others may be temporary."""
    match trouble:
        case SMTPRecipientsRefused(recipients=refused):
            return all(code >= 500 for code, _message in refused.values())
        case SMTPDataError(smtp_code=code):
            return code >= 500
    return isinstance(trouble, ValueError)


def error_text(trouble: Exception) -> str:
    """The mail server's error message, without Python's bytes and brackets."""
    if isinstance(trouble, SMTPRecipientsRefused):
        return "; ".join(_reply_text(*each) for each in trouble.recipients.values())
    code = getattr(trouble, "smtp_code", None)
    if isinstance(code, int):
        return _reply_text(code, getattr(trouble, "smtp_error", b""))
    return f"{type(trouble).__name__}: {trouble}"


def _reply_text(code: int, message: bytes | str) -> str:
    words = message.decode(errors="replace") if isinstance(message, bytes) else message
    return f"{code} {' '.join(words.split())}"
