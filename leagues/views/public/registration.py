"""Registration: people enter an event, check in and withdraw by themselves."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.addresses import address_in_mail
from leagues.access.mail_limits import may_be_sent
from leagues.access.roles import PageOwner, Who, for_anyone, get_visitor, own_page
from leagues.access.throttle import ENTRIES, ENTRY_MAILS
from leagues.actions.entries.entries import check_in
from leagues.actions.entries.presence import change_presence
from leagues.actions.entries.registration import (
    Newcomer,
    Registered,
    enter_player,
    enter_stranger,
    is_open,
    waiting_place,
)
from leagues.actions.entries.waiting_list import places_left
from leagues.actions.entry_mail import has_room_for_strangers
from leagues.forms import sent_data
from leagues.forms.entries import OwnEntryForm
from leagues.models import Entry, Event, Player
from leagues.models.people import Surface
from leagues.reads.entries.effects import Act, EffectFacts, effects_of, facts_of, state_of
from leagues.reads.state_marks import mark_of
from leagues.views.attempt import Attempt


def find_event(slug: str) -> Event:
    """Return an event that can be read with its address alone, or answer 404."""
    events = Event.objects.reachable().select_related("club")
    return get_object_or_404(events, slug=slug)


def in_pairs(event: Event) -> bool:
    return event.sides == Event.Sides.DOUBLES


# --- The list -----------------------------------------------------------------------------


@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def enter_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter an event. Visitors with an account enter as their player."""
    event = find_event(slug)
    player = get_visitor(request).player
    if player and entry_of(event, player):
        return redirect("own_event", event.slug)
    form = OwnEntryForm(
        sent_data(request),
        in_pairs=in_pairs(event),
        is_known=player is not None,
        email_help=_(
            "We’ll e-mail you when you’re in. Only organisers see the address. If you’re under 18, enter a parent’s or guardian’s."
        )
        if sends_mail_to_strangers()
        else "",
    )
    if request.method == "POST":
        if player is None and ENTRIES.is_spent(request):
            return ENTRIES.refuse(request)
        if form.is_valid() and is_open(event) and may_write_to(request, form):
            return register_entry(request, event, player, form)
    return TemplateResponse(
        request,
        "public/registration/enter.html",
        {
            "event": event,
            "form": form,
            "player": player,
            "name": player.shown_on(Surface.WEB) if player else "",
            "is_open": is_open(event),
            "left": places_left(event),
        },
        status=422 if request.method == "POST" else 200,
    )


def sends_mail_to_strangers() -> bool:
    return bool(settings.SENDS_EMAIL and address_in_mail())


def may_write_to(request: HttpRequest, form: OwnEntryForm) -> bool:
    """True if no address was left, or if it may get another email: it may be another person's."""
    cleaned = form.cleaned_data
    address = cleaned.get("email", "")
    if not address or cleaned.get("website"):
        return True
    if not has_room_for_strangers() or ENTRY_MAILS.is_spent(request):
        form.add_error(
            "email",
            _(
                "We can’t send more of these e-mails today. Leave the address blank. You can enter without one."
            ),
        )
        return False
    if may_be_sent(request, address):
        ENTRY_MAILS.spend(request)
        return True
    form.add_error(
        "email",
        _(
            "We’ve already sent too many e-mails to this address. Leave it blank, or try again later."
        ),
    )
    return False


def register_entry(
    request: HttpRequest, event: Event, player: Player | None, form: OwnEntryForm
) -> HttpResponse:
    cleaned = form.cleaned_data
    if cleaned.get("website"):
        # A bot filled in the hidden field. The answer tells it nothing.
        return redirect("event", event.slug)
    by = get_visitor(request)
    partner = partner_in(cleaned)
    with Attempt():
        if player:
            done = enter_player(by=by, event=event, player=player, partner=partner)
        else:
            ENTRIES.spend(request)
            done = enter_stranger(
                by=by,
                event=event,
                key=cleaned["key"],
                newcomer=Newcomer(
                    cleaned["name"],
                    cleaned["under_18"],
                    cleaned["called"],
                    cleaned.get("email", ""),
                ),
                partner=partner,
            )
        messages.success(request, welcome_text(done))
        way = [done.token] if done.token else []
        return redirect("own_event", *way, event.slug)
    return redirect("enter", event.slug)


def partner_in(cleaned: Mapping[str, Any]) -> Newcomer | None:
    """Return the partner named in the form, if any."""
    name = cleaned.get("partner", "")
    return Newcomer(name, cleaned.get("partner_under_18", False)) if name else None


def welcome_text(done: Registered) -> str:
    if done.waiting:
        return _("You’re number %(n)s on the waiting list.") % {"n": done.waiting}
    return _("You’re in!")


# --- A player's own entry -----------------------------------------------------------------


def entry_of(event: Event, player: Player) -> Entry | None:
    entries = event.entries.named().select_related("event")
    return entries.filter(players=player).first()


def may_check_in(event: Event, entry: Entry) -> bool:
    """True from midnight of the event's day, in its time zone, until the event is finished."""
    today = timezone.now().astimezone(event.tzinfo).date()
    is_the_day = event.starts_at.astimezone(event.tzinfo).date() <= today
    return (
        is_the_day
        and event.state != Event.State.FINISHED
        and entry.checked_in_at is None
        and entry.state in {Entry.State.ACTIVE, Entry.State.PAUSED}
    )


def may_withdraw(event: Event, facts: EffectFacts) -> bool:
    """True while the event is planned and the entry isn't drawn.

    Later, the desk has to withdraw it.
    """
    is_in = facts.state in {Entry.State.ACTIVE, Entry.State.PAUSED}
    return event.state == Event.State.PLANNED and is_in and not facts.is_drawn


@own_page
@require_http_methods(["GET", "HEAD", "POST"])
def own_event(request: HttpRequest, owner: PageOwner, slug: str) -> HttpResponse:
    event, player = find_event(slug), owner.player
    entry = entry_of(event, player)
    if request.method == "POST":
        if entry:
            check_in_or_withdraw(request, event, entry, owner.by)
        elif "enter" in request.POST:
            enter_own_entry(request, event, owner)
        return redirect(request.path)
    context: dict[str, Any] = {
        "event": event,
        "entry": entry,
        "token": owner.token,
        "player": player,
        "name": player.shown_on(Surface.WEB),
        "is_open": is_open(event),
        "in_pairs": in_pairs(event),
    }
    if entry:
        facts = facts_of(entry)
        context |= {
            "facts": facts,
            "waiting": waiting_place(entry),
            "may_check_in": may_check_in(event, entry),
            "may_withdraw": may_withdraw(event, facts),
            "effects": effects_of(Act.WITHDRAW, facts),
            "seen": mark_of(state_of(facts)),
        }
    return TemplateResponse(request, "public/registration/own.html", context)


def enter_own_entry(request: HttpRequest, event: Event, owner: PageOwner) -> None:
    form = OwnEntryForm(request.POST, in_pairs=in_pairs(event), is_known=True)
    if not form.is_valid():
        for fault in (each for of_field in form.errors.values() for each in of_field):
            messages.error(request, str(fault))
        return
    with Attempt(request=request):
        done = enter_player(
            by=owner.by, event=event, player=owner.player, partner=partner_in(form.cleaned_data)
        )
        messages.success(request, welcome_text(done))


def check_in_or_withdraw(request: HttpRequest, event: Event, entry: Entry, by: Who) -> None:
    """Check in or withdraw, if it is requested and allowed."""
    if "check-in" in request.POST and may_check_in(event, entry):
        check_in(by=by, event=event, entries=[entry.pk])
        messages.success(request, _("You’re checked in. Have a good day!"))
    elif "withdraw" in request.POST and may_withdraw(event, facts_of(entry)):
        with Attempt(request=request):
            change_presence(
                by=by, event=event, entry=entry, act=Act.WITHDRAW, seen=request.POST.get("seen", "")
            )
            messages.success(request, _("You’ve withdrawn. The desk can add you again."))
