"""Links to set a new password, valid once and for three days."""

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.urls import reverse

from leagues.models import Membership, User


def new_passwords_of_owners() -> list[tuple[User, str]]:
    """Return each owner of an imported club with their link. The import contains no passwords."""
    owners = User.objects.filter(memberships__role=Membership.Role.OWNER)
    return [(each, _password_path(each)) for each in owners.distinct().order_by("pk")]


def _password_path(user: User) -> str:
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    uidb36, _dash, token = key.partition("-")
    return reverse("account_reset_password_from_key", kwargs={"uidb36": uidb36, "key": token})
