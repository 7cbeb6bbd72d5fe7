"""A player's own pages."""

from django.urls import URLPattern, URLResolver, include, path

from leagues.views.phones import (
    calendars,
    challenges,
    contact,
    dated,
    drills,
    friendly_counts,
    home_screen,
    leaving,
    mail_acts,
    mail_stop,
    nights,
    officer_access,
    own_data,
    own_messages,
    player,
    seasons,
    totals,
    unplayed,
)
from leagues.views.public import registration

# Each has two addresses, for an account and for a link, under one name.
OWN = [
    path("events/<slug:slug>/", registration.own_event, name="own_event"),
    path("nights/<int:pk>/", nights.own_night_page, name="own_night"),
    path("matches/<int:pk>/", dated.own_match_page, name="own_match"),
    path("matches/<int:pk>/totals/", totals.own_totals, name="own_totals"),
    path("matches/<int:pk>/<slug:act>/", unplayed.own_match_act, name="own_match_act"),
    path("leagues/<slug:slug>/challenge/", challenges.own_challenge, name="own_challenge"),
    path("leagues/<slug:slug>/play/", challenges.own_arrange, name="own_arrange"),
    path("friendlies/<int:pk>/<slug:act>/", friendly_counts.own_count, name="own_count"),
    path("drill/", drills.own_drill, name="own_drill"),
    path("drill/<int:pk>/remove/", drills.own_drill_remove, name="own_drill_remove"),
    path("seasons/<slug:slug>/", seasons.own_season, name="own_season"),
    path("calendar/", calendars.own_calendar_address, name="own_calendar_address"),
    path("contact/", contact.own_contact, name="own_contact"),
    path("messages/", own_messages.own_messages, name="own_messages"),
    path("data/", own_data.own_data_file, name="own_data"),
    path("app.webmanifest", home_screen.own_manifest, name="own_manifest"),
    path("home-screen/", home_screen.own_home_screen, name="own_home_screen"),
    path("leave/", leaving.own_leaving, name="own_leaving"),
]

LINK: list[URLPattern | URLResolver] = [
    path("", player.player_link, name="player_link"),
    path("guard/", player.player_guard, name="player_guard"),
    path("claim/", player.player_claim, name="player_claim"),
    path("leagues/<slug:slug>/desk/", officer_access.open_league_desk, name="open_league_desk"),
    path("nights/<int:pk>/host/", nights.host_night, name="host_night"),
    path("", include(OWN)),
]

urlpatterns = [
    path("me/", player.show_own_page, name="me"),
    path("me/", include(OWN)),
    path("me/<str:token>/", include(LINK)),
    path("calendar/<int:pk>-<str:secret>.ics", calendars.own_calendar, name="own_calendar"),
    path("mail/act/<str:signed>/", mail_acts.mail_act, name="mail_act"),
    path("mail/stop/<str:signed>/", mail_stop.mail_stop, name="mail_stop"),
    path("invited/<str:token>/", player.show_invitation, name="invitation"),
]
