"""A player's personal link: what it opens, and for how long."""

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from leagues.access.roles import keep_secret, who_is
from leagues.access.throttle import WRONG_LINKS
from leagues.actions.people.links import claim_player, give_link, revoke_link
from leagues.actions.people.people import bin_player, restore_player
from leagues.actions.refusal import Refused
from leagues.models import Action, Entry, EntryPlayer, Event, PersonalLink, Player
from tests.cast import Cast, Page
from tests.scenes import scene

WRONG = "x" * 32


def page_of(token: str) -> str:
    return f"/me/{token}/"


def text_of_page(page: Page) -> str:
    content: str = page.content.decode()
    return content


@scene
def entered(cast: Cast) -> Event:
    event = Event.objects.create(
        club=cast.club, name="Westport Open", slug="open", starts_at=timezone.now()
    )
    entry = Entry.objects.create(event=event)
    EntryPlayer.objects.create(entry=entry, event=event, player=cast.cat_plays)
    return event


def test_it_opens_the_players_own_page(cast: Cast, entered: Event) -> None:
    page = Client().get(page_of(cast.cats_token))

    assert page.status_code == 200
    assert "Your events" in page.content.decode()
    assert "Westport Open" in page.content.decode()


def test_it_names_no_event_that_only_organisers_may_see(cast: Cast, entered: Event) -> None:
    Event.objects.update(visibility=Event.Visibility.PRIVATE)

    assert "Westport Open" not in Client().get(page_of(cast.cats_token)).content.decode()


@pytest.mark.parametrize(("name", "is_logged"), [("ben", True), ("dan", False)])
def test_the_log_names_an_account_only_of_the_links_own_player(
    cast: Cast, name: str, is_logged: bool
) -> None:
    token = give_link(by=cast.who("ann"), player=cast.ben_plays)
    contact = {"telephone": "613 555 0199"}
    cast.browser_of(name).post(f"{page_of(token)}contact/", contact)

    line = Action.objects.latest("pk")
    assert line.player == cast.ben_plays
    assert line.user == (cast.ben if is_logged else None)


def test_it_leaves_no_trace_on_the_way(cast: Cast) -> None:
    page = Client().get(page_of(cast.cats_token))

    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "same-origin"
    assert "noindex" in page["X-Robots-Tag"]


def test_a_page_with_a_secret_is_never_cached() -> None:
    page = HttpResponse(headers={"Cache-Control": "public, max-age=600"})

    assert keep_secret(page)["Cache-Control"] == "no-store, private"


def test_its_secret_is_long_and_kept_nowhere(cast: Cast) -> None:
    link = PersonalLink.objects.get()

    assert len(cast.cats_token) == 32  # of 64 letters: 192 bits
    assert cast.cats_token not in str(list(PersonalLink.objects.values()))
    assert cast.cats_token not in str(list(Action.objects.values()))
    assert link.token_hash != cast.cats_token


def test_no_two_links_are_alike(cast: Cast) -> None:
    by = cast.who("ann")
    assert len({give_link(by=by, player=cast.cat_plays) for _ in range(20)}) == 20


def test_wrong_revoked_and_binned_links_look_exactly_alike(cast: Cast) -> None:
    browser = Client()
    wrong = browser.get(page_of(WRONG))
    bin_player(by=cast.who("ann"), player=cast.cat_plays)
    binned = browser.get(page_of(cast.cats_token))
    restore_player(by=cast.who("ann"), player=cast.cat_plays)
    revoke_link(by=cast.who("ann"), player=cast.cat_plays)
    revoked = browser.get(page_of(cast.cats_token))

    assert wrong.status_code == binned.status_code == revoked.status_code == 404
    assert text_of_page(wrong) == text_of_page(binned) == text_of_page(revoked)
    assert wrong.headers.keys() == revoked.headers.keys() == binned.headers.keys()


def test_a_link_is_revoked_once_and_two_taps_get_the_same_answer(cast: Cast, ann: Client) -> None:
    revoke = f"/desk/people/{cast.cat_plays.pk}/link/revoke/"
    pages = [ann.post(revoke, follow=True) for _tap in range(2)]

    for page in pages:
        assert "no longer works." in page.content.decode()
    assert Action.objects.filter(verb="revoke_link").count() == 1


def test_a_new_link_closes_the_one_before(cast: Cast) -> None:
    new = give_link(by=cast.who("ann"), player=cast.cat_plays)

    assert Client().get(page_of(cast.cats_token)).status_code == 404
    assert Client().get(page_of(new)).status_code == 200


@pytest.mark.long
def test_guessing_is_stopped_and_good_links_go_on(cast: Cast) -> None:
    browser = Client()
    for n in range(WRONG_LINKS.times):
        assert browser.get(page_of(f"{n:032}")).status_code == 404

    assert browser.get(page_of(WRONG)).status_code == 429
    assert browser.get(page_of(cast.cats_token)).status_code == 200


@pytest.mark.parametrize("token", ["%00", "%F0%9F%8E%AF", "%ED%A0%80", "a" * 5000])
def test_nonsense_is_no_link(cast: Cast, token: str) -> None:
    assert Client().get(f"/me/{token}/").status_code == 404
    assert Client().get(f"/invited/{token}/").status_code == 404


def test_the_desk_sees_when_it_was_last_used(cast: Cast) -> None:
    assert PersonalLink.objects.get().used_at is None
    with time_machine.travel("2026-11-14 19:30+00:00", tick=False):
        Client().get(page_of(cast.cats_token))

    used_at = PersonalLink.objects.get().used_at
    assert used_at is not None
    assert f"{used_at:%Y-%m-%d %H:%M}" == "2026-11-14 19:30"


def test_opening_it_again_soon_writes_nothing(cast: Cast) -> None:
    with time_machine.travel("2026-11-14 19:30+00:00", tick=False) as clock:
        Client().get(page_of(cast.cats_token))
        first = PersonalLink.objects.get().used_at
        clock.shift(60)
        Client().get(page_of(cast.cats_token))
        assert PersonalLink.objects.get().used_at == first
        clock.shift(600)
        Client().get(page_of(cast.cats_token))
        assert PersonalLink.objects.get().used_at != first


def test_a_personal_link_makes_no_one_a_helper(cast: Cast) -> None:
    browser = Client()
    browser.get(page_of(cast.cats_token))

    assert browser.get("/desk/")["Location"].startswith("/accounts/login/")


# --- Claiming ---------------------------------------------------------------------------


def claim_by_link(browser: Client, token: str) -> Page:
    return browser.post(f"{page_of(token)}claim/", follow=True)


def owner_of(player: Player) -> str | None:
    player.refresh_from_db()
    return player.user.email if player.user else None


def test_a_signed_in_person_claims_the_player_whose_link_they_hold(cast: Cast) -> None:
    page = claim_by_link(cast.browser_of("dan"), cast.cats_token)

    assert owner_of(cast.cat_plays) == "dan@example.org"
    assert "Cat van der Berg" in page.content.decode()
    assert "You’ll now find your page under “You”." in page.content.decode()
    assert Action.objects.last().verb == "claim_player"  # type: ignore[union-attr]


def test_an_account_has_one_player(cast: Cast) -> None:
    page = claim_by_link(cast.browser_of("ben"), cast.cats_token)

    assert owner_of(cast.cat_plays) is None
    assert "Nothing was changed" in page.content.decode()


def test_a_player_has_one_account(cast: Cast) -> None:
    token = give_link(by=cast.who("ann"), player=cast.ben_plays)

    claim_by_link(cast.browser_of("dan"), token)

    assert owner_of(cast.ben_plays) == "ben@example.org"


def test_a_claim_that_comes_second_changes_nothing(cast: Cast) -> None:
    """Both requests see an unclaimed player before either writes."""
    sam, dan = cast.who("sam"), cast.who("dan")
    seen_by_dan = Player.objects.get(pk=cast.cat_plays.pk)
    claim_player(by=sam, player=cast.cat_plays)

    with pytest.raises(Refused, match="Nothing was changed"):
        claim_player(by=dan, player=seen_by_dan)

    assert owner_of(cast.cat_plays) == "sam@example.org"


def test_one_account_that_claims_two_players_at_once_gets_one(cast: Cast) -> None:
    dan = cast.who("dan")
    other = Player.objects.create(club=cast.club, name="Dee")
    claim_player(by=dan, player=cast.cat_plays)

    with pytest.raises(Refused, match="Nothing was changed"):
        claim_player(by=dan, player=other)  # as Dan was before the first claim


@pytest.mark.parametrize(
    ("name", "leads_to_the_people"), [("olga", True), ("ann", True), ("sam", False), ("dan", False)]
)
def test_who_makes_links_is_not_sent_to_themselves_for_one(
    cast: Cast, name: str, leads_to_the_people: bool
) -> None:
    page = text_of_page(cast.browser_of(name).get("/me/"))

    assert "This account isn’t linked to a player" in page
    assert ('class="button" href="/desk/people/"' in page) is leads_to_the_people
    assert ("Ask your organiser" not in page) is leads_to_the_people


def test_a_stranger_signs_in_before_claiming(cast: Cast) -> None:
    answer = Client().post(f"{page_of(cast.cats_token)}claim/")

    assert answer["Location"].startswith("/accounts/login/")
    assert owner_of(cast.cat_plays) is None


def test_the_same_address_or_name_is_no_claim(cast: Cast) -> None:
    """An account with Cat's address does not own the player Cat."""
    user = cast.dan
    user.email = "cat@example.org"
    user.save()

    assert who_is(user).player is None


def test_the_organiser_parts_what_the_wrong_person_claimed(cast: Cast) -> None:
    claim_by_link(cast.browser_of("dan"), cast.cats_token)
    release = f"/desk/people/{cast.cat_plays.pk}/release/"
    page = cast.browser_of("ann").post(release, follow=True)
    assert "is no longer linked to an account." in page.content.decode()

    assert owner_of(cast.cat_plays) is None
