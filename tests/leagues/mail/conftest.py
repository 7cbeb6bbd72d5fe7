"""A site that sends mail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.mail_server import MailServer, mail_server


@pytest.fixture
def sends_mail(settings: Settings) -> None:
    settings.SENDS_EMAIL = True
    settings.DEFAULT_FROM_EMAIL = "Westport Crokinole <club@westport.example>"
    settings.BASE_URL = "https://club.example"


@pytest.fixture
def post_office(settings: Settings, sends_mail: None) -> Iterator[MailServer]:
    """The mail server by which it goes."""
    with mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 5
        yield server
