"""The club's people: list, add, edit, delete, and their links."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access import roles
from leagues.access.addresses import UNREACHABLE, site_address
from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.people import links, people
from leagues.forms import sent_data
from leagues.forms.people import ContactForm, FindForm, PlayerForm, shown_names
from leagues.models import Alias, Club, PersonalLink, Player, ResultsFile, Topic
from leagues.models.messages import mailless_topics
from leagues.models.names import words_contain
from leagues.models.people import PlayerQuerySet
from leagues.reads.people.careers import matches_of
from leagues.reads.people.player_list import form_of, forms_of, player_rows
from leagues.reads.people.rating_story import is_settled
from leagues.views.attempt import Attempt
from leagues.views.desk._event import event_behind
from leagues.views.desk.people._guest_effects import LeagueChange, guest_changes, mark_of_changes
from leagues.views.public.qr_codes import to_share
from leagues.views.repeated_submits import made_once

A_PAGE = 100


@organisers_only
@require_safe
def people_list(request: HttpRequest) -> HttpResponse:
    form = FindForm(request.GET)
    sought = form.cleaned_data["q"].strip() if form.is_valid() else ""
    binned = "bin" in request.GET
    found = of_the_club().filter(merged_into=None, binned_at__isnull=not binned)
    if binned:
        found = found.exclude(pk__in=ResultsFile.objects.coming("players"))
    if sought:
        found = found.filter(pk__in=ids_called(sought, found))
    has_link = Exists(PersonalLink.objects.open().filter(player=OuterRef("pk")))
    page = Paginator(found.by_surname().annotate(has_link=has_link), A_PAGE).get_page(
        request.GET.get("page")
    )
    club = Club.objects.get(is_home=True)
    forms = forms_of(club, [player.pk for player in page])
    lines = [(row, forms.get(row.player.pk, ())) for row in player_rows(club, page)]
    template = "desk/people/people.html"
    if request.headers.get("HX-Request"):
        template += "#found"
    return TemplateResponse(
        request,
        template,
        {
            "page": page,
            "lines": lines,
            "has_addresses": any(player.email for player in page),
            "sought": sought,
            "binned": binned,
            "leaving": leaving_players(),
        },
    )


def leaving_players() -> PlayerQuerySet:
    """Return the players who have asked for their name to be removed."""
    return of_the_club().present().exclude(asked_to_leave_at=None).by_surname()


def ids_called(sought: str, among: PlayerQuerySet) -> set[int]:
    """Return IDs of players with this name or alias.

    In Python, because databases don't fold accents.
    """
    names = [
        *among.values_list("pk", "name"),
        *among.exclude(alias="").values_list("pk", "alias"),
        *Alias.objects.filter(player__in=among).values_list("player", "name"),
    ]
    return {player for player, name in names if words_contain(sought, name)}


def of_the_club() -> PlayerQuerySet:
    players: PlayerQuerySet = Player.objects.filter(club__is_home=True)
    return players


def find_player(pk: int) -> Player:
    """Return a player of the club, or answer 404.

    Merged players and former members aren't found.
    """
    players = of_the_club().filter(merged_into=None, former_since=None)
    return get_object_or_404(players.select_related("club", "user"), pk=pk)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def person_add(request: HttpRequest) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    form = PlayerForm(sent_data(request), instance=Player(club=club))
    asks_another = False
    if request.method == "POST" and form.is_valid():
        facts, is_another = form.facts(), "another" in request.POST
        with Attempt(form) as tried:
            player = people.add_player(
                by=get_visitor(request),
                club=club,
                other_names=form.cleaned_data["other_names"],
                may_be_known=lambda: not is_another and people.was_just_added(club, facts["name"]),
                **facts,
            )
        if tried.refused is None:
            messages.success(request, _("%(name)s is added.") % {"name": player.name})
            if "more" in request.POST:
                return redirect(f"{reverse('person_add')}?more")
            return redirect("people")
        asks_another = tried.is_stale
    form.fields["name"].widget.attrs["autofocus"] = True
    return TemplateResponse(
        request,
        "desk/people/person_add.html",
        {
            "form": form,
            "shown_names": [],
            "asks_another": asks_another,
            "adds_more": "more" in request.GET or "more" in request.POST,
        },
    )


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a player's names and contact details, in one form that is saved as a whole."""
    player = find_player(pk)
    form = PlayerForm(sent_data(request), instance=find_player(pk))
    contact = None
    if player.binned_at is None:
        contact = ContactForm(sent_data(request), instance=find_player(pk))
    forms = [form, contact] if contact else [form]
    changes: Sequence[LeagueChange] = ()

    def save() -> None:
        facts = form.facts()
        names = form.cleaned_data["other_names"]
        people.change_player(by=get_visitor(request), player=player, other_names=names, facts=facts)
        if contact:
            facts = contact.cleaned_data
            people.change_contact(by=get_visitor(request), player=player, **facts)

    if request.method == "POST" and all(each.is_valid() for each in forms):
        if "is_guest" in form.changed_data:
            changes = guest_changes(player, save)
            player = find_player(pk)
        if not changes or request.POST.get("seen_moves") == mark_of_changes(changes):
            save()
            messages.success(request, _("%(name)s is saved.") % {"name": player.name})
            return redirect(request.get_full_path())
    return TemplateResponse(
        request,
        "desk/people/person.html",
        {
            "player": player,
            **shown_context(player),
            **_figures_of(player),
            "link": player.links.filter(revoked_at=None).first(),
            "last_mail": player.mail.order_by("-pk").first(),
            "unmailed": [topic.label for topic in Topic if topic in mailless_topics(player)],
            "guardians": player.guardians.select_related("user").order_by("pk"),
            "form": form,
            "contact": contact,
            "changes": changes,
            "changes_mark": mark_of_changes(changes),
            "event": event_behind(request),
        },
        status=422 if any(each.errors for each in forms) else 200,
    )


def _figures_of(player: Player) -> dict[str, Any]:
    """Return the player's role in the club and what is public of them, for the head of their page."""
    [row] = player_rows(player.club, [player])
    return {
        "is_seen": Player.objects.is_seen(player.pk),
        "role": player.club.memberships.filter(user=player.user_id).first(),
        "went": form_of(player),
        "career": row,
        "rating": row.rating,
        "is_settled": row.rating and is_settled(row.rating),
        "last_played": matches_of(player).values_list("finished_at", flat=True).first(),
    }


@organisers_only
@require_safe
def names_shown(request: HttpRequest) -> HttpResponse:
    """Render the names that each surface would show, as a live preview."""
    form = PlayerForm(request.GET)
    form.is_valid()
    shown = shown_context(Player(**form.facts()))
    return TemplateResponse(request, "desk/people/person_add.html#shown", shown)


def shown_context(player: Player) -> dict[str, object]:
    """Return the name on each surface, and as ``only_name`` the one that all surfaces share."""
    shown = shown_names(player) if player.name else []
    names = {name for _, name in shown}
    return {"shown_names": shown, "only_name": names.pop() if len(names) == 1 else ""}


@organisers_only
@require_POST
def person_bin(request: HttpRequest, pk: int) -> HttpResponse:
    player = find_player(pk)
    people.bin_player(by=get_visitor(request), player=player)
    messages.success(
        request, _("%(name)s is in the bin. You can restore it from there.") % {"name": player.name}
    )
    return redirect("people")


@organisers_only
@require_POST
def person_restore(request: HttpRequest, pk: int) -> HttpResponse:
    player = find_player(pk)
    people.restore_player(by=get_visitor(request), player=player)
    messages.success(request, _("%(name)s is back.") % {"name": player.name})
    return redirect("person", pk)


# --- Link and account -----------------------------------------------------------------


@organisers_only
@require_POST
def link_give(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a personal link and show it.

    It is shown only once, because only its hash is stored.
    """
    player = find_player(pk)
    if player.binned_at is not None:
        raise Http404
    token = links.give_link(by=get_visitor(request), player=player)
    answer = TemplateResponse(
        request,
        "desk/people/link.html",
        {"player": player, **to_share(request, reverse("player_link", args=[token]))},
    )
    return roles.keep_secret(answer)


@organisers_only
@require_POST
def link_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a personal link and mail it, without showing it at the desk."""
    player = find_player(pk)
    if player.binned_at is not None:
        raise Http404
    site = site_address(request)
    if not site:
        messages.error(request, UNREACHABLE)
        return redirect("person", pk)
    with Attempt(request=request):
        mail = links.mail_link(by=get_visitor(request), player=player, site=site)
        messages.success(request, _("The link is on its way to %(email)s.") % {"email": mail.to})
    return redirect("person", pk)


@organisers_only
@require_POST
def link_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    player = find_player(pk)
    links.revoke_link(by=get_visitor(request), player=player)
    messages.success(request, _("The link of %(name)s no longer works.") % {"name": player.name})
    if guardians := list(player.guardians.values_list("user__email", flat=True)):
        messages.info(
            request,
            _("Still guardians, who keep their own way in: %(emails)s. You can remove them below.")
            % {"emails": ", ".join(guardians)},
        )
    return redirect("person", pk)


@organisers_only
@require_POST
def person_release(request: HttpRequest, pk: int) -> HttpResponse:
    player = find_player(pk)
    links.release_player(by=get_visitor(request), player=player)
    messages.success(
        request, _("%(name)s is no longer linked to an account.") % {"name": player.name}
    )
    return redirect("person", pk)
