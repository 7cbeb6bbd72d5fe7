"""Corrections at an event's desk: results, the log, and undo."""

from django.urls import include, path

from leagues.views.desk import log, results

EVENT = [
    path("matches/<int:number>/correct/", results.match_correct, name="match_correct"),
    path("matches/<int:number>/reports/", log.match_reports, name="match_reports"),
    path("log/", log.event_log, name="event_log"),
    path("log/<int:pk>/undo/", log.action_undo, name="action_undo"),
]

urlpatterns = [
    path("events/<slug:slug>/", include(EVENT)),
    path("log/", log.club_log, name="club_log"),
    path("log/<int:pk>/undo/", log.club_action_undo, name="club_action_undo"),
]
