"""A person's own pages."""

from django.urls import include, path

from leagues.views.phones import (
    calendars,
    challenges,
    contact,
    dated,
    drills,
    friendly_counts,
    leaving,
    mail_stop,
    nights,
    own_data,
    player,
    posts,
    seasons,
    totals,
    unplayed,
)
from leagues.views.public import registration

LINK = [
    path("", player.player_link, name="player_link"),
    path(
        "calendar/",
        calendars.own_calendar_address,
        name="own_calendar_address_by_link",
    ),
    path("contact/", contact.own_contact, name="own_contact_by_link"),
    path("data/", own_data.own_data_file, name="own_data_by_link"),
    path("leave/", leaving.own_leaving, name="own_leaving_by_link"),
    path("claim/", player.player_claim, name="player_claim"),
    path("events/<slug:slug>/", registration.own_event, name="own_event_by_link"),
    path("nights/<int:pk>/", nights.own_night_page, name="own_night_by_link"),
    path("matches/<int:pk>/", dated.own_match_page, name="own_match_by_link"),
    path("matches/<int:pk>/totals/", totals.own_totals, name="own_totals_by_link"),
    path(
        "matches/<int:pk>/<slug:act>/",
        unplayed.own_match_act,
        name="own_match_act_by_link",
    ),
    path(
        "leagues/<slug:slug>/challenge/",
        challenges.own_challenge,
        name="own_challenge_by_link",
    ),
    path(
        "leagues/<slug:slug>/play/",
        challenges.own_arrange,
        name="own_arrange_by_link",
    ),
    path("leagues/<slug:slug>/desk/", posts.open_league_desk, name="open_league_desk"),
    path(
        "friendlies/<int:pk>/<slug:act>/",
        friendly_counts.own_count,
        name="own_count_by_link",
    ),
    path("drill/", drills.own_drill, name="own_drill_by_link"),
    path(
        "drill/<int:pk>/remove/",
        drills.own_drill_remove,
        name="own_drill_remove_by_link",
    ),
    path("nights/<int:pk>/host/", nights.host_night, name="host_night"),
    path("seasons/<slug:slug>/", seasons.own_season, name="own_season_by_link"),
]

urlpatterns = [
    path("me/", player.me, name="me"),
    path("me/events/<slug:slug>/", registration.own_event, name="own_event"),
    path("me/nights/<int:pk>/", nights.own_night_page, name="own_night"),
    path("me/matches/<int:pk>/", dated.own_match_page, name="own_match"),
    path("me/matches/<int:pk>/totals/", totals.own_totals, name="own_totals"),
    path(
        "me/matches/<int:pk>/<slug:act>/", unplayed.own_match_act, name="own_match_act"
    ),
    path(
        "me/leagues/<slug:slug>/challenge/",
        challenges.own_challenge,
        name="own_challenge",
    ),
    path("me/leagues/<slug:slug>/play/", challenges.own_arrange, name="own_arrange"),
    path(
        "me/friendlies/<int:pk>/<slug:act>/",
        friendly_counts.own_count,
        name="own_count",
    ),
    path("me/drill/", drills.own_drill, name="own_drill"),
    path("me/drill/<int:pk>/remove/", drills.own_drill_remove, name="own_drill_remove"),
    path("me/seasons/<slug:slug>/", seasons.own_season, name="own_season"),
    path("me/calendar/", calendars.own_calendar_address, name="own_calendar_address"),
    path("me/contact/", contact.own_contact, name="own_contact"),
    path("me/data/", own_data.own_data_file, name="own_data"),
    path("me/leave/", leaving.own_leaving, name="own_leaving"),
    path("me/<str:token>/", include(LINK)),
    path(
        "calendar/<int:pk>-<str:secret>.ics",
        calendars.own_calendar,
        name="own_calendar",
    ),
    path("mail/stop/<str:signed>/", mail_stop.mail_stop, name="mail_stop"),
    path("invited/<str:token>/", player.invitation, name="invitation"),
]
