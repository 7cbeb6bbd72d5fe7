"""Forms for the club's public page, and its logo and photos."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.files.club_colour import A_COLOUR, OF_THE_SITE
from leagues.files.limited_process import make_logo, make_photo
from leagues.files.uploaded_picture import (
    MOST_BYTES,
    MOST_PIXELS,
    BadPicture,
    MadePicture,
    UnreadablePicture,
)
from leagues.forms.groups import GroupedForm
from leagues.models import Club, ClubPage, ClubPicture
from leagues.models.names import tidy_name

WHY_NOT = {
    BadPicture.TOO_LARGE: _("This file is too large. Choose one of at most 10 MB."),
    BadPicture.TOO_MANY_PIXELS: _(
        "This picture has more than 50 million pixels. Make it smaller first."
    ),
    BadPicture.OTHER_FORMAT: _("We can’t show this kind of file. Choose a PNG, JPEG, WebP or GIF."),
    BadPicture.BROKEN: _("We can’t read this picture because the file is damaged."),
}
assert (MOST_BYTES, MOST_PIXELS) == (10 * 2**20, 50_000_000)  # the texts above name these limits
PICTURES = {"accept": "image/png,image/jpeg,image/webp,image/gif"}


class ClubPageForm(GroupedForm, forms.ModelForm):  # type: ignore[type-arg]
    groups: ClassVar = {
        _("The club"): ("about", "when", "place", "address"),
        _("Contact details"): ("contact", "email", "telephone"),
        _("How it looks"): ("colour", "shows_ratings", "shows_chances"),
    }
    colour = forms.CharField(
        label=_("Colour of links and buttons"),
        max_length=7,
        help_text=_(
            "If words in this colour would be hard to read, we show it a little darker, or lighter on a dark page. This site’s usual colour is #6a3d1a, the brown of the board."
        ),
        widget=forms.ColorInput(),
    )
    shows_ratings = forms.BooleanField(
        label=_("Ratings next to names in lists of players"), required=False
    )
    shows_chances = forms.BooleanField(
        label=_("Chances to win, from ratings, next to an event’s standings"), required=False
    )

    class Meta:
        model = ClubPage
        fields: ClassVar[list[str]] = [
            *("about", "when", "place", "address"),
            *("contact", "email", "telephone"),
        ]
        widgets = {
            "about": forms.Textarea(attrs={"rows": 8}),
            "when": forms.Textarea(attrs={"rows": 2}),
            "address": forms.TextInput(attrs={"autocomplete": "street-address"}),
            "telephone": forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
        }
        help_texts = {
            "about": _("For people who have never been there. A blank line starts a paragraph."),
            "when": _("In one sentence. The next nights appear below it automatically."),
            "address": _("Street and town. A link below it opens the map."),
            "contact": _("A name, or “the desk”. Everyone can see it."),
            "email": _("Everyone can see it."),
            "telephone": _("Everyone can see it."),
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        here = ClubPage.objects.filter(club=club).first()
        super().__init__(*args, **kwargs | {"instance": here})
        self.fields["shows_ratings"].initial = club.shows_ratings
        self.fields["shows_chances"].initial = club.shows_chances
        self.fields["colour"].initial = club.colour or OF_THE_SITE

    def clean_colour(self) -> str:
        """Return the colour, or an empty string for the site's usual colour."""
        colour: str = self.cleaned_data["colour"].lower()
        if not A_COLOUR.fullmatch(colour):
            raise forms.ValidationError(_("Enter a colour as #2c5f8a."))
        return "" if colour == OF_THE_SITE else colour


class PictureForm(forms.Form):
    """A form with one uploaded picture. The picture made from the file is in ``picture``.

    Use a prefix: two of these forms are on the same page.
    """

    picture: MadePicture
    make: Callable[[bytes], MadePicture]

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        try:
            self.picture = self.make(file.read(MOST_BYTES + 1))
        except UnreadablePicture as odd:
            raise forms.ValidationError(WHY_NOT[odd.why]) from odd
        return file


class LogoForm(PictureForm):
    make = staticmethod(make_logo)
    file = forms.FileField(
        label=_("File"),
        help_text=_("Appears next to the club’s name on every page, 36 pixels high."),
        widget=forms.FileInput(attrs=PICTURES),
    )


class PhotoForm(PictureForm):
    make = staticmethod(make_photo)
    file = forms.FileField(
        label=_("File"),
        help_text=_("First ask everyone in the photo, and the parents of young people."),
        widget=forms.FileInput(attrs=PICTURES),
    )
    caption = forms.CharField(
        label=_("What it shows"),
        max_length=ClubPicture._meta.get_field("alt_text").max_length,
        help_text=_(
            "Read aloud to people who can’t see it, such as “Eight boards on a Monday night”."
        ),
    )

    def clean_caption(self) -> str:
        caption = tidy_name(self.cleaned_data["caption"])
        if not caption:
            raise forms.ValidationError(_("Describe in a few words what it shows."))
        return caption
