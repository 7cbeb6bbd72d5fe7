"""Make and revoke an organiser's token for another program.

The desk of tests/faults/entering.py, which has set Django up, runs this.
"""

from leagues.access.roles import who_is
from leagues.actions.club.tokens import make_token, revoke_token
from leagues.models import ApiToken, Club, Membership

MAKE, REVOKE = "make a token\n", "revoke the tokens\n"


def find_organiser() -> Membership:
    roles = (Membership.Role.OWNER, Membership.Role.ORGANISER)
    return Membership.objects.select_related("user").filter(role__in=roles)[0]


def issue_token() -> str:
    by, club = who_is(find_organiser().user), Club.objects.get(is_home=True)
    return make_token(by=by, club=club, name="Board", may=["reads_private"])


def revoke_tokens() -> str:
    by = who_is(find_organiser().user)
    for token in ApiToken.objects.filter(revoked_at=None):
        revoke_token(by=by, token=token)
    return "revoked"
