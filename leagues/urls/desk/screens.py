"""The remote of the screens on the wall."""

from django.urls import path

from leagues.views.desk.screens import paper, screens

SCREENS = "events/<slug:slug>/screens/"
PAPER = "events/<slug:slug>/paper/"

urlpatterns = [
    path(PAPER, paper.event_paper, name="event_paper"),
    path(PAPER + "stages/<int:number>/", paper.personal, name="personal_sheets"),
    path(PAPER + "certificates/", paper.event_certificates, name="event_certificates"),
    path(SCREENS, screens.event_screens, name="event_screens"),
    path(SCREENS + "pair/", screens.screen_pair, name="screen_pair"),
    path(SCREENS + "show/", screens.screen_show, name="screen_show"),
    path(SCREENS + "names/", screens.screen_names, name="screen_names"),
    path(SCREENS + "<int:pk>/forget/", screens.screen_forget, name="screen_forget"),
]
