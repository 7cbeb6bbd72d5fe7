"""Leagues: setting one up, and the pages of its organisers and secretary."""

from django.urls import URLPattern, URLResolver, include, path

from leagues.views.desk import notices
from leagues.views.desk.leagues import dues, home, log, needs, paper, set_up, settings
from leagues.views.desk.leagues.joining import divisions, people
from leagues.views.desk.leagues.kinds import ladder, period
from leagues.views.desk.leagues.matches import leaving, match_rules, matches
from leagues.views.desk.leagues.nights import (
    calendar,
    counted_event,
    hosts,
    own_evening,
    running,
    tonight,
)
from leagues.views.desk.leagues.season import end, next_season
from leagues.views.desk.leagues.teams import squads, teams, venues

SETTINGS = [
    path("", settings.ChangeSettings.as_view(), name="desk-league-settings"),
    path("night/", settings.ChangeEvening.as_view(), name="desk-league-evening"),
    path("counts/", settings.ChangeCounting.as_view(), name="desk-league-counts"),
    path("divisions/", divisions.NameDivisions.as_view(), name="desk-league-divisions"),
    path("matches/", match_rules.league_match_rules, name="desk-league-match-rules"),
]

NIGHT = [
    path("", calendar.ChangeNight.as_view(), name="desk-league-night"),
    path("cancel/", calendar.CancelNight.as_view(), name="desk-league-night-cancel"),
    path("bring-back/", calendar.BringNightBack.as_view(), name="desk-league-night-bring-back"),
    path("skip/", calendar.SkipNight.as_view(), name="desk-league-night-skip"),
    path("events/", counted_event.night_events, name="desk-league-night-events"),
    path(
        "events/<int:event>/", counted_event.AttachEvent.as_view(), name="desk-league-night-event"
    ),
]

# The page of a night for its host.
TONIGHT = [
    path("", tonight.show_tonight, name="desk-tonight"),
    path("here/", tonight.mark_here, name="desk-tonight-here"),
    path("walk-up/", tonight.walk_up, name="desk-tonight-walk-up"),
    path("places/", tonight.set_second_venue, name="desk-tonight-places"),
    path("dues/", dues.tonight_dues, name="desk-tonight-dues"),
    path("draw/", tonight.draw_tonight, name="desk-tonight-draw"),
    path("back/", tonight.undo_draw, name="desk-tonight-back"),
    path("start/", tonight.start_tonight, name="desk-tonight-start"),
    path("game/", own_evening.start_pair, name="desk-tonight-game"),
    path("game/<int:number>/back/", own_evening.game_back, name="desk-tonight-game-back"),
    path("late/", running.add_late_player, name="desk-tonight-late"),
    path("leave/", running.let_player_leave, name="desk-tonight-leave"),
    path("board/", running.take_board_out, name="desk-tonight-board"),
    path("call/", running.call_next, name="desk-tonight-call"),
    path("end/", tonight.end_tonight, name="desk-tonight-end"),
    path("write/", notices.WriteToNight.as_view(), name="desk-tonight-write"),
]

LEAGUE: list[URLPattern | URLResolver] = [
    path("", home.league_home, name="desk-league"),
    path("settings/", include(SETTINGS)),
    path("write/", notices.WriteToLeague.as_view(), name="desk-league-write"),
    path("calendar/", calendar.league_calendar, name="desk-league-calendar"),
    path("calendar/add/", calendar.AddNight.as_view(), name="desk-league-night-add"),
    path("calendar/rule/", calendar.league_rule, name="desk-league-rule"),
    path("calendar/hosts/", hosts.ShowHosts.as_view(), name="desk-league-hosts"),
    path("calendar/hosts/fill/", hosts.FillHosts.as_view(), name="desk-league-hosts-fill"),
    path("calendar/<int:pk>/", include(NIGHT)),
    path("teams/", teams.league_teams, name="desk-league-teams"),
    path("teams/<int:pk>/", teams.league_team, name="desk-league-team"),
    path("teams/<int:pk>/captain/", teams.captains_link, name="desk-league-captain"),
    path("teams/<int:pk>/join/", squads.squad_join, name="desk-league-squad-join"),
    path("teams/<int:pk>/leave/<int:entry>/", squads.squad_leave, name="desk-league-squad-leave"),
    path("venue/<int:pk>/", venues.SetVenue.as_view(), name="desk-league-venue"),
    path("period/", period.next_period, name="desk-league-period"),
    path("challenge/", ladder.DeskChallenge.as_view(), name="desk-league-challenge"),
    path("end/", end.season_end, name="desk-league-end"),
    path("end/awards/", end.season_awards, name="desk-league-awards"),
    path("end/finals/", end.season_finals, name="desk-league-finals"),
    path("end/close/", end.season_close, name="desk-league-close"),
    path("end/reopen/", end.season_reopen, name="desk-league-reopen"),
    path("needs/apart/<int:pk>/<int:other>/", needs.tell_apart, name="desk-league-apart"),
    path("needs/seen/<int:pk>/", needs.see_correction, name="desk-league-seen"),
    path("matches/", matches.league_matches, name="desk-league-matches"),
    path("matches/<int:number>/", matches.league_match, name="desk-league-match"),
    path(
        "matches/<int:number>/<slug:act>/", matches.league_match_act, name="desk-league-match-act"
    ),
    path("leave/<int:pk>/", leaving.league_leave, name="desk-league-leave"),
    path("end/next/", next_season.next_season, name="desk-league-next"),
    path("people/in/", next_season.edit_intake, name="desk-league-intake"),
    path("paper/", paper.league_paper, name="desk-league-paper"),
    path("paper/nights/<int:pk>/", paper.league_sheet, name="desk-league-sheet"),
    path("paper/table/", paper.league_table_sheet, name="desk-league-table-sheet"),
    path("paper/certificates/", paper.league_certificates, name="desk-league-certificates"),
    path("log/", log.league_log, name="desk-league-log"),
    path("log/<int:pk>/undo/", log.league_undo, name="desk-league-undo"),
    path("people/", people.league_people, name="desk-league-people"),
    path("people/enrol/", people.Enrol.as_view(), name="desk-league-enrol"),
    path("people/division/", divisions.MoveToDivision.as_view(), name="desk-league-division"),
    path("people/link/", people.join_link, name="desk-league-join-link"),
    path("people/adjust/", people.AdjustPoints.as_view(), name="desk-league-adjust"),
    path(
        "people/adjustments/<int:pk>/withdraw/",
        people.adjustment_withdraw,
        name="desk-league-adjustment-withdraw",
    ),
    path("people/<int:pk>/", people.ChangeEnrolment.as_view(), name="desk-league-enrolment"),
    path("people/<int:pk>/remove/", people.enrolment_remove, name="desk-league-enrolment-remove"),
    path("dues/", dues.league_dues, name="desk-league-dues"),
    path("dues/dues.csv", dues.league_dues_file, name="desk-league-dues-file"),
    path("nights/<int:pk>/tonight/", include(TONIGHT)),
]

urlpatterns = [
    path("", home.leagues_list, name="desk-leagues"),
    path("new/", set_up.league_new, name="desk-league-new"),
    path("new/<slug:screen>/", set_up.league_new, name="desk-league-new"),
    path("<slug:slug>/", include(LEAGUE)),
]
