"""Forms to invite helpers and to change their roles."""

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import Membership


class InviteForm(forms.Form):
    role = forms.ChoiceField(
        label=_("Add as"),
        choices=list(reversed(Membership.Role.choices)),
        initial=Membership.Role.ORGANISER,
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("We send the link there. Leave blank to share the link yourself."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)
