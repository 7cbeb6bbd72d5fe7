"""The API's writes. Each needs a token, and calls the same act as the page does."""

from datetime import datetime
from typing import Annotated, Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Field, Header, Schema, Status
from ninja.security import HttpBearer
from pydantic import ConfigDict

from leagues.access.api_tokens import PROGRAM, TokenRefused, program_of, token_of
from leagues.actions.people.people import add_player as write_player
from leagues.actions.phones.answers import Took
from leagues.actions.phones.late_reports import report_or_keep
from leagues.actions.phones.report import Sent
from leagues.actions.phones.scoring_phone import Phone
from leagues.actions.sent_forms import sending_once
from leagues.forms.people import PlayerForm
from leagues.forms.phones.reports import Nonsense, read_claim
from leagues.models import ApiToken, Event, Match, Player
from leagues.reads.people.name_matches import register_of
from leagues.views.api.club import facts_of_player
from leagues.views.api.events import find_event
from leagues.views.api.v1 import LET_IN, MISSING, TOKEN, RefusedJson, UnreadableJson, api
from leagues.views.api.values import PlayerJson
from leagues.views.attempt import Attempt
from leagues.views.public.calendars import site_of
from leagues.views.public.club import home_club


class TokenAuth(HttpBearer):
    """An authentication that requires a token with this scope."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> ApiToken:
        return token_of(request, self.scope)

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken:
        raise NotImplementedError  # ``token_of`` reads the header itself


REFUSED = {400: RefusedJson, 422: UnreadableJson, **TOKEN}


@api.exception_handler(TokenRefused)
def token_refused(request: HttpRequest, refused: TokenRefused) -> HttpResponse:
    answer = api.create_response(request, {"detail": refused.why}, status=refused.status)
    if refused.status == 401:
        answer["WWW-Authenticate"] = "Bearer"
    if refused.status == 429:
        answer["Retry-After"] = "60"
    return answer


# --- A round ----------------------------------------------------------------------------------


class SentRoundJson(Schema):
    """A round's result as discs, score or points, with or without 20s: a number for each seat,
    in the order of the seats.
    """

    model_config = ConfigDict(extra="forbid")

    key: UUID = Field(
        description="Made by your program, once for each report: the same key again is the same report."
    )
    game: int = Field(1, ge=1, le=999)
    round: int = Field(ge=1, le=999)
    points: list[int] | None = Field(None, description="Such as [2, 0].")
    score: list[int] | None = Field(None, description="Such as [65, 40].")
    twenties: list[int | None] | None = None
    discs: list[list[int]] | None = Field(
        None, description="For each seat how many discs lay in 20, 15, 10 and 5."
    )
    seat: int | None = Field(
        None, ge=0, le=3, description="The side that says so; nothing: for everybody."
    )
    made_at: datetime | None = Field(None, description="When it was counted.")


class TookRoundJson(Schema):
    took: str = Field(description="new, or known where it was sent before.")


@api.post(
    "/events/{slug:slug}/matches/{int:number}/rounds/",
    response={200: TookRoundJson, 201: TookRoundJson, 409: RefusedJson, **REFUSED, **MISSING},
    auth=TokenAuth("reports"),
    url_name="api-report",
    summary="Report a round of a match",
)
def report_round(
    request: HttpRequest, slug: str, number: int, sent: SentRoundJson
) -> Status[dict[str, Any]]:
    """Report a round as a phone at the board does. A report that can't be accepted is kept all the
    same, and answered with 409 and the reason.
    """
    event = _find_event(slug)
    match = get_object_or_404(event.matches.published(), number=number)
    try:
        report = _read_round(sent)
    except Nonsense as why:
        return Status(422, {"detail": str(why)})
    with Attempt() as tried:
        answer = report_or_keep(
            by=program_of(request.auth),  # type: ignore[attr-defined]
            match=_with_event(match, event),
            phone=Phone(PROGRAM, sent.seat, None),
            sent=report,
        )
        if answer.took is Took.REFUSED:
            return Status(409, {"detail": answer.why})
        took = 201 if answer.took is Took.NEW else 200
        return Status(took, {"took": answer.took.value})
    return Status(409, {"detail": tried.why})


def _find_event(slug: str) -> Event:
    """Return any event that isn't in the bin: a token belongs to the organisers."""
    events = Event.objects.present().of(home_club()).select_related("club")
    return get_object_or_404(events, slug=slug)


def _with_event(match: Match, event: Event) -> Match:
    match.event = event
    return match


def _read_round(sent: SentRoundJson) -> Sent:
    depths = {
        "points": sent.points,
        "score": sent.score,
        "twenties": sent.twenties,
        "discs": sent.discs,
    }
    numbers = {name: value for name, value in depths.items() if value is not None}
    now = timezone.now()
    made_at = sent.made_at or now
    if timezone.is_naive(made_at):
        raise Nonsense(_("The time has no UTC offset."))
    if abs(made_at.year - now.year) > 1:
        made_at = now  # the clock is years off, so its time is useless
    return Sent(sent.key, sent.game, sent.round, read_claim(numbers), made_at)


# --- A new player ----------------------------------------------------------------------------


class NewPlayerJson(Schema):
    """A player to be added."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=120)
    family_name: str = Field(
        "",
        max_length=120,
        description="The end of the name, or its beginning. Guessed where it is empty.",
    )
    is_guest: bool = False
    is_minor: bool = False
    anyway: bool = Field(
        False, description="Add them even if the club has someone with a similar name."
    )


class LookAlikesJson(RefusedJson):
    candidates: list[PlayerJson] = Field(description="Whom this may be.")


IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=200,
        description="Made once for each player: the same request with it adds one player.",
    ),
]


OTHER_PLAYER = "This Idempotency-Key was sent with another player. Nothing was saved."


@api.post(
    "/players/",
    response={201: PlayerJson, 409: LookAlikesJson, **REFUSED},
    auth=TokenAuth("adds_people"),
    url_name="api-add-player",
    summary="Add a player, unless the club knows them",
)
def add_player(
    request: HttpRequest, person: NewPlayerJson, idempotency_key: IdempotencyKey = ""
) -> Status[dict[str, Any]]:
    if not idempotency_key:
        return _add_player(request, person)
    token = request.auth.pk  # type: ignore[attr-defined]
    sent = uuid5(NAMESPACE_URL, repr(sorted(person.dict().items())))
    with sending_once(uuid5(NAMESPACE_URL, f"{token} {idempotency_key}")) as form:
        if form.made:
            made, _space, of = form.made.partition(" ")
            if of != str(sent):
                return Status(422, {"detail": OTHER_PLAYER})
            player = get_object_or_404(Player, pk=int(made))
            return Status(201, facts_of_player(player, site_of(request)))
        answer = _add_player(request, person)
        if answer.status_code == 201:
            form.made = f"{answer.value['id']} {sent}"
    return answer


def _add_player(request: HttpRequest, person: NewPlayerJson) -> Status[dict[str, Any]]:
    club = home_club()
    form = PlayerForm(person.dict(exclude={"anyway"}), instance=Player(club=club))
    if not form.is_valid():
        errors = [str(each) for field in form.errors.values() for each in field]
        return Status(422, {"detail": " ".join(errors)})
    site, name = site_of(request), form.cleaned_data["name"]
    with Attempt() as tried:
        player = write_player(
            by=program_of(request.auth),  # type: ignore[attr-defined]
            club=club,
            other_names=(),
            may_be_known=lambda: not person.anyway and bool(register_of(club).find(name)),
            **form.facts(),
        )
    if tried.refused and not tried.is_stale:
        return Status(422, {"detail": tried.why})
    if tried.is_stale:
        found = register_of(club).find(name)
        known = Player.objects.in_bulk(each.person.pk for each in found)
        candidates = [facts_of_player(known[each.person.pk], site) for each in found]
        why = _("The club already has someone with a similar name.")
        return Status(409, {"detail": why, "candidates": candidates})
    return Status(201, facts_of_player(player, site))


# --- The stream -------------------------------------------------------------------------------


STREAM = {"text/event-stream": {"schema": {"type": "string"}}}


@api.get(
    "/events/{slug:slug}/stream/",
    response=LET_IN,
    url_name="api-stream",
    summary="The event’s revisions as they come, as a stream (server-sent events)",
    openapi_extra={"responses": {200: {"description": "OK", "content": STREAM}}},
)
def stream_revisions(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the revision at once, and after each change. A private event needs a token."""
    # ``crokinole_site.edge`` asks this view whether the stream may be read, and serves the stream.
    event = find_event(request, slug)
    text = f"retry: 4000\nid: {event.revision}\ndata: {event.revision}\n\n"
    return HttpResponse(text, content_type="text/event-stream; charset=utf-8")
