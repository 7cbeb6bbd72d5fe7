"""A passkey, in our words."""

from typing import Any

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class PasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("A name for it, such as “my phone”")
        alone = self.fields["passwordless"]
        alone.initial = True
        alone.label = _("Use it instead of the password")
        alone.help_text = _(
            "Your fingerprint, face or PIN on this device then replaces the password. Otherwise, you use it after the password."
        )
