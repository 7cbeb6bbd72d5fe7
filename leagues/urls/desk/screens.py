"""Remote control of the screens on the wall."""

from django.urls import path

from leagues.views.desk.screens import paper, screens

urlpatterns = [
    path("paper/", paper.event_paper, name="event_paper"),
    path("paper/stages/<int:number>/", paper.print_personal_sheets, name="personal_sheets"),
    path("paper/certificates/", paper.event_certificates, name="event_certificates"),
    path("screens/", screens.event_screens, name="event_screens"),
    path("screens/pair/", screens.screen_pair, name="screen_pair"),
    path("screens/show/", screens.screen_show, name="screen_show"),
    path("screens/names/", screens.screen_names, name="screen_names"),
    path("screens/<int:pk>/forget/", screens.screen_forget, name="screen_forget"),
]
