"""Import results from a file: upload it, check how it is read, then import it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.roles import Who, get_visitor, organisers_only
from leagues.actions.data import results_files as files
from leagues.actions.data.import_results import bring_in as bring_it_in
from leagues.forms import sent_data
from leagues.forms.data import ReadingForm, ResultsFileForm
from leagues.models import Club, Event, League, ResultsFile
from leagues.reads.data.import_values import ArrivingResults
from leagues.reads.data.results_file import ResultsReading
from leagues.views.attempt import Attempt
from leagues.views.desk.log import LogLine, log_lines_of

MOST_SHOWN = 100  # events, and doubts
MOST_LINKS = 5  # links to what a file has created


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """Upload a file, or continue with one uploaded before."""
    club = get_object_or_404(Club, is_home=True)
    form = ResultsFileForm(sent_data(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = files.keep_file(
            by=get_visitor(request), club=club, name=form.file_name, content=form.packed
        )
        return redirect("results_file", file.pk)
    since = timezone.now() - files.KEPT
    return TemplateResponse(
        request,
        "desk/data/bring_in.html",
        {
            "form": form,
            "came_in": [(line, *made_by(line)) for line in came_in(club, get_visitor(request))],
            "files": club.results_files.filter(made_at__gte=since).defer("content", "written"),
            "zone": club.zone,
        },
    )


def came_in(club: Club, reader: Who) -> list[LogLine]:
    """Return the imports that were not undone, newest first."""
    acts = club.log.filter(event=None, verb="bring_in_results", undone_by=None)
    people = acts.select_related("user__player", "player")
    return log_lines_of(people.order_by("-pk")[:MOST_SHOWN], reader)


def made_by(line: LogLine) -> tuple[list[Event | League], int]:
    """Return the first seasons and events created by an import, and the number of further ones."""
    data = line.action.details
    seasons = League.objects.filter(pk__in=data.get("leagues", ())).order_by("pk")
    events = Event.objects.present().filter(pk__in=data.get("events", ()))
    made = [*seasons[:MOST_LINKS], *events.order_by("starts_at", "pk")[:MOST_LINKS]]
    many = seasons.count() + events.count()
    return made[:MOST_LINKS], max(0, many - MOST_LINKS)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def results_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how the file is read and what an import would create, then import it."""
    file = _find_file(pk)
    reading = ResultsReading(file)
    form = ReadingForm(sent_data(request), reading=reading)
    if request.method != "POST":
        return _render_page(request, reading, form)
    if not form.is_valid():
        return _render_page(request, reading, form, status=422)
    files.keep_choices(file=file, choices=form.choices)
    file.choices = form.choices
    if "bring_in" not in request.POST:
        return redirect("results_file", pk)
    reading = ResultsReading(file)
    if request.POST.get("seen") != reading.mark:
        text = _(
            "The file is now read differently. Nothing has been imported yet. Please check it again."
        )
        return _render_page(request, reading, ReadingForm(None, reading=reading), text, 422)
    with Attempt() as tried:
        made = bring_it_in(
            by=get_visitor(request), file=file, results=reading.results, names=reading.names
        )
    if tried.refused:
        form = ReadingForm(None, reading=reading)
        return _render_page(request, reading, form, tried.why, 422)
    text = _came_in_words(reading.results, made)
    messages.success(request, text)
    return redirect("bring_in")


def _came_in_words(results: ArrivingResults, made: int) -> str:
    if results.seasons and len(results.seasons) == made:
        text = ngettext("%(n)s season imported.", "%(n)s seasons imported.", made)
    elif results.seasons:
        text = _("%(n)s events and seasons imported.")
    else:
        text = ngettext("%(n)s event imported.", "%(n)s events imported.", made)
    return text % {"n": made}


@organisers_only
@require_POST
def results_file_throw_away(request: HttpRequest, pk: int) -> HttpResponse:
    files.throw_away(file=_find_file(pk))
    return redirect("bring_in")


def _find_file(pk: int) -> ResultsFile:
    waiting = ResultsFile.objects.filter(made_at__gte=timezone.now() - files.KEPT)
    return get_object_or_404(waiting.select_related("club"), pk=pk)


def _render_page(
    request: HttpRequest,
    reading: ResultsReading,
    form: ReadingForm,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    made, doubts = reading.results.all, reading.doubts
    return TemplateResponse(
        request,
        "desk/data/results_file.html",
        {
            "file": reading.file,
            "reading": reading,
            "form": form,
            "refusal": refusal,
            "results": reading.results,
            "made": made[:MOST_SHOWN],
            "more_made": len(made[MOST_SHOWN:]),
            "doubts": doubts[:MOST_SHOWN],
            "more_doubts": len(doubts[MOST_SHOWN:]),
        },
        status=status,
    )
