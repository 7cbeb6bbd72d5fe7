"""The desk during play."""

from django.urls import include, path

from leagues.views.desk.play import cards, desk, matches
from leagues.views.desk.screens import printing

MATCH = [
    path("", matches.desk_match, name="desk_match"),
    path("call/", matches.desk_match_call, name="desk_match_call"),
    path("put-back/", matches.desk_match_put_back, name="desk_match_put_back"),
    path("help/", matches.desk_match_help, name="desk_match_help"),
    path("accept/", matches.desk_match_accept, name="desk_match_accept"),
    path("rule/", matches.desk_match_rule, name="desk_match_rule"),
    path("end/", matches.desk_match_end, name="desk_match_end"),
    path("rate/", matches.desk_match_rate, name="desk_match_rate"),
]

urlpatterns = [
    path("", desk.event_desk_short, name="event_desk_short"),
    path("play/", desk.event_desk, name="event_desk"),
    path("play/start/", desk.desk_start, name="desk_start"),
    path("play/next/", desk.desk_call_next, name="desk_call_next"),
    path("play/boards/<int:number>/broken/", desk.desk_board_broken, name="desk_board_broken"),
    path("play/card/", cards.desk_card, name="desk_card"),
    path("play/card/sum/", cards.desk_card_sum, name="desk_card_sum"),
    path("play/say/", desk.desk_say, name="desk_say"),
    path("play/say/<int:pk>/down/", desk.desk_take_down, name="desk_take_down"),
    path("rounds/<int:pk>/call/", desk.desk_call_round, name="desk_call_round"),
    path("rounds/<int:pk>/clock/", desk.desk_clock, name="desk_clock"),
    path("rounds/<int:pk>/cards/", printing.round_cards, name="round_cards"),
    path("rounds/<int:pk>/pairings/", printing.round_pairings, name="round_pairings"),
    path("matches/", matches.event_matches, name="event_matches"),
    path("matches/<int:number>/", include(MATCH)),
]
