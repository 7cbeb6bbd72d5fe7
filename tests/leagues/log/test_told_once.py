"""Repeating an act changes nothing and is not logged again."""

from collections.abc import Callable
from copy import copy
from typing import Any
from uuid import UUID

import pytest

from leagues.access.roles import Who
from leagues.actions.club.language import change_club_language
from leagues.actions.club.members import invite_helper, withdraw_invitation
from leagues.actions.club.page import change_club_page, remove_logo, remove_photo
from leagues.actions.club.texts import change_text, use_word_set
from leagues.actions.club.tokens import make_token, revoke_token
from leagues.actions.club.webhooks import pause_webhook, remove_webhook, resume_webhook
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.entries import check_in, take_back_check_in
from leagues.actions.events.events import bin_event, restore_event, start_event
from leagues.actions.events.stages import change_stage, columns_of
from leagues.actions.notices import make_announcement, take_down
from leagues.actions.people.calendar_address import offer_calendar, revoke_calendar
from leagues.actions.people.drills import note_drill, remove_drill
from leagues.actions.people.former import ask_to_leave, make_former_member, stay_in_club
from leagues.actions.people.links import release_player, revoke_link
from leagues.actions.people.people import bin_player, change_contact, restore_player, stop_reminders
from leagues.actions.phones.kiosks import make_kiosk, revoke_kiosk
from leagues.actions.play.calls import answer_help, call_next, call_round, put_back, want_help
from leagues.actions.play.cards import accept_match
from leagues.actions.play.clock import add_minute, pause_clock, resume_clock, stop_clock
from leagues.actions.rehearsal.copy import delete_rehearsal
from leagues.actions.screens.screens import forget_screen, open_screen, pair_screen
from leagues.models import (
    Action,
    ApiToken,
    Board,
    Club,
    ClubPicture,
    Event,
    Invitation,
    Kiosk,
    Membership,
    Notice,
    Player,
    Screen,
    ShotDrill,
    Topic,
    Webhook,
)
from leagues.reads.events.plans import plan_of
from leagues.reads.state_marks import mark_of
from leagues.texts.messages import site_texts
from tests.cast import Cast
from tests.leagues.log.test_undo_all import asking_hall, stopped_hall, ticking_hall
from tests.leagues.log.undo_halls import (
    Doing,
    Setting,
    a_round,
    called_hall,
    in_a_bracket,
    match_one,
    planned_hall,
    published_hall,
)
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is

CARD = UUID(int=7)


def with_screen(cast: Cast) -> DeskHall:
    hall = published_hall(cast)
    code = open_screen(event=hall.event).screen.code
    assert code
    pair_screen(by=hall.by, event=hall.event, code=code, name="Door")
    return hall


def with_tablet(cast: Cast) -> DeskHall:
    hall = published_hall(cast)
    make_kiosk(by=hall.by, event=hall.event, board=Board.objects.get(number=1))
    return hall


def announced_hall(cast: Cast) -> DeskHall:
    hall = published_hall(cast)
    make_announcement(by=hall.by, event=hall.event, text="Lunch")
    return hall


def change_nothing(hall: DeskHall) -> None:
    hall.stage.refresh_from_db()
    change_stage(
        by=hall.by, stage=hall.stage, plan=plan_of(hall.stage), seen=mark_of(columns_of(hall.stage))
    )


AT_AN_EVENT: list[tuple[str, Setting, Doing]] = [
    ("bin_event", planned_hall, lambda h: bin_event(by=h.by, event=h.event)),
    ("restore_event", planned_hall, lambda h: restore_event(by=h.by, event=h.event)),
    ("start_event", planned_hall, lambda h: start_event(by=h.by, event=Event.objects.get())),
    ("finish_event", published_hall, lambda h: finish_as_it_is(h.by, h.event)),
    ("change_stage", planned_hall, change_nothing),
    ("delete_rehearsal", planned_hall, lambda h: delete_rehearsal(by=h.by, event=h.event)),
    ("open_stage", in_a_bracket, lambda h: open_stage(by=h.by, stage=h.stage)),
    ("check_in", published_hall, lambda h: check_in(by=h.by, event=h.event, entries=h.entries)),
    ("take_back_check_in", published_hall, lambda h: take_back_check_in(by=h.by, event=h.event, entries=h.entries)),
    ("call_matches", published_hall, lambda h: call_round(by=h.by, pairing_round=a_round(h))),
    ("call_matches", published_hall, lambda h: call_next(by=h.by, event=h.event)),
    ("put_back", called_hall, lambda h: put_back(by=h.by, match=match_one(h))),
    ("want_help", called_hall, lambda h: want_help(by=h.by, match=match_one(h))),
    ("answer_help", asking_hall, lambda h: answer_help(by=h.by, match=match_one(h))),
    ("enter_card", called_hall, lambda h: h.type_card(match_one(h), "20 11", key=CARD)),
    ("enter_card", called_hall, lambda h: h.type_card(match_one(h), "20 11")),
    ("accept_match", called_hall, lambda h: accept_match(by=h.by, match=match_one(h), seen="")),
    ("pause_clock", ticking_hall, lambda h: pause_clock(by=h.by, pairing_round=a_round(h))),
    ("resume_clock", stopped_hall, lambda h: resume_clock(by=h.by, pairing_round=a_round(h))),
    ("add_minute", published_hall, lambda h: add_minute(by=h.by, pairing_round=a_round(h))),
    ("stop_clock", stopped_hall, lambda h: stop_clock(by=h.by, pairing_round=a_round(h))),
    ("stop_clock", ticking_hall, lambda h: stop_clock(by=h.by, pairing_round=a_round(h))),
    ("take_down", announced_hall, lambda h: take_down(by=h.by, notice=Notice.objects.get())),
    ("forget_screen", with_screen, lambda h: forget_screen(by=h.by, screen=Screen.objects.get())),
    ("revoke_kiosk", with_tablet, lambda h: revoke_kiosk(by=h.by, event=h.event, kiosk=Kiosk.objects.get())),
]  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "setting", "act"),
    AT_AN_EVENT,
    ids=[f"{n}-{each[0]}" for n, each in enumerate(AT_AN_EVENT)],
)
def test_a_repeated_act_at_an_event_is_logged_once(
    cast: Cast, verb: str, setting: Setting, act: Doing
) -> None:
    hall = setting(cast)
    act(hall)
    count, revision = count_logged(verb), Event.objects.get().revision

    act(hall)

    assert count_logged(verb) == count
    assert Event.objects.get().revision == revision


def count_logged(verb: str) -> int:
    return Action.objects.filter(verb=verb).count()


# --- The club and its people --------------------------------------------------------------


def invitation(cast: Cast) -> Invitation:
    invite_helper(by=cast.who("olga"), club=cast.club, role=Membership.Role.SCORER)
    return Invitation.objects.get()


def token(cast: Cast) -> ApiToken:
    make_token(by=cast.who("olga"), club=cast.club, name="Overlay", may=["reports"])
    return ApiToken.objects.get()


def webhook(cast: Cast) -> Webhook:
    return Webhook.objects.create(
        club=cast.club, address="https://example.org/", kinds=[], made_by=cast.olga
    )


def drill(cast: Cast) -> ShotDrill:
    return note_drill(by=cast.who("ben"), player=cast.ben_plays, twenties=4, shots=12)


def club(cast: Cast) -> Club:
    return cast.club


def photo(cast: Cast) -> ClubPicture:
    return ClubPicture.objects.create(
        club=cast.club, kind="photo", digest="0" * 24, width=1, height=1, data=b"x"
    )


def ben(cast: Cast) -> Player:
    return cast.ben_plays


ClubAct = Callable[[Who, Any], object]

IN_THE_CLUB: list[tuple[str, Callable[[Cast], Any], ClubAct]] = [
    ("change_club_page", club, lambda by, c: change_club_page(by=by, club=c, colour="green", place="Town hall")),
    ("remove_logo", club, lambda by, c: remove_logo(by=by, club=c)),
    ("remove_photo", photo, lambda by, p: remove_photo(by=by, photo=copy(p))),
    ("change_text", club, lambda by, c: change_text(by=by, club=c, language="en", text=site_texts()["Desk"], texts=("Office",))),
    ("use_word_set", club, lambda by, c: use_word_set(by=by, club=c, name="end/frame")),
    ("change_club_language", club, lambda by, c: change_club_language(by=by, club=c, language="de")),
    ("withdraw_invitation", invitation, lambda by, i: withdraw_invitation(by=by, invitation=i)),
    ("revoke_token", token, lambda by, t: revoke_token(by=by, token=t)),
    ("pause_webhook", webhook, lambda by, w: pause_webhook(by=by, webhook=w)),
    ("resume_webhook", webhook, lambda by, w: resume_webhook(by=by, webhook=w)),
    ("remove_webhook", webhook, lambda by, w: remove_webhook(by=by, webhook=copy(w))),
    ("bin_player", ben, lambda by, p: bin_player(by=by, player=p)),
    ("restore_player", ben, lambda by, p: restore_player(by=by, player=p)),
    ("change_contact", ben, lambda by, p: change_contact(by=by, player=p, email="b@example.org")),
    ("stop_reminders", ben, lambda by, p: stop_reminders(player=p, topics={Topic.CLUB})),
    ("ask_to_leave", ben, lambda by, p: ask_to_leave(by=by, player=p)),
    ("stay_in_club", ben, lambda by, p: stay_in_club(by=by, player=p)),
    ("make_former_member", ben, lambda by, p: make_former_member(by=by, player=p)),
    ("release_player", ben, lambda by, p: release_player(by=by, player=p)),
    ("revoke_link", ben, lambda by, p: revoke_link(by=by, player=p)),
    ("offer_calendar", ben, lambda by, p: offer_calendar(by=by, player=p)),
    ("revoke_calendar", ben, lambda by, p: revoke_calendar(by=by, player=p)),
    ("remove_drill", drill, lambda by, d: remove_drill(by=by, drill=copy(d))),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "of", "act"), IN_THE_CLUB, ids=[each[0] for each in IN_THE_CLUB])
def test_a_repeated_act_in_the_club_is_logged_once(
    cast: Cast, verb: str, of: Callable[[Cast], Any], act: ClubAct
) -> None:
    by, row = cast.who("olga"), of(cast)
    act(by, row)
    count = count_logged(verb)

    act(by, row)

    assert count_logged(verb) == count
