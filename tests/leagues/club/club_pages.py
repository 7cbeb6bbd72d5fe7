"""Requests of an organiser that change the club's page: its texts, colour and pictures."""

from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from leagues.files.club_colour import OF_THE_SITE

WORDS = {
    "about": "Westport has shot discs since 1982.\n\nGuests are welcome.",
    "when": "Mondays at half past seven",
    "place": "Legion hall",
    "address": "12 Mill St, Westport",
    "contact": "Olga",
    "email": "hello@westport.example",
    "telephone": "(519) 555-0123",
}


def write_club_page(browser: Client, **other: str) -> None:
    page = browser.post("/desk/club/", WORDS | {"colour": OF_THE_SITE} | other)
    assert page.status_code == 302, page.context["form"].errors


def make_picture(
    kind: str = "PNG", size: tuple[int, int] = (40, 20), colour: str = "#2c5f8a"
) -> bytes:
    made = BytesIO()
    Image.new("RGB", size, colour).save(made, kind)
    return made.getvalue()


def upload_of(content: bytes, name: str = "a.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def put_logo(browser: Client, content: bytes) -> int:
    return browser.post("/desk/club/logo/", {"logo-file": upload_of(content)}).status_code


def add_photo(browser: Client, content: bytes, caption: str = "Boards") -> Client:
    sent = {"photo-file": upload_of(content), "photo-caption": caption}
    return browser.post("/desk/club/photos/", sent)  # type: ignore[return-value]
