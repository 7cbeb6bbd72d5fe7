"""Forms to set up a new site: the code, the owner and the club."""

import os
from pathlib import Path
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from leagues.models import User
from leagues.models.fields import known_zones
from leagues.models.names import tidy_name


def zone_choices() -> list[tuple[str, Any]]:
    """Return all time zones by part of the world, as choices."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(known_zones()):
        region, _slash, place = zone.partition("/")
        if place and region not in {"Etc", "SystemV", "US"}:
            regions.setdefault(region, []).append((zone, place.replace("_", " ")))
    return [("UTC", "UTC"), *regions.items()]


def zone_of_this_machine() -> str:
    """Return the server's time zone: most clubs run it where they play."""
    link = Path("/etc/localtime").resolve().as_posix()
    named = os.environ.get("TZ") or link.rpartition("zoneinfo/")[2]
    return named if named in known_zones() and "/" in named else "UTC"


class SetupCodeForm(forms.Form):
    code = forms.CharField(
        label=_("One-time code"),
        max_length=40,
        help_text=_("You’ll find it in the terminal where the site was started."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )


class ClubFileForm(forms.Form):
    file = forms.FileField(
        label=_("The club’s file"),
        help_text=_("The .zip file from “The club as a file” on the other site’s desk."),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )


class ClubForm(forms.Form):
    club = forms.CharField(
        label=_("Name of the club"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        initial=zone_of_this_machine,
        widget=forms.Select(attrs={"data-zone-here": ""}),
    )
    email = forms.EmailField(
        label=_("Your e-mail address"),
        help_text=_("You sign in with it. No one else sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        max_length=128,
        strip=False,
        help_text=_("At least eight characters, and not a common password."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_club(self) -> str:
        name = tidy_name(self.cleaned_data["club"])
        if not name:
            raise forms.ValidationError(_("A club needs a name."))
        return name

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        email = self.cleaned_data.get("email", "")
        validate_password(password, User(email=email))
        return password

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if User.objects.filter(email__iexact=email).exists():
            raise forms.ValidationError(_("This address already has an account."))
        return email
