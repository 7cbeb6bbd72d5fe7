"""Leagues: setting one up, and what organisers and its secretary do with it."""

from django.urls import path

from leagues.views.desk.leagues import (
    attach,
    calendar,
    divisions,
    dues,
    ladder,
    leagues,
    leaving,
    log,
    match_rules,
    matches,
    needs,
    next_season,
    own_evening,
    paper,
    people,
    period,
    running,
    season_end,
    set_up,
    settings,
    squads,
    teams,
    tonight,
    venues,
)

TONIGHT = "leagues/<slug:slug>/nights/<int:pk>/tonight/"

urlpatterns = [
    path("leagues/", leagues.leagues_list, name="desk-leagues"),
    path("leagues/new/", set_up.league_new, name="desk-league-new"),
    path("leagues/new/<slug:screen>/", set_up.league_new, name="desk-league-new"),
    path("leagues/<slug:slug>/", leagues.league_home, name="desk-league"),
    # What it is
    path(
        "leagues/<slug:slug>/settings/",
        settings.league_settings,
        name="desk-league-settings",
    ),
    path(
        "leagues/<slug:slug>/settings/night/",
        settings.league_evening,
        name="desk-league-evening",
    ),
    path(
        "leagues/<slug:slug>/settings/counts/",
        settings.league_counts,
        name="desk-league-counts",
    ),
    path(
        "leagues/<slug:slug>/settings/divisions/",
        divisions.league_divisions,
        name="desk-league-divisions",
    ),
    path(
        "leagues/<slug:slug>/settings/matches/",
        match_rules.league_match_rules,
        name="desk-league-match-rules",
    ),
    # Its nights
    path(
        "leagues/<slug:slug>/calendar/",
        calendar.league_calendar,
        name="desk-league-calendar",
    ),
    path(
        "leagues/<slug:slug>/calendar/add/",
        calendar.night_add,
        name="desk-league-night-add",
    ),
    path(
        "leagues/<slug:slug>/calendar/rule/",
        calendar.league_rule,
        name="desk-league-rule",
    ),
    path(
        "leagues/<slug:slug>/calendar/<int:pk>/",
        calendar.night_change,
        name="desk-league-night",
    ),
    path(
        "leagues/<slug:slug>/calendar/<int:pk>/cancel/",
        calendar.night_cancel,
        name="desk-league-night-cancel",
    ),
    path(
        "leagues/<slug:slug>/calendar/<int:pk>/bring-back/",
        calendar.night_bring_back,
        name="desk-league-night-bring-back",
    ),
    path(
        "leagues/<slug:slug>/calendar/<int:pk>/skip/",
        calendar.night_skip,
        name="desk-league-night-skip",
    ),
    path(
        "leagues/<slug:slug>/calendar/<int:pk>/events/",
        attach.night_events,
        name="desk-league-night-events",
    ),
    path(
        "leagues/<slug:slug>/calendar/<int:pk>/events/<int:event>/",
        attach.night_event,
        name="desk-league-night-event",
    ),
    # Its teams
    path("leagues/<slug:slug>/teams/", teams.league_teams, name="desk-league-teams"),
    path(
        "leagues/<slug:slug>/teams/<int:pk>/",
        teams.league_team,
        name="desk-league-team",
    ),
    path(
        "leagues/<slug:slug>/teams/<int:pk>/captain/",
        teams.captains_link,
        name="desk-league-captain",
    ),
    path(
        "leagues/<slug:slug>/teams/<int:pk>/join/",
        squads.squad_join,
        name="desk-league-squad-join",
    ),
    path(
        "leagues/<slug:slug>/teams/<int:pk>/leave/<int:entry>/",
        squads.squad_leave,
        name="desk-league-squad-leave",
    ),
    path(
        "leagues/<slug:slug>/venue/<int:pk>/",
        venues.league_venue,
        name="desk-league-venue",
    ),
    # Its boxes
    path(
        "leagues/<slug:slug>/period/",
        period.next_period,
        name="desk-league-period",
    ),
    # Its ladder
    path(
        "leagues/<slug:slug>/challenge/",
        ladder.desk_challenge,
        name="desk-league-challenge",
    ),
    # Its end
    path("leagues/<slug:slug>/end/", season_end.season_end, name="desk-league-end"),
    path(
        "leagues/<slug:slug>/end/awards/",
        season_end.season_awards,
        name="desk-league-awards",
    ),
    path(
        "leagues/<slug:slug>/end/finals/",
        season_end.season_finals,
        name="desk-league-finals",
    ),
    path(
        "leagues/<slug:slug>/end/close/",
        season_end.season_close,
        name="desk-league-close",
    ),
    path(
        "leagues/<slug:slug>/end/reopen/",
        season_end.season_reopen,
        name="desk-league-reopen",
    ),
    # What needs somebody
    path(
        "leagues/<slug:slug>/needs/apart/<int:pk>/<int:other>/",
        needs.tell_apart,
        name="desk-league-apart",
    ),
    path(
        "leagues/<slug:slug>/needs/seen/<int:pk>/",
        needs.see_correction,
        name="desk-league-seen",
    ),
    # Its matches, where it has dated ones
    path(
        "leagues/<slug:slug>/matches/",
        matches.league_matches,
        name="desk-league-matches",
    ),
    path(
        "leagues/<slug:slug>/matches/<int:number>/",
        matches.league_match,
        name="desk-league-match",
    ),
    path(
        "leagues/<slug:slug>/matches/<int:number>/<slug:act>/",
        matches.league_match_act,
        name="desk-league-match-act",
    ),
    path(
        "leagues/<slug:slug>/leave/<int:pk>/",
        leaving.league_leave,
        name="desk-league-leave",
    ),
    path(
        "leagues/<slug:slug>/end/next/",
        next_season.next_season,
        name="desk-league-next",
    ),
    path(
        "leagues/<slug:slug>/people/in/",
        next_season.intake,
        name="desk-league-intake",
    ),
    # On paper
    path("leagues/<slug:slug>/paper/", paper.league_paper, name="desk-league-paper"),
    path(
        "leagues/<slug:slug>/paper/nights/<int:pk>/",
        paper.league_sheet,
        name="desk-league-sheet",
    ),
    path(
        "leagues/<slug:slug>/paper/table/",
        paper.league_table_sheet,
        name="desk-league-table-sheet",
    ),
    path(
        "leagues/<slug:slug>/paper/certificates/",
        paper.league_certificates,
        name="desk-league-certificates",
    ),
    # What was done
    path("leagues/<slug:slug>/log/", log.league_log, name="desk-league-log"),
    path(
        "leagues/<slug:slug>/log/<int:pk>/undo/",
        log.league_undo,
        name="desk-league-undo",
    ),
    # Its people
    path(
        "leagues/<slug:slug>/people/", people.league_people, name="desk-league-people"
    ),
    path(
        "leagues/<slug:slug>/people/enrol/",
        people.league_enrol,
        name="desk-league-enrol",
    ),
    path(
        "leagues/<slug:slug>/people/division/",
        divisions.league_division,
        name="desk-league-division",
    ),
    path(
        "leagues/<slug:slug>/people/link/",
        people.join_link,
        name="desk-league-join-link",
    ),
    path(
        "leagues/<slug:slug>/people/adjust/",
        people.league_adjust,
        name="desk-league-adjust",
    ),
    path(
        "leagues/<slug:slug>/people/adjustments/<int:pk>/withdraw/",
        people.adjustment_withdraw,
        name="desk-league-adjustment-withdraw",
    ),
    path(
        "leagues/<slug:slug>/people/<int:pk>/",
        people.league_enrolment,
        name="desk-league-enrolment",
    ),
    path(
        "leagues/<slug:slug>/people/<int:pk>/remove/",
        people.enrolment_remove,
        name="desk-league-enrolment-remove",
    ),
    path("leagues/<slug:slug>/dues/", dues.league_dues, name="desk-league-dues"),
    path(
        "leagues/<slug:slug>/dues/dues.csv",
        dues.league_dues_file,
        name="desk-league-dues-file",
    ),
    # The page of a night that its host runs
    path(TONIGHT, tonight.tonight, name="desk-tonight"),
    path(f"{TONIGHT}here/", tonight.here, name="desk-tonight-here"),
    path(f"{TONIGHT}walk-up/", tonight.walk_up, name="desk-tonight-walk-up"),
    path(f"{TONIGHT}places/", tonight.places, name="desk-tonight-places"),
    path(f"{TONIGHT}dues/", dues.tonight_dues, name="desk-tonight-dues"),
    path(f"{TONIGHT}draw/", tonight.draw, name="desk-tonight-draw"),
    path(f"{TONIGHT}back/", tonight.back, name="desk-tonight-back"),
    path(f"{TONIGHT}start/", tonight.start, name="desk-tonight-start"),
    path(f"{TONIGHT}game/", own_evening.game, name="desk-tonight-game"),
    path(
        f"{TONIGHT}game/<int:number>/back/",
        own_evening.game_back,
        name="desk-tonight-game-back",
    ),
    path(f"{TONIGHT}late/", running.late, name="desk-tonight-late"),
    path(f"{TONIGHT}leave/", running.leave, name="desk-tonight-leave"),
    path(f"{TONIGHT}board/", running.board, name="desk-tonight-board"),
    path(f"{TONIGHT}call/", running.call, name="desk-tonight-call"),
    path(f"{TONIGHT}end/", tonight.end, name="desk-tonight-end"),
]
