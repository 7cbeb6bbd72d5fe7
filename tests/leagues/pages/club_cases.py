"""Cases of the acts at the desk of a club: people, page, helpers and programs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils import timezone

from leagues.access.mail_stop import SIGNER
from leagues.actions.club.members import invite_helper
from leagues.actions.people.drills import note_drill
from leagues.actions.people.merge import merge_players
from leagues.models import (
    Action,
    ApiToken,
    Club,
    ClubPicture,
    Guardian,
    Invitation,
    Mail,
    Membership,
    Notice,
    OwnText,
    Player,
    ResultsFile,
    ShotDrill,
    Webhook,
    WebhookDelivery,
)
from leagues.models.people import this_site
from leagues.reads.club.texts import find_texts
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.state_marks import mark_of
from tests.cast import Cast, link_of
from tests.leagues.club.club_pages import make_picture, upload_of
from tests.leagues.data.test_bring_in import NIGHTS, file_of
from tests.leagues.pages.cases import NEVER_REFUSED, Case, each_of
from tests.scenes import scene


@dataclass(frozen=True)
class Desk:
    cast: Cast
    invitation: str = ""
    """The secret of the invitation that is open."""
    mias_token: str = ""
    """The secret of the link of Mia, a minor."""


@scene
def open_desk(cast: Cast) -> Desk:
    """A club with programs, helpers, a photo, a mail and a custom text; Bo is in the bin."""
    club, olga = cast.club, cast.who("olga")
    Player.objects.bulk_create(
        Player(club=club, name=name, family_name=name.split()[-1], **facts)
        for name, facts in (
            ("Kate Smith", {"email": "kate@example.org"}),
            ("Kate Smyth", {}),
            ("Bo Birch", {"binned_at": timezone.now()}),
            (MIA, {"is_minor": True}),
        )
    )
    invitation = invite_helper(by=olga, club=club, role=Membership.Role.SCORER)
    ApiToken.objects.create(club=club, name="App", reports=True, made_by=cast.ann, token_hash="a")
    for paused_at, address in (
        (None, "https://192.0.2.7/"),
        (timezone.now(), "https://192.0.2.8/"),
    ):
        webhook = Webhook.objects.create(
            club=club, address=address, made_by=cast.ann, paused_at=paused_at
        )
        WebhookDelivery.objects.create(webhook=webhook, kind="test", body="{}")
    Notice.objects.create(title="Hall closed", text="For repairs.", is_on_front=True)
    Mail.objects.create(kind="link", to="kate@example.org", text="…", state="failed")
    OwnText.objects.create(club=club, language="nl", message="Bye", texts=["Rust"])
    for kind, digest in (("photo", "0" * 24), ("logo", "1" * 24)):
        ClubPicture.objects.create(
            club=club,
            kind=kind,
            digest=digest,
            media_type="image/png",
            width=1,
            height=1,
            alt_text="A board",
            data=b"a picture",
        )
    Club.objects.update(logo="1" * 24, fee=2000)
    note_drill(by=cast.who("ben"), player=cast.ben_plays, twenties=3, shots=8)
    mia = Player.objects.get(name=MIA)
    Guardian.objects.create(user=cast.sam, player=mia)
    return Desk(cast, invitation, link_of(mia))


@scene
def merged_desk(open_desk: Desk) -> Desk:
    """Kate Smyth is merged into Kate Smith."""
    plan = plan_merge(*(Player.objects.get(name=name) for name in ("Kate Smith", "Kate Smyth")))
    merge_players(by=open_desk.cast.who("ann"), plan=plan, seen=mark_of(state_of_plan(plan)))
    return open_desk


@scene
def filed_desk(open_desk: Desk) -> Desk:
    """A file of results is uploaded."""
    file_of(open_desk.cast, NIGHTS)
    return open_desk


@scene
def silent_desk(open_desk: Desk) -> Desk:
    """The site is a copy: it sends no messages."""
    Club.objects.update(sends_from="")
    return open_desk


def no_arguments(hall: Desk) -> tuple[Any, ...]:
    return ()


def row_of(model: type[Model], **facts: Any) -> Callable[[Desk], tuple[Any, ...]]:
    return lambda hall: (model._default_manager.filter(**facts).earliest("pk").pk,)


def players_named(*names: str) -> Callable[[Desk], tuple[Any, ...]]:
    return lambda hall: tuple(Player.objects.get(name=name).pk for name in names)


def in_the_bin(name: str) -> Callable[[Desk], object]:
    return lambda hall: Player.objects.filter(name=name).update(binned_at=timezone.now())


def changed_text(new: str) -> dict[str, str]:
    [found] = [
        each
        for each in find_texts(Club.objects.get(is_home=True), "en", "Bye")
        if each.shown == ("Bye",)
    ]
    return {"text": found.text.id, f"{found.text.id}-0": new}


TO_THE_BIN = "Those who were added go to the bin"
GONE = "Nothing was changed."
KATE, CAT, BEN = "Kate Smith", "Cat van der Berg", "Ben Ito"

NONSENSE = [
    *each_of("name", "", " \t ", "x" * 10_000, "Ann\x00"),
    *each_of("family_name", "Nobody", "x" * 10_000, "\x00"),
    *each_of("alias", "x" * 10_000, "a\x00"),
    *each_of("name_on_wall", "sideways"),
    *each_of("name_on_web", "\x00"),
    *each_of("name_in_export", "🎯"),
]


MIA = "Mia Mole"
# fmt: off
PEOPLE = [
    Case("person_add", no_arguments, "add_player", "Zoë Quick is added.", {"name": "Zoë Quick"},
         wrong=NONSENSE, why=NEVER_REFUSED, stays=TO_THE_BIN),
    Case("person", players_named(KATE), "change_player", "Kate Ann Smith is saved.",
         {"name": "Kate Ann Smith"}, wrong=[{"name": " "}, {"alias": "a\x00"}, {"email": "kate at home"}], why=NEVER_REFUSED),
    Case("person_bin", players_named(KATE), "bin_player", "Kate Smith is in the bin.", why=NEVER_REFUSED),
    Case("person_restore", players_named("Bo Birch"), "restore_player", "Bo Birch is back.", why=NEVER_REFUSED),
    Case("person_leave", players_named(KATE), "make_former_member", "The name is now",
         {"name": KATE}, wrong={"name": "Kate"}, why=NEVER_REFUSED),
    Case("link_give", players_named(KATE), "give_link", "Kate Smith", why=GONE, stays="A revoked link stays",
         refused=in_the_bin(KATE)),
    Case("link_revoke", players_named(CAT), "revoke_link", f"The link of {CAT} no longer works.", why=NEVER_REFUSED),
    Case("guardian_add", players_named(MIA), "add_guardian", "The guardian is added.",
         {"email": "dan@example.org"}, wrong=[{"email": "dan"}, ({"email": "no@example.org"}, "No account")],
         why=NEVER_REFUSED, page="guardian_add"),
    Case("guardian_remove", row_of(Guardian), "remove_guardian", "The guardian is removed.", why=NEVER_REFUSED),
    Case("person_release", players_named(BEN), "release_player",
         "Ben Ito is no longer linked to an account.", why=NEVER_REFUSED),
    Case("person_merge", players_named(KATE, "Kate Smyth"), "merge_players", "is merged into Kate Smith",
         stale="seen", refused=in_the_bin("Kate Smyth"),
         why="One of them is in the bin or has already been merged."),
    Case("people_add_list", no_arguments, "add_players", "1 person is added.", {"text": "Zoë Quick"}, stale="-",
         step={"enter": "1"}, wrong={"text": " "}, why=NEVER_REFUSED, stays=TO_THE_BIN),
    Case("membership", no_arguments, "note_membership", "Saved.", {"all": "1"}, why=NEVER_REFUSED),
    Case("membership_fee", no_arguments, "change_fee", "Saved.", {"fee": "25", "currency": "CAD"},
         wrong={"fee": "much"}, why=NEVER_REFUSED),
]
CLUB = [
    Case("club-page-edit", no_arguments, "change_club_page", "Saved.", {"about": "We play."},
         wrong=each_of("colour", "", "red", "#12345", "#12345g", "#1234567"), why=NEVER_REFUSED, stays="An empty page stays"),
    Case("club-logo", no_arguments, "put_logo", "The logo now appears",
         lambda hall: {"logo-file": upload_of(make_picture())}, page="club-page-edit", why=NEVER_REFUSED),
    Case("club-logo-remove", no_arguments, "remove_logo", "", page="club-page-edit", why=NEVER_REFUSED),
    Case("club-photo-add", no_arguments, "add_photo", "The photo is now on the club’s page.",
         lambda hall: {"photo-file": upload_of(make_picture()), "photo-caption": "A board"},
         wrong={"photo-caption": " "}, page="club-page-edit", why=NEVER_REFUSED),
    Case("club-photo-remove", row_of(ClubPicture, kind="photo"), "remove_photo", "The photo is removed.", why=NEVER_REFUSED),
    Case("club_language", no_arguments, "change_club_language", "", {"language": "nl"},
         wrong={"language": 999}, by="olga", why=NEVER_REFUSED),
    Case("members", no_arguments, "invite", "Scorer", {"role": "scorer"}, wrong=each_of("role", "", "king", "x" * 10_000),
         by="olga", why=NEVER_REFUSED),
    Case("member_role", lambda hall: row_of(Membership, user=hall.cast.sam)(hall), "change_role",
         "New role for sam@example.org: Organiser.", {"role": "organiser"}, by="olga", why=NEVER_REFUSED),
    Case("member_remove", lambda hall: row_of(Membership, user=hall.cast.sam)(hall), "remove_member",
         "sam@example.org no longer has a role.", by="olga", why=NEVER_REFUSED),
    Case("invitation_withdraw", row_of(Invitation), "withdraw_invitation",
         "The invitation no longer works.", by="olga", why=NEVER_REFUSED),
    Case("write", no_arguments, "send_notice", "The message is on its way.",
         {"to": "all", "title": "Soup", "text": "At noon.", "sends": "", "places": ["front"]}, stays="A sent message stays",
         wrong=[*each_of("title", "", "x" * 10_000, "Ann\x00"), *each_of("text", " ", "x" * 10_000, f"Well done, {MIA}!"),
                *each_of("to", "", "league-999", "x" * 10_000), {"places": ["page"]}, {"until": "2020-01-01"}],
         step={"step": "send"}, why=NEVER_REFUSED),
    Case("notice_down", row_of(Notice), "take_down", "The message is taken down.", why=NEVER_REFUSED, page="notice"),
    Case("address_wrong", players_named(KATE), "mark_address_wrong", "The address is marked as wrong.",
         {"address": "kate@example.org"}, page="person", why=NEVER_REFUSED),
    Case("mail_again", row_of(Mail), "send_again", "It will be sent again", why=NEVER_REFUSED),
    Case("texts", no_arguments, "change_text", "Saved.", lambda hall: changed_text("Ciao"), by="olga", why=NEVER_REFUSED),
    Case("text_reset", row_of(OwnText), "reset_text", "The site’s text is shown again.", by="olga", why=NEVER_REFUSED),
    Case("text_words", no_arguments, "use_word_set", "English texts.", {"set": "end/frame"}, by="olga", why=NEVER_REFUSED),
    Case("tokens", no_arguments, "make_token", "Cup", {"name": "Cup", "may": "reports"},
         wrong=[{"name": ""}, *each_of("may", [], "everything"),
                ({"last_day": "2020-01-01"}, "is over."), ({"last_day": "soon"}, "Enter a valid date."),
                ({"last_day": "9999-12-31"}, "too far")], why=NEVER_REFUSED),
    Case("token_revoke", row_of(ApiToken), "revoke_token", "App no longer has access.", why=NEVER_REFUSED),
    Case("webhooks", no_arguments, "add_webhook", "1.1.1.1", {"address": "https://1.1.1.1/", "kinds": "event.started"},
         wrong={"address": "nowhere"}, why=NEVER_REFUSED),
    Case("webhook_pause", row_of(Webhook), "pause_webhook", "", why=NEVER_REFUSED),
    Case("webhook_resume", row_of(Webhook, paused_at__isnull=False), "resume_webhook", "", why=NEVER_REFUSED),
    Case("webhook_remove", row_of(Webhook), "remove_webhook", "192.0.2.7 no longer gets updates.", why=NEVER_REFUSED),
    Case("webhook_try", row_of(Webhook), "try_webhook", "The test didn’t arrive. 192.0.2.7 isn’t on the public internet", why=NEVER_REFUSED),
    Case("delivery_again", row_of(WebhookDelivery), "deliver_again", "It will be sent again", why=NEVER_REFUSED),
]
OWN = [
    Case("mail_stop", lambda hall: (SIGNER.sign(str(hall.cast.ben_plays.pk)),), "stop_reminders", "",
         by="stranger", why=NEVER_REFUSED),
    Case("own_contact", no_arguments, "change_contact", "Saved.", {"email": "ben@example.net"},
         wrong={"email": "ben"}, by="ben", why=NEVER_REFUSED, stale="-"),
    Case("own_messages", no_arguments, "choose_messages", "Saved.", {"club_mail": ""}, by="ben",
         why=NEVER_REFUSED, stale="-"),
    Case("own_drill", no_arguments, "note_drill", "", {"twenties": "5", "shots": "8"}, wrong={"twenties": "9"},
         by="ben", why=NEVER_REFUSED),
    Case("own_drill_remove", row_of(ShotDrill), "remove_drill", "Removed.", by="ben", why=NEVER_REFUSED, page="own_drill"),
    Case("own_leaving", no_arguments, "ask_to_leave", "", by="ben", why=NEVER_REFUSED, page="me"),
    Case("own_calendar_address", no_arguments, "offer_calendar", "", by="ben", why=NEVER_REFUSED, page="me"),
    Case("player_guard", lambda hall: (hall.mias_token,), "add_guardian",
         "You’ll now find this page under “You”.", by="dan", why=NEVER_REFUSED, page="player_link"),
    Case("player_claim", lambda hall: (hall.cast.cats_token,), "claim_player",
         "You’ll now find your page under “You”.", by="dan", why=NEVER_REFUSED, page="player_link",
         stays="The link stays a used one"),
    Case("invitation", lambda hall: (hall.invitation,), "accept_invitation", "Welcome! Your role: Scorer.",
         by="dan", why=NEVER_REFUSED),
]
MERGED = [
    Case("merge_undo", lambda hall: (Action.objects.get(verb="merge_players").pk,), "undo_merge",
         "is a separate person again.", page="look_alikes", why=NEVER_REFUSED),
]
FILES = [
    Case("results_file", row_of(ResultsFile), "bring_in_results", "imported", {"bring_in": "1"}, stale="-", why=NEVER_REFUSED,
         stays="Those who played stay in the club"),
]
SILENT = [
    Case("send_from_here", no_arguments, "send_from_here", "This site now sends messages.", page="mail", by="olga",
         refused=lambda _hall: Club.objects.update(sends_from=this_site()), why="This site already sends messages."),
]
# fmt: on

CASES = {
    "open_desk": [*PEOPLE, *CLUB, *OWN],
    "merged_desk": MERGED,
    "filed_desk": FILES,
    "silent_desk": SILENT,
}
