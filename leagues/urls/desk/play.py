"""The desk during play."""

from django.urls import path

from leagues.views.desk.play import cards, desk, matches
from leagues.views.desk.screens import printing

EVENT = "events/<slug:slug>/"
MATCH = EVENT + "matches/<int:number>/"
ROUND = EVENT + "rounds/<int:pk>/"

urlpatterns = [
    path(EVENT + "play/", desk.event_desk, name="event_desk"),
    path(EVENT + "play/start/", desk.desk_start, name="desk_start"),
    path(EVENT + "play/next/", desk.desk_call_next, name="desk_call_next"),
    path(
        EVENT + "play/boards/<int:number>/broken/",
        desk.desk_board_broken,
        name="desk_board_broken",
    ),
    path(EVENT + "play/card/", cards.desk_card, name="desk_card"),
    path(EVENT + "play/card/sum/", cards.desk_card_sum, name="desk_card_sum"),
    path(EVENT + "play/say/", desk.desk_say, name="desk_say"),
    path(EVENT + "play/say/<int:pk>/down/", desk.desk_take_down, name="desk_take_down"),
    path(ROUND + "call/", desk.desk_call_round, name="desk_call_round"),
    path(ROUND + "clock/", desk.desk_clock, name="desk_clock"),
    path(ROUND + "cards/", printing.round_cards, name="round_cards"),
    path(ROUND + "pairings/", printing.round_pairings, name="round_pairings"),
    path(EVENT + "matches/", matches.event_matches, name="event_matches"),
    path(MATCH, matches.desk_match, name="desk_match"),
    path(MATCH + "call/", matches.desk_match_call, name="desk_match_call"),
    path(MATCH + "put-back/", matches.desk_match_put_back, name="desk_match_put_back"),
    path(MATCH + "help/", matches.desk_match_help, name="desk_match_help"),
    path(MATCH + "accept/", matches.desk_match_accept, name="desk_match_accept"),
    path(MATCH + "rule/", matches.desk_match_rule, name="desk_match_rule"),
    path(MATCH + "end/", matches.desk_match_end, name="desk_match_end"),
    path(MATCH + "rate/", matches.desk_match_rate, name="desk_match_rate"),
]
