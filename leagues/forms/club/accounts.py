"""The forms of django-allauth, with our labels.

Its placeholders only repeat the labels and vanish while one types, so they are removed.
"""

from typing import Any

from allauth.account import forms as account
from allauth.core import context
from allauth.mfa.base import forms as mfa
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.access.mail_limits import may_be_sent

TOO_MANY_EMAILS = _(
    "We’ve already sent several e-mails to this address. Look for the last one, or try again later."
)
WORDS = {
    "login": _("E-mail"),
    "email": _("E-mail"),
    "remember": _("Stay signed in"),
    "oldpassword": _("Current password"),
    "code": _("Code"),
}


class InOurWords(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = WORDS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)


class NewPassword(InOurWords):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password again")


class SignIn(InOurWords, account.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""  # the link is below the form


class SignUp(InOurWords, account.SignupForm):  # type: ignore[misc]
    pass


class AddAddress(InOurWords, account.AddEmailForm):  # type: ignore[misc]
    pass


class ChangePassword(NewPassword, account.ChangePasswordForm):  # type: ignore[misc]
    pass


class SetPassword(NewPassword, account.SetPasswordForm):  # type: ignore[misc]
    pass


class AsksForEmail(InOurWords):
    def clean_email(self) -> str:
        """Refuse too many emails with the same sentence, whether the account exists or not."""
        address: str = self.cleaned_data["email"]
        if not may_be_sent(context.request, address):
            raise forms.ValidationError(TOO_MANY_EMAILS)
        found: str = super().clean_email()  # type: ignore[misc]
        return found


class ForgottenPassword(AsksForEmail, account.ResetPasswordForm):  # type: ignore[misc]
    pass


class ReplacePassword(NewPassword, account.ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class AskForCode(AsksForEmail, account.RequestLoginCodeForm):  # type: ignore[misc]
    pass


class EnterCode(InOurWords, account.ConfirmLoginCodeForm):  # type: ignore[misc]
    pass


class PasswordAgain(InOurWords, account.ReauthenticateForm):  # type: ignore[misc]
    pass


class RecoveryCode(InOurWords, mfa.AuthenticateForm):  # type: ignore[misc]
    pass


class RecoveryCodeAgain(InOurWords, mfa.ReauthenticateForm):  # type: ignore[misc]
    pass


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
