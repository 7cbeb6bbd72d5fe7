"""Forms for a player: names, contact details, links."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.forms.row_checkboxes import SeveralField
from leagues.models import Player
from leagues.models.names import fold_name, guess_family_name, tidy_name
from leagues.models.people import NameStyle, PlayerQuerySet, Surface

AS_USUAL = ("", _("As usual"))
MOST_OTHER_NAMES = 20
TELEPHONE = re.compile(r"[\d+(][\d ()+./-]{3,39}")


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]
    other_names = forms.CharField(
        label=_("Other names"),
        required=False,
        max_length=2500,
        help_text=_("Names this person was listed under before, one per line."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    class Meta:
        model = Player
        fields = [
            "name",
            "family_name",
            "alias",
            "is_guest",
            "is_minor",
            "name_on_wall",
            "name_on_web",
            "name_in_export",
        ]
        labels = {
            "name_on_wall": _("Name on screens"),
            "name_on_web": _("Name on the web"),
            "name_in_export": _("Name in exports"),
            "is_guest": _("A guest, not a member"),
            "is_minor": _("A minor"),
        }
        help_texts = {
            "family_name": _("Lists are sorted by it. Leave blank and we guess it."),
            "alias": _("Shown instead of the name where you choose that below."),
            "is_minor": _("Shown by first name and initial, unless you choose otherwise."),
            "name_on_wall": "",
            "name_on_web": "",
            "name_in_export": "",
        }
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "off"}),
            "family_name": forms.TextInput(attrs={"autocomplete": "off"}),
        }

    @property
    def parts(self) -> tuple[list[forms.BoundField], list[forms.BoundField]]:
        """The fields about the person, and those that show another name somewhere."""
        others = ("alias", "name_on_wall", "name_on_web", "name_in_export")
        return [f for f in self if f.name not in others], [self[name] for name in others]

    @property
    def is_renamed(self) -> bool:
        """True if a field of another name is filled in, or wrong."""
        return any(field.value() or field.errors for field in self.parts[1])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for surface in ("name_on_wall", "name_on_web", "name_in_export"):
            field = self.fields[surface]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = [AS_USUAL, *NameStyle.choices]
        if self.instance.pk:
            names = self.instance.aliases.order_by("name")
            self.fields["other_names"].initial = "\n".join(n.name for n in names)

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A player needs a name."))
        return name

    def clean_alias(self) -> str:
        return tidy_name(self.cleaned_data["alias"])

    def clean_family_name(self) -> str:
        family: str = tidy_name(self.cleaned_data["family_name"])
        name: str = self.cleaned_data.get("name", "")
        if not family:
            return guess_family_name(name)
        for end in (name[-len(family) :], name[: len(family)]):
            if end.casefold() == family.casefold():
                return end
        if name:
            raise forms.ValidationError(
                _("Enter the end or the beginning of the name as the surname.")
            )
        return family

    def clean_other_names(self) -> list[str]:
        lines = map(tidy_name, self.cleaned_data["other_names"].splitlines())
        names = {line.casefold(): line for line in lines if line}
        if any(len(name) > 120 for name in names.values()):
            raise forms.ValidationError(_("A name can have at most 120 characters."))
        if len(names) > MOST_OTHER_NAMES:
            raise forms.ValidationError(
                _("Enter at most %(most)s other names."), params={"most": MOST_OTHER_NAMES}
            )
        return list(names.values())

    def facts(self) -> dict[str, Any]:
        """Return the player's fields. Invalid fields get their initial value."""
        return {
            name: self.cleaned_data.get(name, self.fields[name].initial or "")
            for name in self.Meta.fields
        }


class ContactForm(forms.ModelForm):  # type: ignore[type-arg]
    """A player's contact details."""

    class Meta:
        model = Player
        fields = ["email", "telephone"]
        labels = {
            "email": _("E-mail"),
            "telephone": _("Telephone"),
        }
        widgets = {"telephone": forms.TextInput(attrs={"type": "tel"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"
        if self.instance.is_minor:
            self.fields["email"].label = _("E-mail (for under 18: a guardian’s)")
            self.fields["telephone"].label = _("Telephone (for under 18: a guardian’s)")

    def clean_telephone(self) -> str:
        number = tidy_name(self.cleaned_data["telephone"])
        if number and not TELEPHONE.fullmatch(number):
            raise forms.ValidationError(
                _("Enter a telephone number with digits, spaces, and + ( ) - / .")
            )
        return number


class OwnContactForm(ContactForm):
    """What a player enters: also whether opponents may call. Minors have no such choice."""

    class Meta(ContactForm.Meta):
        fields = [*ContactForm.Meta.fields, "shows_telephone"]
        labels = ContactForm.Meta.labels | {
            "shows_telephone": _("My opponents may see my telephone number")
        }
        help_texts = {
            "shows_telephone": _("They see it on their page of your match, until it is played.")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["telephone"].widget.attrs["autocomplete"] = "tel"
        if self.instance.is_minor:
            del self.fields["shows_telephone"]


class GuardianForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail of the guardian’s account"),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class FormerForm(forms.Form):
    """Confirm by typing the name, because removing a person can't be undone."""

    name = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if fold_name(name) != fold_name(self.player.name):
            raise forms.ValidationError(
                _("That isn’t the name. Type %(name)s."), params={"name": self.player.name}
            )
        return name


class LinksForm(forms.Form):
    """The people who get a personal link, by mail or on paper."""

    player = SeveralField(
        label=_("Who"),
        queryset=Player.objects.none(),
        error_messages={"required": _("Tick at least one person.")},
    )

    def __init__(self, *args: Any, players: PlayerQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, SeveralField)
        field.queryset = players


class FindForm(forms.Form):
    q = forms.CharField(required=False, max_length=120, label=_("Find a person"))


def shown_names(player: Player) -> list[tuple[str, str]]:
    """Return how each surface shows the player's name: ("on the wall", "Ann B.") and so on."""
    return [(str(s.label), player.shown_on(s)) for s in Surface]
