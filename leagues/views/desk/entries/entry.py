"""The page of one entry: its players, the possible acts and their effects."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.entries import line_ups
from leagues.actions.entries.entries import set_team, strike_entry
from leagues.actions.entries.presence import Unplayed, change_presence
from leagues.actions.entries.waiting_list import next_in_line
from leagues.actions.people.people import add_player
from leagues.actions.refusal import Stale
from leagues.forms.entries import FOR_GOOD, ActForm, SubstituteForm, TeamForm, WithdrawForm
from leagues.models import Entry, Event, Player, Surface
from leagues.models.names import guess_family_name
from leagues.reads.entries.effects import Act, acts_for, effects_of, facts_of, state_of
from leagues.reads.play.event_players import matches_in_order, next_of, standing_of
from leagues.reads.state_marks import mark_of
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event

# For each act: the text of its button, and the message afterwards.
BUTTONS = {
    Act.PAUSE: gettext_lazy("Pause"),
    Act.RETURN: gettext_lazy("End the pause"),
    Act.WITHDRAW: gettext_lazy("Withdraw"),
    Act.REINSTATE: gettext_lazy("Reinstate"),
    Act.ADMIT: gettext_lazy("Admit"),
    Act.STRIKE: gettext_lazy("Remove from list"),
}
DONE = {
    Act.PAUSE: gettext_lazy("%(name)s is paused."),
    Act.RETURN: gettext_lazy("%(name)s is back."),
    Act.WITHDRAW: gettext_lazy("%(name)s is withdrawn."),
    Act.REINSTATE: gettext_lazy("%(name)s is back in."),
    Act.ADMIT: gettext_lazy("%(name)s is in."),
    Act.STRIKE: gettext_lazy("%(name)s is off the list."),
}
ICONS = {
    Act.PAUSE: "pause",
    Act.RETURN: "play",
    Act.WITHDRAW: "user-x",
    Act.REINSTATE: "undo-2",
    Act.ADMIT: "user-plus",
    Act.STRIKE: "trash-2",
}


def find_entry(request: HttpRequest, slug: str, pk: int) -> tuple[Event, Entry]:
    event = desk_event(request, slug)
    entries = Entry.objects.named().select_related("event", "team")
    return event, get_object_or_404(entries, pk=pk, event=event)


@organisers_only
@require_safe
def event_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return show_entry(request, *find_entry(request, slug, pk))


def show_entry(
    request: HttpRequest,
    event: Event,
    entry: Entry,
    *,
    refusal: str = "",
    form: SubstituteForm | None = None,
    team_form: TeamForm | None = None,
) -> HttpResponse:
    after = next_in_line(event, entry)
    facts = facts_of(entry, moves_up=after.shown_on(Surface.DESK) if after else "")
    seen = mark_of(state_of(facts))
    team = entry.team.name if entry.team else ""
    ahead = matches_in_order(entry).unfinished().with_sides()
    context: dict[str, Any] = {
        "event": event,
        "standing": standing_of(entry, with_needs=False),
        "match": next_of(list(ahead.select_related("board", "pairing_round__stage"))),
        "entry": entry,
        "facts": facts,
        "acts": [
            {
                "act": act.value,
                "button": BUTTONS[act],
                "icon": ICONS[act],
                "effects": effects_of(act, facts),
                "asks": act is Act.WITHDRAW and bool(facts.closable),
                "grave": act in {Act.WITHDRAW, Act.STRIKE},
            }
            for act in acts_for(facts)
        ],
        "form": WithdrawForm(initial={"seen": seen}),
        "may_substitute": event.state != Event.State.FINISHED,
        "may_part": len(entry.people) == line_ups.PAIR and not facts.is_drawn,
        "substitute": form or substitute_form(event, entry),
        "team_form": team_form or TeamForm(initial={"team": team, "before": team}),
        "refusal": refusal,
    }
    is_wrong = refusal or any(each and each.errors for each in (form, team_form))
    status = 422 if is_wrong else 200
    return TemplateResponse(request, "desk/entries/entry.html", context, status=status)


def substitute_form(event: Event, entry: Entry, data: Any = None) -> SubstituteForm:
    behind = [person.pk for person in entry.people]
    others = Player.objects.present().filter(club=event.club).exclude(pk__in=behind)
    return SubstituteForm(data, behind=entry.people, others=list(others.by_surname()))


@organisers_only
@require_POST
def entry_act(request: HttpRequest, slug: str, pk: int, act: str) -> HttpResponse:
    event, entry = find_entry(request, slug, pk)
    if act not in {each.value for each in Act}:
        raise Http404
    kind = WithdrawForm if act == Act.WITHDRAW.value else ActForm
    form = kind(request.POST)
    if not form.is_valid():
        return show_entry(request, event, entry, refusal=str(Stale()))
    with Attempt() as tried:
        do_act(request, event, entry, Act(act), form)
        name = entry.shown_on(Surface.DESK)
        messages.success(request, DONE[Act(act)] % {"name": name})
        if Act(act) is Act.STRIKE:
            return redirect("event_people", event.slug)
        return redirect("event_entry", event.slug, pk)
    return show_entry(request, *find_entry(request, slug, pk), refusal=tried.why)


def do_act(request: HttpRequest, event: Event, entry: Entry, act: Act, form: ActForm) -> None:
    by = get_visitor(request)
    if act is Act.STRIKE:
        strike_entry(by=by, event=event, entry=entry)
        return
    change_presence(
        by=by,
        event=event,
        entry=entry,
        act=act,
        seen=form.cleaned_data["seen"],
        unplayed=form.cleaned_data.get("unplayed", Unplayed.LEFT),
    )


@organisers_only
@require_POST
def entry_team(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event, entry = find_entry(request, slug, pk)
    form = TeamForm(request.POST)
    if not form.is_valid():
        return show_entry(request, event, entry, team_form=form)
    with Attempt() as tried:
        set_team(by=get_visitor(request), event=event, entry=entry, **form.cleaned_data)
        messages.success(request, _("The club or team is saved."))
        return redirect("event_entry", event.slug, pk)
    return show_entry(request, event, entry, team_form=form, refusal=tried.why)


@organisers_only
@require_POST
def entry_part(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event, entry = find_entry(request, slug, pk)
    with Attempt() as tried:
        line_ups.split_pair(by=get_visitor(request), event=event, entry=entry)
        messages.success(request, _("The pair is now two entries."))
        return redirect("event_pairs", event.slug)
    return show_entry(request, event, entry, refusal=tried.why)


@organisers_only
@require_POST
def entry_substitute(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event, entry = find_entry(request, slug, pk)
    form = substitute_form(event, entry, request.POST)
    if not form.is_valid():
        return show_entry(request, event, entry, form=form)
    refusal = seat_substitute(request, event, entry, form)
    if refusal:
        return show_entry(request, event, entry, form=form, refusal=refusal)
    return redirect("event_entry", event.slug, pk)


def seat_substitute(request: HttpRequest, event: Event, entry: Entry, form: SubstituteForm) -> str:
    """Add the substitute. Return the reason if it is refused, else an empty string."""
    cleaned = form.cleaned_data
    for_good = cleaned["until"] == FOR_GOOD
    leaves = next(each for each in entry.people if each.pk == cleaned["leaves"])
    with Attempt() as tried:
        comes = substitute_of(request, event, cleaned)
        matches = line_ups.substitute_player(
            by=get_visitor(request),
            event=event,
            entry=entry,
            leaves=leaves,
            comes=comes,
            for_good=for_good,
        )
    if tried.refused:
        return tried.why
    messages.success(
        request,
        _("%(comes)s plays for %(leaves)s: %(matches)s.")
        % {
            "comes": comes.name,
            "leaves": leaves.name,
            "matches": in_which(matches, for_good=for_good),
        },
    )
    return ""


def substitute_of(request: HttpRequest, event: Event, cleaned: dict[str, Any]) -> Player:
    """Return the substitute: a known player, or a new one. In an open league's night, a new
    player becomes a member, so that the night counts for them.
    """
    if cleaned["comes"]:
        return Player.objects.get(pk=cleaned["comes"])
    name = cleaned["name"]
    return add_player(
        by=get_visitor(request),
        club=event.club,
        name=name,
        family_name=guess_family_name(name),
        is_guest=not (event.night and event.night.league.is_open),
    )


def in_which(matches: list[int], *, for_good: bool) -> str:
    listed = ", ".join(map(str, matches))
    if for_good:
        return _("from now on")
    return _("in match %(matches)s") % {"matches": listed} if matches else _("in no match yet")
