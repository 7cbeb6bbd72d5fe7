"""An organiser who makes a token for another program, and revokes it.

Run as a process of its own, in the folder of a site that a test serves:  tokens make | tokens revoke
"""

from __future__ import annotations

import sys

import django

django.setup()

from leagues.access.roles import who_is  # noqa: E402
from leagues.actions.club.tokens import make_token, revoke_token  # noqa: E402
from leagues.models import ApiToken, Club, Membership  # noqa: E402


def organiser() -> Membership:
    roles = (Membership.Role.OWNER, Membership.Role.ORGANISER)
    return Membership.objects.select_related("user").filter(role__in=roles)[0]


if __name__ == "__main__":
    by, club = who_is(organiser().user), Club.objects.get(is_home=True)
    if "make" in sys.argv:
        made = make_token(by=by, club=club, name="Board", may=["reads_private"])
        sys.stdout.write(made)
    else:
        for token in ApiToken.objects.filter(revoked_at=None):
            revoke_token(by=by, token=token)
