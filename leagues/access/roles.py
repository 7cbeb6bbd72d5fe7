"""Permissions: every view has one of these decorators, and nothing else decides.

A visitor without the right learns nothing: a stranger is asked to sign in, whether the page
exists or not, and a signed-in user gets 404.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from leagues.access.languages import chosen_by, take_up_language
from leagues.access.phone_passes import WayIn
from leagues.access.throttle import WRONG_LINKS
from leagues.models import (
    ApiToken,
    Club,
    Event,
    Invitation,
    Membership,
    PersonalLink,
    Player,
    Surface,
    User,
)
from leagues.models.messages import wards_of
from leagues.models.prepared_queries import Prepared

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
Role = Membership.Role

# A higher role includes the rights of the lower ones.
LADDER = (Role.SCORER, Role.ORGANISER, Role.OWNER)


def roles_up_to(role: str) -> frozenset[Role]:
    return frozenset(LADDER[: LADDER.index(Role(role)) + 1])


@dataclass(frozen=True)
class Who:
    """A visitor with their user, player and roles in the home club."""

    user: User | None = None
    player: Player | None = None
    roles: frozenset[Role] = frozenset()
    token: ApiToken | None = None
    """Set if this is another program; it has only the rights of the token's scope."""

    @property
    def is_signed_in(self) -> bool:
        return self.user is not None

    @property
    def is_known(self) -> bool:
        """True for a signed-in user, and for a player by an open link."""
        return self.is_signed_in or self.player is not None

    @property
    def is_scorer(self) -> bool:
        return Role.SCORER in self.roles

    @property
    def is_organiser(self) -> bool:
        return Role.ORGANISER in self.roles

    @property
    def is_owner(self) -> bool:
        return Role.OWNER in self.roles


ANONYMOUS = Who()


def get_visitor(request: HttpRequest) -> Who:
    """Return the visitor of this request, read once a request."""
    known: Who | None = getattr(request, "_who", None)
    if known is None:
        known = who_is(request.user) if request.user.is_authenticated else ANONYMOUS
        request._who = known  # type: ignore[attr-defined]
    return known


# Prepared, because every page for a signed-in user needs both.
ROLE_OF = Prepared(lambda user: Membership.objects.filter(user=user, club__is_home=True), int)
PLAYER_OF = Prepared(lambda user: Player.objects.present().filter(user=user), int)


def who_is(user: User) -> Who:
    membership = next(iter(ROLE_OF(user.pk)), None)
    return Who(
        user=user,
        player=next(iter(PLAYER_OF(user.pk)), None),
        roles=roles_up_to(membership.role) if membership else frozenset(),
    )


# --- Permissions --------------------------------------------------------------------


def may_see(who: Who, event: Event) -> bool:
    """True if the visitor may see the event: private ones are only for organisers."""
    if event.binned_at is not None:
        return False
    return event.visibility != Event.Visibility.PRIVATE or who.is_organiser


def may_claim(who: Who, player: Player) -> bool:
    """True if this account may claim the player. Holding their link is the proof, never a name or
    an email address.
    """
    return who.is_signed_in and who.player is None and player.user_id is None


def may_guard(who: Who, player: Player) -> bool:
    """True if this account may become a guardian of the minor whose link it has opened."""
    if who.user is None or not player.is_minor or player.user_id == who.user.pk:
        return False
    return not wards_of(who.user).filter(pk=player.pk).exists()


def may_sign_up(request: HttpRequest) -> bool:
    """True if this visitor may create an account.

    Without email, addresses can't be verified, so the browser must first have opened an
    invitation or a personal link.
    """
    return settings.SENDS_EMAIL or INTRODUCED in request.session


INTRODUCED = "introduced"


def mark_introduced(request: HttpRequest) -> None:
    if not get_visitor(request).is_signed_in and INTRODUCED not in request.session:
        request.session[INTRODUCED] = True


# --- Decorators for views ---------------------------------------------------------------


def _guarded_by(rule: str, view: View[P], inner: View[P]) -> View[P]:
    worn = wraps(view)(inner)
    worn.who_may = rule  # type: ignore[attr-defined]
    return worn


def for_anyone(view: View[P]) -> View[P]:
    """Allow everyone."""

    def open_to_all(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        return view(request, *args, **kwargs)

    return _guarded_by("anyone", view, open_to_all)


def _allow_only(rule: str, view: View[P], allowed: Callable[[Who], bool]) -> View[P]:
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        visitor = get_visitor(request)
        if not visitor.is_signed_in:
            return ask_to_sign_in(request)
        if not allowed(visitor):
            raise Http404
        return view(request, *args, **kwargs)

    return _guarded_by(rule, view, guarded)


def signed_in_only(view: View[P]) -> View[P]:
    return _allow_only("signed in", view, lambda who: who.is_signed_in)


def scorers_and_up(view: View[P]) -> View[P]:
    return _allow_only("scorers and up", view, lambda who: who.is_scorer)


def organisers_only(view: View[P]) -> View[P]:
    return _allow_only("organisers", view, lambda who: who.is_organiser)


def owners_only(view: View[P]) -> View[P]:
    return _allow_only("owners", view, lambda who: who.is_owner)


def until_set_up(view: View[P]) -> View[P]:
    """Allow everyone while the site has no club; afterwards answer 404."""

    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if Club.objects.home() is not None:
            raise Http404
        return view(request, *args, **kwargs)

    return _guarded_by("until set up", view, guarded)


SHOWED_THE_CODE = "showed_the_code"


def after_the_code(view: View[P]) -> View[P]:
    """Allow a browser that has entered the setup code."""

    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if SHOWED_THE_CODE in request.session:
            return view(request, *args, **kwargs)
        if Club.objects.home() is not None:
            raise Http404
        return redirect("setup")

    return _guarded_by("after the code", view, guarded)


def personal_link(
    view: Callable[Concatenate[HttpRequest, PersonalLink, str, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]:
    """Allow a valid personal link. Wrong and revoked links get the same page."""

    @wraps(view)
    def guarded(
        request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        link = PersonalLink.objects.for_token(token)
        if link is None:
            return _wrong_personal_link(request)
        _note_use(link)
        take_up_language(request, chosen_by(link.player))
        return keep_secret(view(request, link, token, *args, **kwargs))

    guarded.who_may = "personal link"  # type: ignore[attr-defined]
    return guarded  # type: ignore[return-value]  # called with token=…


WARD = re.compile(r"for-([0-9]{1,18})")
"""Where an address has a personal link's secret, a guardian's has the id of the child."""


def token_of_ward(player: Player) -> str:
    return f"for-{player.pk}"


@dataclass(frozen=True)
class PageOwner:
    """The player of an own page, and whether it was opened by account or by link.

    ``token`` is the secret of the link, or names the child of a guardian.
    """

    player: Player
    by: Who
    credential: int
    """The ID of the account or of the link."""
    token: str = ""

    @property
    def way(self) -> WayIn:
        is_link = self.token and not WARD.fullmatch(self.token)
        return WayIn.LINK if is_link else WayIn.ACCOUNT

    @property
    def home(self) -> str:
        token = self.token
        return reverse("player_link", args=[token]) if token else reverse("me")

    def url(self, name: str, *args: object) -> str:
        """Return the address of another own page, with the same way in."""
        return reverse(name, args=[self.token, *args] if self.token else args)


def _owner_for_guardian(request: HttpRequest, ward: int, token: str) -> PageOwner:
    visitor = get_visitor(request)
    assert visitor.user is not None
    player = wards_of(visitor.user).filter(pk=ward).first()
    if player is None:
        raise Http404
    return PageOwner(player, Who(user=visitor.user, player=player), visitor.user.pk, token)


def own_page(
    view: Callable[Concatenate[HttpRequest, PageOwner, ...], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """Allow a player on their own page: by account, or by link if the address has a token.

    A guardian is allowed on the pages of a child, which name the child instead of the token.
    """

    @signed_in_only
    def by_account(request: HttpRequest, /, **kwargs: Any) -> HttpResponse:
        visitor = get_visitor(request)
        if visitor.player is None or visitor.user is None:
            return _no_player(request)
        owner = PageOwner(visitor.player, visitor, visitor.user.pk)
        return view(request, owner, **kwargs)

    @personal_link
    def by_link(
        request: HttpRequest, link: PersonalLink, token: str, /, **kwargs: Any
    ) -> HttpResponse:
        visitor = get_visitor(request)
        by = visitor if visitor.player == link.player else Who(player=link.player)
        return view(request, PageOwner(link.player, by, link.pk, token), **kwargs)

    @signed_in_only
    def by_guardian(request: HttpRequest, /, token: str, ward: int, **kwargs: Any) -> HttpResponse:
        return keep_secret(view(request, _owner_for_guardian(request, ward, token), **kwargs))

    @wraps(view)
    def guarded(request: HttpRequest, /, token: str = "", **kwargs: Any) -> HttpResponseBase:
        if ward := WARD.fullmatch(token):
            return by_guardian(request, token=token, ward=int(ward[1]), **kwargs)
        if token:
            return by_link(request, token, **kwargs)
        return by_account(request, **kwargs)

    guarded.who_may = "players"  # type: ignore[attr-defined]
    return guarded


def invited_only(
    view: Callable[[HttpRequest, Invitation, str], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponseBase]:
    """Allow an open invitation."""

    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponseBase:
        invitation = Invitation.objects.for_token(token)
        if invitation is None:
            return wrong_link(request)
        return keep_secret(view(request, invitation, token))

    guarded.who_may = "invited"  # type: ignore[attr-defined]
    return guarded


def wrong_link(request: HttpRequest) -> HttpResponse:
    """Answer 404, or 429 after too many wrong links.

    Only wrong links are counted: a whole hall shares one IP address, and one prankster must not
    shut out people with valid links.
    """
    if not WRONG_LINKS.admits(request):
        return WRONG_LINKS.refuse(request)
    raise Http404


def _wrong_personal_link(request: HttpRequest) -> HttpResponse:
    """Answer 404 with a page that explains how to get a new link: a Home Screen may open it."""
    if not WRONG_LINKS.admits(request):
        return WRONG_LINKS.refuse(request)
    return keep_secret(TemplateResponse(request, "phones/player/wrong_link.html", status=404))


def _no_player(request: HttpRequest) -> HttpResponse:
    """Answer 404; a page that was opened tells how to link a player."""
    if request.method != "GET":
        raise Http404
    return page_without_player(request, status=404)


def page_without_player(request: HttpRequest, *, status: int = 200) -> HttpResponse:
    """Answer an account without a player: how to link one, and the pages of its children."""
    visitor = get_visitor(request)
    facts = {
        "player": None,
        "is_own": True,
        "makes_links": visitor.is_organiser,
        "wards": wards_shown(visitor.user),
    }
    return TemplateResponse(request, "phones/player/me.html", facts, status=status)


def wards_shown(user: User | None) -> list[tuple[str, str]]:
    """Return the children of a guardian: their names, and the tokens of their pages."""
    wards = wards_of(user).by_surname() if user else ()
    return [(each.shown_on(Surface.WEB), token_of_ward(each)) for each in wards]


def _note_use(link: PersonalLink) -> None:
    """Save when the link was last used, at most every ten minutes to avoid writes."""
    now = timezone.now()
    if link.used_at is None or link.used_at < now - timedelta(minutes=10):
        PersonalLink.objects.filter(pk=link.pk).update(used_at=now)


def keep_secret(answer: HttpResponse) -> HttpResponse:
    """Add headers so that the secret in the address isn't stored or passed on.

    "same-origin" sends no referrer to other sites. "no-referrer" would make browsers send forms
    with "Origin: null", which CSRF protection must refuse.
    """
    answer["Cache-Control"] = "no-store, private"
    answer["Referrer-Policy"] = "same-origin"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer.shows_secret = True  # type: ignore[attr-defined]
    return answer


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to sign-in, and afterwards back here. A submitted form isn't sent again."""
    back = request.get_full_path() if request.method in {"GET", "HEAD"} else "/"
    htmx = getattr(request, "htmx", None)
    if htmx:
        back = htmx.current_url_abs_path or "/"
    answer = redirect_to_login(back, reverse("account_login"))
    return HttpResponseClientRedirect(answer.url) if htmx else answer
