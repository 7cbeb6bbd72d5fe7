"""Leagues at the desk: the page of a night that its host runs."""

from django.urls import path

from leagues.views.desk.leagues import running, tonight

TONIGHT = "leagues/<slug:slug>/nights/<int:pk>/tonight/"

urlpatterns = [
    path(TONIGHT, tonight.tonight, name="desk-tonight"),
    path(f"{TONIGHT}here/", tonight.here, name="desk-tonight-here"),
    path(f"{TONIGHT}walk-up/", tonight.walk_up, name="desk-tonight-walk-up"),
    path(f"{TONIGHT}places/", tonight.places, name="desk-tonight-places"),
    path(f"{TONIGHT}draw/", tonight.draw, name="desk-tonight-draw"),
    path(f"{TONIGHT}back/", tonight.back, name="desk-tonight-back"),
    path(f"{TONIGHT}start/", tonight.start, name="desk-tonight-start"),
    path(f"{TONIGHT}late/", running.late, name="desk-tonight-late"),
    path(f"{TONIGHT}leave/", running.leave, name="desk-tonight-leave"),
    path(f"{TONIGHT}call/", running.call, name="desk-tonight-call"),
    path(f"{TONIGHT}end/", tonight.end, name="desk-tonight-end"),
]
