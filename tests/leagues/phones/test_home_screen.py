"""A player's own page on the Home Screen: its manifest, its icon, and a link that was revoked."""

from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from PIL import Image, ImageColor
from pytest_django import Settings

from crokinole_site.logs import mask_secrets
from leagues.files.app_icon import ICONS, draw_icon
from leagues.files.share_picture import PAPER
from leagues.models import Club, PersonalLink
from tests.cast import Cast

pytestmark = pytest.mark.django_db
LOGO = "a1" * 12


def manifest_at(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer["Content-Type"] == "application/manifest+json"
    return answer.json()


def linked(page: Any) -> str:
    """The address of the manifest that a page links."""
    return str(page.content.decode().split('rel="manifest" href="')[1].split('"')[0])


def by_link(cast: Cast) -> str:
    return f"/me/{cast.cats_token}/"


def test_a_page_by_link_opens_itself_from_the_home_screen(cast: Cast) -> None:
    home = by_link(cast)
    manifest = manifest_at(Client(), linked(Client().get(home)))
    assert manifest["id"] == manifest["start_url"] == home
    assert (manifest["name"], manifest["scope"]) == (cast.club.name, "/")
    assert manifest["display"] == "standalone", "else an iPhone can't notify"


def test_a_page_by_account_opens_itself_too(cast: Cast) -> None:
    ben = cast.browser_of("ben")
    page = ben.get("/me/")
    assert manifest_at(ben, linked(page))["start_url"] == "/me/"
    assert 'crossorigin="use-credentials"' in page.content.decode(), "it is asked as Ben"
    assert Client().get(linked(page)).status_code == 302


@pytest.mark.parametrize("path", ["contact/", "drill/", "home-screen/"])
def test_all_own_pages_open_the_first_one(cast: Cast, path: str) -> None:
    page = Client().get(f"{by_link(cast)}{path}")
    assert linked(page) == f"{by_link(cast)}app.webmanifest"


@pytest.mark.parametrize("path", ["home-screen/", "contact/", "drill/"])
def test_an_account_without_a_player_reads_how_to_link_one(cast: Cast, path: str) -> None:
    olga = cast.browser_of("olga")
    page = olga.get(f"/me/{path}")

    assert page.status_code == 404
    assert "This account isn’t linked to a player" in page.text
    assert "/me/home-screen/" not in olga.get("/me/").text


def test_no_manifest_is_offered_to_an_account_without_a_player(cast: Cast) -> None:
    assert linked(cast.browser_of("olga").get("/me/")).endswith("site.webmanifest")


@pytest.mark.parametrize("path", ["/", "/players/", "/accounts/login/", "/nowhere/"])
def test_other_pages_open_the_front_page(cast: Cast, path: str) -> None:
    assert linked(Client().get(path)).endswith("site.webmanifest")


def test_the_manifest_is_as_secret_as_the_page(cast: Cast) -> None:
    path = f"{by_link(cast)}app.webmanifest"
    assert Client().get(path)["Cache-Control"] == "no-store, private"
    assert cast.browser_of("ben").get("/me/app.webmanifest")["Cache-Control"] == "no-store, private"
    assert cast.cats_token not in mask_secrets(f"GET {path} 200")
    for worker in ("/sw.js", "/play/sw.js"):
        text = Client().get(worker).content.decode()
        assert "/me/" not in text
    assert "fetch" not in Client().get("/sw.js").content.decode(), "it keeps no page"


# --- A link that no longer works ------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "app.webmanifest", "home-screen/", "contact/"])
def test_a_revoked_link_explains_how_to_get_a_new_one(cast: Cast, path: str) -> None:
    PersonalLink.objects.all().delete()
    page = Client().get(f"{by_link(cast)}{path}")
    text = page.content.decode()

    assert page.status_code == 404
    assert "This link no longer works" in text
    assert "ask an organiser or at the desk" in text
    assert 'href="/accounts/login/?next=/me/"' in text
    assert linked(page).endswith("site.webmanifest")
    assert page["Cache-Control"] == "no-store, private"


def test_a_link_that_never_was_gets_the_same_page(cast: Cast) -> None:
    wrong = Client().get(f"/me/{'x' * 32}/")
    PersonalLink.objects.all().delete()
    assert wrong.content == Client().get(f"/me/{'x' * 32}/").content


# --- The icons --------------------------------------------------------------------------------


def icons_of(cast: Cast) -> list[dict[str, str]]:
    icons: list[dict[str, str]] = manifest_at(Client(), f"{by_link(cast)}app.webmanifest")["icons"]
    return icons


@pytest.mark.parametrize("colour", ["", "#2c5f8a"])
def test_each_icon_is_a_full_square_of_its_size(cast: Cast, colour: str) -> None:
    Club.objects.update(colour=colour)
    icons = icons_of(cast)
    assert [icon["purpose"] for icon in icons].count("maskable") == 1
    for icon in icons:
        answer = Client().get(icon["src"])
        image = Image.open(BytesIO(answer.content))
        assert f"{image.width}x{image.height}" == icon["sizes"]
        assert image.mode == "RGB", "iOS makes what is transparent black"
        assert image.getpixel((0, 0)) == ImageColor.getrgb(colour or PAPER)


def make_logo(size: tuple[int, int]) -> bytes:
    made = BytesIO()
    Image.new("RGBA", size, "#ff0000").save(made, "PNG")
    return made.getvalue()


@pytest.mark.parametrize("size", [(300, 300), (300, 20), (1, 300)])
@pytest.mark.parametrize("name", ICONS)
def test_a_logo_is_whole_in_the_middle(name: str, size: tuple[int, int]) -> None:
    """A maskable icon may be cut to a circle of four fifths."""
    image = Image.open(BytesIO(draw_icon(name, make_logo(size), "#2c5f8a")))
    red = [
        (x, y)
        for x in range(image.width)
        for y in range(image.height)
        if image.getpixel((x, y)) == (255, 0, 0)
    ]
    assert red
    middle = image.width / 2
    far = max(((x - middle) ** 2 + (y - middle) ** 2) ** 0.5 for x, y in red)
    assert far <= image.width * (0.4 if name == "maskable" else 0.57)


def test_a_new_colour_or_logo_has_a_new_address(cast: Cast) -> None:
    before = icons_of(cast)[0]["src"]
    Club.objects.update(colour="#2c5f8a")
    assert icons_of(cast)[0]["src"] != before
    assert Client().get(before).status_code == 404
    page = Client().get("/").content.decode()
    assert f'rel="apple-touch-icon" href="{icons_of(cast)[0]["src"]}"' in page


def test_an_unknown_icon_is_not_found(cast: Cast) -> None:
    assert Client().get("/club/icon-site/640.png").status_code == 404
    assert Client().get("/club/icon-site/512.png").status_code == 200


# --- The guide --------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
def test_the_guide_has_the_steps_of_both_phones(cast: Cast, code: str) -> None:
    answer: HttpResponse = Client(headers={"Accept-Language": code}).get(  # type: ignore[assignment]
        f"{by_link(cast)}home-screen/"
    )
    text = answer.content.decode()
    assert text.count("<ol") == 2
    assert text.count("<li>") >= 9


def test_who_asks_for_notifications_is_led_to_the_guide(cast: Cast, settings: Settings) -> None:
    """On an iPhone they work only from the Home Screen."""
    settings.PUSH = True
    page = Client().get(by_link(cast)).content.decode()
    assert f'href="{by_link(cast)}home-screen/"' in page
