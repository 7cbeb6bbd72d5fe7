"""Add an event of 160 entries, in its second game, to a demo club: ``python -m …large_event``."""

import django

ENTRIES = 160


def main() -> None:
    from django.test import Client

    from leagues.access.roles import who_is
    from leagues.models import Club, Membership
    from tests.leagues.site.big_event import BigEvent

    owner = Membership.objects.filter(role=Membership.Role.OWNER)[0].user
    club = Club.objects.get(is_home=True)
    big = BigEvent.plan(who_is(owner), club, Client(), ENTRIES, rounds=3)
    big.draw()
    big.play()
    big.draw()


if __name__ == "__main__":
    django.setup()
    main()
