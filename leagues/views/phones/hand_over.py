"""Hand-over: reports scanned by another phone or the desk from a phone without a connection."""

import base64
import binascii

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from leagues.access.pass_checks import NoEntry, speaker_of
from leagues.access.phone_passes import Pass, is_signed, read_plain
from leagues.access.phone_roles import GONE, refusal_json
from leagues.access.roles import for_anyone, keep_secret
from leagues.access.throttle import REPORTS, WRONG_LINKS
from leagues.forms.phones.reports import Nonsense, Parcel, body_of, read_json, read_parcel
from leagues.reads.phones.match_rows import seated_at
from leagues.reads.phones.words import match_label
from leagues.views.phones.reports import results_of, save_reports


@csrf_exempt
@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest) -> HttpResponse:
    """Take signed reports. They count for the signing phone, and only once."""
    if request.method != "POST":
        return keep_secret(TemplateResponse(request, "phones/hand_over.html", {}))
    if REPORTS.is_spent(request) or WRONG_LINKS.is_spent(request):
        return refusal_json(_("Too many requests from here. Wait a minute."), 429)
    REPORTS.spend(request)
    try:
        pass_, parcel = open_hand_over(body_of(request))
    except Nonsense as why:
        WRONG_LINKS.spend(request)
        return refusal_json(str(why), 400)
    try:
        holder = speaker_of(pass_)
    except NoEntry as why:
        return refusal_json(str(why), GONE)
    # The sender learns the results, but gets no access to the match.
    where_text = match_label(holder.match, seated_at(holder.match))
    results = results_of(parcel, save_reports(holder, parcel))
    return keep_secret(JsonResponse({"results": results, "where": where_text}))


def open_hand_over(body: bytes) -> tuple[Pass, Parcel]:
    """Return the reports and the pass that signed them. The signature proves both."""
    payload = read_json(body).get("payload")
    if not isinstance(payload, str) or not payload.isascii():
        raise Nonsense(_("This code can’t be read. Scan it again."))
    text, _dot, signature = payload.partition(".")
    try:
        padded = text + "=" * (-len(text) % 4)
        inside = dict(read_json(base64.b64decode(padded, altchars=b"-_", validate=True)))
    except (binascii.Error, ValueError) as error:
        raise Nonsense(_("This code can’t be read. Scan it again.")) from error
    plain = inside.pop("pass", None)
    pass_ = read_plain(plain) if isinstance(plain, str) else None
    if pass_ is None or not is_signed(pass_, text, signature):
        raise Nonsense(_("This code isn’t from a phone that may enter scores here."))
    return pass_, read_parcel(inside)
