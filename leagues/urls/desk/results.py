"""Putting things right at an event's desk: corrections, the log, and undoing."""

from django.urls import path

from leagues.views.desk import log, results

urlpatterns = [
    path(
        "events/<slug:slug>/matches/<int:number>/correct/",
        results.match_correct,
        name="match_correct",
    ),
    path(
        "events/<slug:slug>/matches/<int:number>/reports/",
        log.match_reports,
        name="match_reports",
    ),
    path("events/<slug:slug>/log/", log.event_log, name="event_log"),
    path("events/<slug:slug>/log/<int:pk>/undo/", log.action_undo, name="action_undo"),
    path("log/", log.club_log, name="club_log"),
    path("log/<int:pk>/undo/", log.club_action_undo, name="club_action_undo"),
]
