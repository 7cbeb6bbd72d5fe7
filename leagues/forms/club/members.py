"""Forms to invite helpers and to change their roles."""

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from leagues.models import Membership

ROLES = {
    Membership.Role.SCORER: _("They enter the scores of any match."),
    Membership.Role.ORGANISER: _("They also plan events and look after people."),
    Membership.Role.OWNER: _("They also choose helpers and their roles."),
}


class InviteForm(forms.Form):
    role = forms.ChoiceField(
        label=_("Add as"), initial=Membership.Role.ORGANISER, widget=forms.RadioSelect
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("We send the link there. Leave blank to share the link yourself."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cards = [
            (role.value, format_html("<b>{}</b> <small>{}</small>", role.label, text))
            for role, text in ROLES.items()
        ]
        self.fields["role"].choices = cards  # type: ignore[attr-defined]


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)
