"""A sentence for each verb of the log whose words never change, only its names."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    # The club
    "set_up_club": _("Set up %(name)s."),
    "invite": _("Invited %(email)s as %(role)s."),
    "withdraw_invitation": _("Withdrew the invitation of %(email)s."),
    "accept_invitation": _("Joined as %(role)s."),
    "change_role": _("Made %(email)s %(role)s instead of %(before)s."),
    "remove_member": _("Took %(email)s off the helpers."),
    # Its people
    "add_player": _("Added %(name)s."),
    "bin_player": _("Put %(name)s in the bin."),
    "restore_player": _("Restored %(name)s from the bin."),
    "merge_players": _("Merged %(leaves_name)s into %(stays_name)s."),
    "undo_merge": _("Parted %(leaves_name)s from %(stays_name)s again."),
    "give_link": _("Made a personal link for %(name)s."),
    "revoke_link": _("Revoked the personal link of %(name)s."),
    "claim_player": _("Took %(name)s as their own name."),
    "release_player": _("Untied %(name)s from their account."),
    # The event
    "create_event": _("Planned %(name)s."),
    "bin_event": _("Put the event in the bin."),
    "restore_event": _("Restored the event from the bin."),
    "start_event": _("Started the event."),
    "finish_event": _("Finished the event."),
    "reopen_event": _("Opened the event again."),
    "add_stage": _("Added the stage %(stage)s."),
    "plan_stage": _("Added the stage %(stage)s."),
    "move_stage": _("Moved the stage %(stage)s."),
    "remove_stage": _("Removed the stage %(stage)s."),
    # Who is in
    "enrol": _("Entered %(players)s."),
    "strike_entry": _("Struck %(name)s off the list."),
    "check_in": _("Checked in: %(names)s."),
    "take_back_check_in": _("Took back the check-in of: %(names)s."),
    "set_team": _("Said for which club or team %(name)s plays: “%(team)s”."),
    "pause_entry": _("Paused %(name)s."),
    "return_entry": _("Let %(name)s play again."),
    "withdraw_entry": _("Withdrew %(name)s."),
    "reinstate_entry": _("Took %(name)s back in."),
    "admit_entry": _("Let %(name)s in from the waiting list."),
    "part_pair": _("Parted the pair %(name)s."),
    "set_registration": _("Changed who may enter themselves."),
    "move_up": _("Gave the place of %(absent_name)s in %(stage)s to %(name)s."),
    # The draw
    "promise_seed": _("Promised the seed: its hash is %(promise)s."),
    "open_stage": _("Opened %(stage)s."),
    "empty_stage": _("Emptied %(stage)s: its seats are given anew."),
    "seat_pools": _("Filled the pools of %(stage)s."),
    "draw_rounds": _("Drew %(stage)s from round %(first)s on, dice %(purpose)s."),
    "publish_round": _("Published round %(number)s of %(stage)s."),
    "publish_rounds": _("Published %(stage)s, round %(rounds)s."),
    "take_back_rounds": _("Took back %(stage)s, round %(rounds)s."),
    "swap_entries": _("Swapped in round %(round)s of %(stage)s: %(names)s."),
    "swap_seeds": _("Swapped seeds in %(stage)s: %(names)s."),
    "seeds_by_lot": _("Drew the seeds of %(stage)s by lot, dice %(purpose)s."),
    "let_meet": _("Let meet again: %(names)s."),
    # Play
    "call_match": _("Called %(match)s to board %(board)s."),
    "put_back": _("Put %(match)s back to wait."),
    "want_help": _("Called the desk to %(match)s."),
    "answer_help": _("Went to help at %(match)s."),
    "accept_match": _("Accepted %(match)s as reported."),
    "nobody_came": _("Nobody came to %(match)s: both lose."),
    "stop_match": _("Stopped %(match)s; what was played stands."),
    "annul_match": _("Annulled %(match)s: it counts for nobody."),
    "start_clock": _("Started the clock of %(stage)s: %(minutes)s minutes."),
    "pause_clock": _("Stopped the clock of %(stage)s for a moment."),
    "resume_clock": _("Let the clock of %(stage)s run on."),
    "add_minute": _("Added a minute to the clock of %(stage)s."),
    "stop_clock": _("Took the clock of %(stage)s down."),
    "say": _("Announced: “%(text)s”"),
    "take_down": _("Took down the announcement “%(text)s”."),
    # The cut
    "withdraw_settlement": _("Withdrew how a tie in %(stage)s was settled."),
}
