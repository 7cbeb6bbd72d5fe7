"""The house style: readable colours, complete icons, forms that explain their errors."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, cast

import pytest
from django import forms
from django.conf import settings
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client, RequestFactory, override_settings
from django.urls import Resolver404, include, path, resolve

from crokinole_site.styles import flatten_sheet
from leagues.forms.groups import GroupedForm
from leagues.forms.style_guide import Sample
from leagues.models import Club
from leagues.templatetags.look import MINUS, SPRITE, current, icon, movement, points, signed, versus
from tests.cast import Cast

urlpatterns = [
    path("_look/", include("leagues.urls.look")),
    path("", include("crokinole_site.urls")),
]

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "static"
MAIL = ROOT / "templates/mail"  # read in mail programs, without our policy
TEMPLATES = sorted({*(ROOT / "templates").rglob("*.html")} - {*MAIL.iterdir()})
STYLES = sorted((STATIC / "css").rglob("*.css"))
TOKENS = (STATIC / "css" / "tokens.css").read_text()


# --- Colours ------------------------------------------------------------------------


class Colour(NamedTuple):
    light: str
    dark: str


COLOURS = {
    name: Colour(light, dark)
    for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", TOKENS)
}
TEXT, SHAPE = 4.5, 3.0
GROUNDS = ("paper", "surface", "maple")
READ_ON = [
    *[(ink, ground, TEXT) for ground in GROUNDS for ink in ("ink", "ink-soft")],
    *[(ink, ground, TEXT) for ground in GROUNDS for ink in ("accent", "accent-strong")],
    *[("edge", ground, SHAPE) for ground in ("paper", "surface")],
    *[(f"side-{side}-ink", on, TEXT) for side in "ab" for on in ("paper", "surface")],
    *[(f"on-side-{side}", f"side-{side}", TEXT) for side in "ab"],
    *[(f"side-{side}-rim", on, SHAPE) for side in "ab" for on in GROUNDS],
    ("on-accent", "accent", TEXT),
    ("on-accent", "accent-strong", TEXT),
    ("paper", "ink", TEXT),
    ("final", "final-ground", TEXT),
    ("needed", "needed-ground", TEXT),
    *[(ink, ground, TEXT) for ink in ("final", "needed") for ground in GROUNDS],
]


def brightness(colour: str) -> float:
    """The relative luminance of WCAG 2."""

    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(colour[i : i + 2]) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), READ_ON)
def test_every_colour_reads_on_its_ground(ink: str, ground: str, least: float, theme: str) -> None:
    upper, lower = getattr(COLOURS[ink], theme), getattr(COLOURS[ground], theme)
    assert contrast(upper, lower) >= least


def test_the_two_sides_differ_in_brightness_too() -> None:
    """Without seeing hues, two kinds of disc are still visible."""
    for theme in ("light", "dark"):
        a, b = (getattr(COLOURS[f"side-{side}"], theme) for side in "ab")
        assert contrast(a, b) >= 2


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_styles_use_tokens_that_exist(style: Path) -> None:
    text = style.read_text()
    used = set(re.findall(r"var\(--([\w-]+)", text))
    known = set(re.findall(r"--([\w-]+):", TOKENS + text)) | {"pico-icon-chevron"}
    assert used - known == set()


SIZES = re.findall(r"--(text-\w+|number|huge):", TOKENS)
# Paper has its own sizes, the wall has those of its screen, and a drawing has its own units.
OTHER_SIZES = {
    *("inherit", "0.8em", "0.875em", "16px", "20px", "var(--pico-font-size)"),
    *("7pt", "9pt", "11pt", "18pt", "38pt"),
    *(f"calc({size} * var(--u))" for size in (2.5, 3.2, 4, 5.5, 9, 15, 44)),
}
WIDTHS, HEIGHTS, INSIDE = {22, 30, 48, 64}, {30, 42}, {42}
LINES, NAMES = 7_000, 236


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_letters_have_one_of_eight_sizes(style: Path) -> None:
    assert len(SIZES) == 8
    known = {f"var(--{size})" for size in SIZES} | OTHER_SIZES
    assert set(re.findall(r"(?<!-)font-size: ([^;]+);", style.read_text())) - known == set()


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_a_page_changes_at_four_widths_only(style: Path) -> None:
    """And at two heights; a list of matches changes once, at a width of its column."""
    for kind, query in re.findall(r"@(media|container)([^{]+)", style.read_text()):
        low = {float(rem) for rem in re.findall(r"height \S+ ([\d.]+)rem", query)}
        wide = {float(rem) for rem in re.findall(r"([\d.]+)rem", query)} - low
        assert low <= HEIGHTS, query
        assert wide <= (WIDTHS if kind == "media" else INSIDE), query


def test_all_styles_are_few() -> None:
    """A new page is built of the parts at /_look/."""
    assert sum(style.read_text().count("\n") for style in STYLES) <= LINES


def test_class_names_are_few() -> None:
    """A thing has a name; its parts are reached by element, place or state inside it."""
    rules = re.sub(
        r'/\*.*?\*/|url\(.*?\)|"[^"]*"', "", "".join(map(Path.read_text, STYLES)), flags=re.S
    )
    assert len(set(re.findall(r"\.([a-zA-Z][\w-]*)", rules))) <= NAMES


# --- Templates and files --------------------------------------------------------------


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_obey_the_content_security_policy(template: Path) -> None:
    text = template.read_text()
    html = re.sub(r"{%.*?%}", "", text)  # {% button … style="danger" %} writes a class
    assert not re.search(r"<style|\sstyle=|\son\w+=[\"']|javascript:|hx-on", html)
    scripts = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", text)
    assert [tag for tag in scripts if 'type="application/json"' not in tag] == []


def drawn_icons() -> set[str]:
    return set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / SPRITE).read_text()))


def test_every_icon_that_is_asked_for_is_drawn() -> None:
    asked = {
        name
        for template in TEMPLATES
        for name in re.findall(r'{% icon "([\w-]+)"', template.read_text())
    }
    assert {"check", "wifi-off", "trophy"} <= asked
    assert asked - drawn_icons() == set()


def test_an_icon_is_silent_without_a_label() -> None:
    assert 'aria-hidden="true"' in icon("check")
    assert 'role="img" aria-label="Light"' in icon("sun", label="Light")


def test_the_web_manifest_names_pictures_that_exist() -> None:
    manifest = json.loads((STATIC / "icons" / "site.webmanifest").read_text())
    for picture in manifest["icons"]:
        assert (STATIC / "icons" / picture["src"]).exists()


def test_vendored_files_name_their_version_and_licence() -> None:
    licences = {
        file.name.removesuffix(".LICENSE.txt") for file in (STATIC / "vendor").glob("*.LICENSE.txt")
    }
    for file in (STATIC / "vendor").iterdir():
        assert re.search(r"-\d+\.\d+\.\d+", file.name)
        assert any(file.name.startswith(name) for name in licences)


# --- Numbers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (7, "7"),
        (0, "0"),
        (7.5, "7½"),
        (0.5, "½"),
        (Fraction(22, 3), "7⅓"),
        (Fraction(51, 7), "7.29"),
        (2.1, "2.1"),
        (-20, f"{MINUS}20"),
        (None, "–"),
    ],
)
def test_points_are_written_as_people_write_them(
    value: int | float | Fraction | None, written: str
) -> None:
    assert points(value) == written


@pytest.mark.parametrize(("value", "written"), [(15, "+15"), (-20, f"{MINUS}20"), (0, "0")])
def test_a_difference_has_its_sign(value: int, written: str) -> None:
    assert signed(value) == written


def test_a_result_is_read_as_one_line() -> None:
    assert re.sub(r"<.*?>", "", versus(65, 40)) == "65–40"


@pytest.mark.parametrize(
    ("steps", "words"),
    [(2, "up 2 places"), (1, "up 1 place"), (-1, "down 1 place"), (0, "same place")],
)
def test_movement_is_written_in_words(steps: int, words: str) -> None:
    assert f'aria-label="{words}"' in movement(steps)


# --- Forms ----------------------------------------------------------------------------


def wrong_form() -> Sample:
    return Sample({"name": "Zoë <b>", "email": "zoë at home", "boards": "0"})


def test_a_wrong_field_shows_the_error_beside_it() -> None:
    html = str(wrong_form())
    field = re.search(r'<input[^>]*id="id_email"[^>]*>', html)
    assert field
    assert 'aria-invalid="true"' in field[0]
    assert 'aria-describedby="id_email_error"' in field[0]
    assert re.search(r'id="id_email_error".{0,200}Enter a valid email', html, re.S)


def test_what_was_typed_is_kept() -> None:
    html = str(wrong_form())
    assert 'value="Zoë &lt;b&gt;"' in html
    assert 'value="zoë at home"' in html


def test_the_summary_takes_the_focus_and_leads_to_each_field() -> None:
    html = str(wrong_form())
    summary = html[: html.index('<div class="field')]
    assert 'tabindex="-1" autofocus' in summary
    targets = re.findall(r'href="#([\w-]+)"', summary)
    assert targets == ["id_email", "id_boards", "id_format", "id_trust"]
    assert all(f'id="{target}"' in html for target in targets)


def test_a_form_not_sent_yet_shows_no_errors() -> None:
    html = str(Sample())
    assert "error" not in html
    assert "aria-invalid" not in html


class Doubles(forms.Form):
    """A form whose error belongs to no single field."""

    token = forms.CharField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        raise forms.ValidationError("Nobody plays with themselves.")


def test_an_error_of_the_whole_form_is_in_the_summary() -> None:
    html = str(Doubles({"token": "t"}))
    assert "Nobody plays with themselves." in html
    assert '<input type="hidden" name="token" value="t"' in html


def test_an_optional_field_is_marked() -> None:
    html = str(Sample())
    assert html.count("(optional)") == 2
    assert "(required)" not in html
    choice = forms.ChoiceField(required=False, choices=[("", "No one"), ("a", "A")])
    assert "(optional)" not in str(type("Choice", (forms.Form,), {"choice": choice})())


class MostlyBlank(forms.Form):
    """A form whose fields can stay blank, but for one."""

    name = forms.CharField()
    alias = forms.CharField(required=False)
    email = forms.CharField(required=False)
    phone = forms.CharField(required=False)
    club = forms.ChoiceField(choices=[("a", "A")])


def test_a_form_of_fields_that_can_stay_blank_marks_the_others() -> None:
    html = str(MostlyBlank())
    assert "(optional)" not in html
    assert html.count("(required)") == 1


class TwoGroups(GroupedForm, MostlyBlank):
    """A form in groups, of which the third has no field."""

    groups: ClassVar = {"Person": ("name", "club"), "Reach": ("email",), "Left out": ("fax",)}


def test_fields_lie_in_groups_with_heads() -> None:
    sections = str(TwoGroups()).split("<section")[1:]
    assert [re.findall(r"<h2>(.*)</h2>", each) for each in sections] == [["Person"], ["Reach"]]
    assert [re.findall(r'name="(.*?)"', each) for each in sections] == [
        ["alias", "phone", "name", "club"],
        ["email"],
    ], "the first group has the fields that no group names"


# --- The frame ------------------------------------------------------------------------


@pytest.fixture
def sign_in(db: None, client: Client) -> HttpResponse:
    """The sign-in page of a club that is set up."""
    Club.objects.create(name="Westport", slug="westport", is_home=True)
    answer = client.get("/accounts/login/")
    assert answer.status_code == 200
    return cast(HttpResponse, answer)


def test_every_page_has_its_frame(sign_in: HttpResponse) -> None:
    page = sign_in.content.decode()
    assert 'href="#main"' in page
    assert page.count("<main") == 1
    assert page.count("<h1") == 1
    assert page.count('aria-current="page"') == 1
    assert "<title>" in page
    assert "· Westport</title>" in page


@pytest.mark.django_db
def test_htmx_is_configured_once(cast: Cast) -> None:
    page = cast.browser_of("ann").get("/desk/people/").content.decode()
    found = re.search(r"name=\"htmx-config\"\s+content='([^']+)'", page)
    assert found
    config = json.loads(found[1])
    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False
    assert "style" not in config["attributesToSettle"], "the policy refuses it"
    assert {"code": "422", "swap": True} in config["responseHandling"]
    assert page.count("htmx-2.min.js") == 1


def test_scripts_come_from_the_site_alone(sign_in: HttpResponse) -> None:
    policy = sign_in["Content-Security-Policy"].split("; ")
    assert "script-src 'self'" in policy
    scripts = re.findall(r"<script[^>]*>", sign_in.content.decode())
    assert len(scripts) >= 4
    programs = [tag for tag in scripts if "application/json" not in tag]
    assert [tag for tag in programs if not re.search(r'\ssrc="/static/', tag)] == []


@pytest.mark.parametrize(
    ("here", "marked"),
    [
        *(("/desk/", ' aria-current="page"'), ("/desk/people/", ' aria-current="true"')),
        *(("/records/", ' aria-current="true"'), ("/", "")),
    ],
)
def test_a_link_knows_whether_it_leads_here(here: str, marked: str) -> None:
    page = Context({"request": RequestFactory().get(here)})
    assert current(page, "/desk/", within="/desk/ /records/") == marked


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_the_page_of_parts_shows_both_themes(client: Client) -> None:
    Club.objects.create(name="Westport", slug="westport", is_home=True)
    page = client.get("/_look/").content.decode()
    assert 'data-theme="light"' in page
    assert 'data-theme="dark"' in page


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_wrong_form_comes_back_as_422_with_what_was_typed(client: Client) -> None:
    Club.objects.create(name="Westport", slug="westport", is_home=True)
    answer = client.post(
        "/_look/tried/", {"name": "Zoë", "email": "nope"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 422
    assert 'value="Zoë"' in answer.content.decode()
    assert "<main" not in answer.content.decode()


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_message_reaches_a_page_that_htmx_changes_in_part(client: Client) -> None:
    answer = client.post(
        "/_look/tried/",
        {"name": "Zoë", "boards": 2, "format": "swiss", "trust": "both"},
        headers={"HX-Request": "true"},
    )
    page = answer.content.decode()
    assert answer.status_code == 200
    assert re.search(r'id="flashes".*hx-swap-oob="true".*Saved.', page, re.S)


def test_strangers_find_no_page_of_parts() -> None:
    """It is there for developers only."""
    with pytest.raises(Resolver404):
        resolve("/_look/")


def test_messages_say_by_role_how_urgent_they_are() -> None:
    class Message(NamedTuple):
        level_tag: str
        text: str

        def __str__(self) -> str:
            return self.text

    html = Template('{% include "_messages.html" %}').render(
        Context({"messages": [Message("success", "Saved"), Message("danger", "Not saved")]})
    )
    assert re.search(r'role="status".*Saved.*role="alert".*Not saved', html, re.S)


def test_a_figure_of_the_day_is_large_on_phones_too() -> None:
    """Own pages, a yearbook and the desk share it, so its rule is in the sheet of all pages."""
    assert ".figure-line b" in flatten_sheet(STATIC / "css" / "site.css")
