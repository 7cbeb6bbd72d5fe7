"""The members of a league, their first and last nights, and points adjustments."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access.join_links import join_secret
from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.joining import joining_link, members
from leagues.actions.leagues.kinds.openers import play_of
from leagues.forms.leagues.joining.members import AdjustForm, EnrolForm, EnrolmentForm
from leagues.models import Adjustment, Enrolment, League, Player
from leagues.models.people import PlayerQuerySet
from leagues.reads.leagues.table.people import LeaguePeople, season_of_member
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.venues import venue_entry
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues._preview import PreviewView
from leagues.views.desk.leagues.home import desk_league, next_night
from leagues.views.public.qr_codes import to_share
from leagues.views.repeated_submits import made_once

PEOPLE = "desk-league-people"


@secretary_of_league
@require_safe
def league_people(request: HttpRequest, slug: str) -> HttpResponse:
    league = desk_league(slug)
    people = LeaguePeople(league)
    return TemplateResponse(
        request,
        "desk/leagues/joining/people.html",
        {
            "league": league,
            "members": people.members,
            "divisions": people.divisions,
            "spares": people.spares,
            "others": people.others,
            "guests": people.guests,
            "contacts": _find_contacts(league),
            "joins": _link_to_join(request, league),
            "adjustments": league.adjustments.select_related("player").order_by("-pk"),
        },
    )


def _find_contacts(league: League) -> PlayerQuerySet:
    """Return members and spares with an email address or a phone number."""
    enrolled = league.enrolments.values("player")
    found: PlayerQuerySet = Player.objects.present().filter(pk__in=enrolled)
    return found.exclude(email="", telephone="").by_surname()


def _link_to_join(request: HttpRequest, league: League) -> dict[str, str]:
    """Return the join link and its QR code. Empty if the league has no open join link."""
    if not league.takes_members:
        return {}
    path = reverse("league-join", args=[league.pk, join_secret(league)])
    return to_share(request, path)


@method_decorator(made_once, name="dispatch")
class Enrol(PreviewView):
    """Add members or spares, from a night on or from the start, with a preview."""

    form_class = EnrolForm
    template_name = "desk/leagues/joining/enrol.html"
    next_page = PEOPLE

    def get_form_kwargs(self) -> dict[str, Any]:
        night = next_night(self.league, timezone.now())
        begun = season_of(self.league).over > 0
        initial = {"first": night.pk if night and begun else None}
        return super().get_form_kwargs() | {"league": self.league, "initial": initial}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(may_add_people=self.who.is_organiser, **kwargs)

    def perform(self, form: EnrolForm) -> None:
        cleaned = form.cleaned_data
        division = cleaned.get("division", "")
        is_member = cleaned["kind"] == Enrolment.Kind.MEMBER
        if self.league.has_dated_matches and is_member:
            players, first = list(cleaned["player"]), cleaned["first"]
            play_of(self.league.kind).let_in(self.who, self.league, players, first, division)
        else:
            members.enrol_members(
                by=self.who,
                league=self.league,
                players=cleaned["player"],
                first=cleaned["first"],
                kind=Enrolment.Kind(cleaned["kind"]),
                division=division,
            )


class ChangeEnrolment(PreviewView):
    """Change the first and last night of a membership."""

    form_class = EnrolmentForm
    template_name = "desk/leagues/joining/enrolment.html"
    next_page = PEOPLE

    @cached_property
    def enrolment(self) -> Enrolment:
        rows = self.league.enrolments.select_related("player", "first", "last")
        return get_object_or_404(rows, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"enrolment": self.enrolment}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        at_home = venue_entry(self.league, self.enrolment.player)
        return super().get_context_data(
            enrolment=self.enrolment,
            at_home=at_home,
            has_home=at_home is not None,
            season=season_of_member(self.enrolment),
            is_seen=Player.objects.is_seen(self.enrolment.player_id),
            **kwargs,
        )

    def perform(self, form: EnrolmentForm) -> None:
        """Remove the end before moving the beginning, then set the new end."""
        first, last = form.cleaned_data["first"], form.cleaned_data["last"]
        rows = Enrolment.objects.select_related("league", "player", "first")
        now = rows.get(pk=self.enrolment.pk)
        if now.last_id is not None and (last is None or last.pk != now.last_id):
            members.continue_enrolment(by=self.who, enrolment=now)
            now.last_id = None
        members.begin_enrolment(by=self.who, enrolment=now, first=first)
        if last is not None and now.last_id is None:
            now.first = first
            members.end_enrolment(by=self.who, enrolment=now, last=last)


@secretary_of_league
@require_POST
def enrolment_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a membership that was added by mistake."""
    league = desk_league(slug)
    enrolment = get_object_or_404(league.enrolments.select_related("player"), pk=pk)
    members.remove_enrolments(by=get_visitor(request), league=league, enrolments=[pk])
    text = _("%(name)s is no longer a member.") % {"name": enrolment.player.name}
    messages.success(request, text)
    return redirect(PEOPLE, slug)


@secretary_of_league
@require_POST
def join_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Create the join link, or revoke it."""
    league = desk_league(slug)
    with Attempt(request=request):
        if "revoke" in request.POST:
            joining_link.revoke_join_link(by=get_visitor(request), league=league)
            messages.success(request, _("The join link no longer works."))
        else:
            joining_link.offer_join_link(by=get_visitor(request), league=league)
    return redirect(PEOPLE, slug)


class TablesView(PreviewView):
    """A form beside the members of each division, with their places and points."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(divisions=LeaguePeople(self.league).divisions, **kwargs)


# --- Points adjustments ---------------------------------------------------------------------


@method_decorator(made_once, name="dispatch")
class AdjustPoints(TablesView):
    form_class = AdjustForm
    template_name = "desk/leagues/joining/adjust.html"
    next_page = PEOPLE

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"league": self.league}

    def perform(self, form: AdjustForm) -> None:
        members.adjust_points(by=self.who, league=self.league, **form.cleaned_data)


@secretary_of_league
@require_POST
def adjustment_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league = desk_league(slug)
    rows = Adjustment.objects.select_related("league", "player")
    adjustment = get_object_or_404(rows, pk=pk, league=league)
    members.withdraw_adjustment(by=get_visitor(request), adjustment=adjustment)
    messages.success(request, _("These points are removed."))
    return redirect(PEOPLE, slug)
