"""Draw the rounds of a stage, publish them, and take them back."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import Line
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.draw.matches import write_rounds
from leagues.actions.draw.opening import (
    draw_act,
    let_in,
    no_garbage_collection,
    open_with_it,
    refuse_drawn_by_league,
)
from leagues.actions.events.seed import purpose_of, seed_of
from leagues.actions.events.times import set_times
from leagues.actions.push import tell_of_rounds
from leagues.actions.refusal import Refused, Stale, refuse_stale
from leagues.actions.undo_rows import log_undo, nothing_since, stage_of
from leagues.actions.verb import Undo, Verb
from leagues.actions.webhook_queue import rounds_published
from leagues.models import (
    Action,
    DatedMatch,
    Match,
    MatchSide,
    PairingRound,
    ScoringPhone,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.pairing.values import NoPairing
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.draw.attendance import comings_of
from leagues.reads.draw.draw_input import kinds_of, recipe_for, way_of
from leagues.reads.draw.history import DrawnRound, own_rounds, rounds_of, stage_mark
from leagues.reads.events.fitting_formats import NOT_TWO_AGAINST_ONE
from leagues.reads.log.facts import LogFacts, fill_sentence
from leagues.reads.play.walkover import bye_in
from leagues.say import say, say_why
from leagues.stages.pairing_ways import ExpectedField
from leagues.stages.recipe import ByPool, Recipe, make_draw, to_json, who_meets

DRAW_CHANGED = later(
    "This draw has changed since you opened the page. Your change wasn’t saved. This is the draw now."
)


@no_garbage_collection()
def draw_rounds(
    *, by: Who, stage: Stage, seen: str = "", by_league: bool = False
) -> list[PairingRound]:
    """Draw a whole stage, or its next round if that depends on the table, as drafts.

    Earlier drafts are replaced by a draw with a new seed; published rounds stay.
    """
    with draw_act(by, stage, DRAW_ROUNDS, by_league=by_league) as line:
        event, stage = line.event, line.on
        rounds = rounds_of(event)
        own = own_rounds(stage, rounds)
        refuse_changed(seen, stage, own)
        open_with_it(line)
        published = [each for each in own if each.is_published]
        _may_be_drawn(stage, published)
        if late := comings_of(stage, own).late:
            let_in(stage, late)
        delete_drawn([each.pk for each in own if not each.is_published])
        first = 1 + _last_number(stage)
        purpose = purpose_of(stage, first)
        recipe = recipe_for(stage, rounds, seed_of(event), purpose)
        if not published:
            _can_be_played(recipe)
        made = _make_draw(recipe)
        rows = _write_drafts(stage, made, first, f"{event.rng_seed}/{purpose}")
        set_times(event)
        line.say(
            first=first,
            rounds=len(rows),
            purpose=purpose,
            paper=to_json(recipe),
            **_from_the_table(recipe, made),
        )
    return rows


def _find_drafts(action: Action) -> list[DrawnRound]:
    stage = stage_of(action)
    first = action.details["first"]
    numbers = range(first, first + action.details["rounds"])
    own = own_rounds(stage, rounds_of(stage.event))
    drafts = [r for r in own if r.number in numbers and not r.is_published]
    if len(drafts) < len(numbers):
        raise Refused(_("These games have been published, or drawn again since."))
    latest = Action.objects.filter(
        event=action.event_id, verb="draw_rounds", details__stage_id=stage.pk
    ).last()
    if latest is None or latest.pk != action.pk:
        raise Refused(_("These games have been drawn again since."))
    return drafts


def _preview_undo_draw(action: Action) -> str:
    numbers = [each.number for each in _find_drafts(action)]
    text = ngettext(
        "The draft of game %(rounds)s of %(stage)s will be deleted.",
        "The drafts of games %(rounds)s of %(stage)s will be deleted.",
        len(numbers),
    )
    return fill_sentence(text, {"rounds": numbers, "stage": action.details["stage"]})


def _undo_draw(by: Who, action: Action) -> None:
    delete_drawn([each.pk for each in _find_drafts(action)])
    log_undo(by, action)


DRAW_ROUNDS = Verb(
    "draw_rounds",
    later("Drew %(stage)s from game %(first)s on (draw seed %(purpose)s)."),
    Undo(_preview_undo_draw, _undo_draw),
)


def _can_be_played(recipe: Recipe) -> None:
    """Refuse the first draw of a stage if its pairing rules can't be kept to the last round."""
    for pool in recipe.pools:
        clubs = tuple(Counter(recipe.clubs.get(entry, "") for entry in pool).values())
        coming = ExpectedField(len(pool), len(recipe.boards) or None, clubs)
        if len(pool) > 1 and (why := recipe.way.refusal(coming)):
            raise Refused(
                _("No draw is possible with these settings: %(why)s.") % {"why": say(why)}
            )


def _from_the_table(recipe: Recipe, made: Sequence[ByPool]) -> dict[str, Any]:
    """Log data for draws from the table: who meets, so that a correction needn't draw again."""
    return {} if recipe.way.drawn_ahead else {"meetings": sorted(who_meets(made))}


def _last_number(stage: Stage) -> int:
    """The last published round of a stage, or 0. Unpublished drafts don't count."""
    last = stage.pairing_rounds.published().aggregate(last=Max("number"))["last"]
    return last or 0


def _may_be_drawn(stage: Stage, published: Sequence[DrawnRound]) -> None:
    if has_bracket(stage) or stage.format == Stage.Format.SHOOT_OUT:
        raise Refused(
            _("There’s nothing to draw in this stage. Its matches don’t come from lots or a table.")
        )
    unfinished = sum(each.unfinished for each in published)
    if not way_of(stage).drawn_ahead and unfinished:
        raise Refused(
            ngettext(
                "%(n)s match isn’t finished. The next game is drawn from the table, so finish it first.",
                "%(n)s matches aren’t finished. The next game is drawn from the table, so finish them first.",
                unfinished,
            )
            % {"n": unfinished}
        )


def _make_draw(recipe: Recipe) -> tuple[ByPool, ...]:
    try:
        made = make_draw(recipe)
    except NoPairing as trouble:
        raise Refused(
            _("No draw is possible with these settings: %(why)s.") % {"why": say_why(trouble)}
        ) from trouble
    if not any(pool.pairings for pools in made for pool in pools):
        raise Refused(_("There’s nothing left to draw in this stage."))
    return made


def _write_drafts(
    stage: Stage, made: Sequence[ByPool], first: int, dice: str
) -> list[PairingRound]:
    rows = PairingRound.objects.bulk_create(
        PairingRound(stage=stage, number=number, rng_seed=dice)
        for number in range(first, first + len(made))
    )
    pools = list(stage.pools.all())
    write_rounds(
        stage.event,
        [
            (row, dict(zip(pools, by_pool, strict=True)))
            for row, by_pool in zip(rows, made, strict=True)
        ],
        bye_points=bye_in(stage),
    )
    return rows


def delete_drawn(rounds: Collection[int], matches: Collection[int] | None = None) -> None:
    """Delete these rounds with all their matches, or only the given ``matches`` of them.

    The caller has checked that none of the matches has begun.
    """
    if not rounds:
        return
    gone = Match.objects.filter(pairing_round__in=rounds)
    if matches is not None:
        gone = gone.filter(pk__in=matches)
    SidePlayer.objects.filter(match__in=gone).delete()
    SideEntry.objects.filter(side__match__in=gone).delete()
    ScoringPhone.objects.filter(match__in=gone).delete()
    DatedMatch.objects.filter(match__in=gone).delete()
    # Nothing refers to them now. Django's ``delete()`` would fetch each of them to check that.
    MatchSide.objects.filter(match__in=gone)._raw_delete(gone.db)
    gone._raw_delete(gone.db)
    if matches is None:
        PairingRound.objects.filter(pk__in=rounds)._raw_delete(gone.db)


def publish_rounds(
    *,
    by: Who,
    stage: Stage,
    numbers: Collection[int] | None = None,
    seen: str = "",
    by_league: bool = False,
) -> list[int]:
    """Publish these drafts of a stage, or all of them; of a bracket, all matches known so far."""
    with draw_act(by, stage, PUBLISH_ROUNDS, by_league=by_league) as line:
        stage = line.on
        own = own_rounds(stage, rounds_of(stage.event))
        refuse_changed(seen, stage, own)
        published = _publish_drafts(line, own, numbers)
        line.say(rounds=published)
    return published


def _round_numbers(action: Action) -> list[int]:
    data = action.details
    return [data["number"]] if "number" in data else list(data.get("rounds", ()))


def _find_rounds(action: Action, *, published: bool) -> list[DrawnRound]:
    """The rounds of a line; ``Refused`` if they have changed since, or if play has begun."""
    stage, numbers = stage_of(action), _round_numbers(action)
    own = own_rounds(stage, rounds_of(stage.event))
    there = [r for r in own if r.number in numbers and r.is_published == published]
    if len(there) < len(numbers):
        raise Refused(_("These games have changed since, so this can’t be undone."))
    if published and any(each.has_begun for each in there):
        if not any(each.is_played for each in there):
            nothing_since(action, ("call_match", "call_matches"))
        raise Refused(_("Play has already begun in this game."))
    return there


def _preview_undo_publish(action: Action) -> str:
    refuse_drawn_by_league(stage_of(action).event)
    _find_rounds(action, published=True)
    numbers = _round_numbers(action)
    text = ngettext(
        "Game %(rounds)s of %(stage)s will be a draft again, visible only to the desk.",
        "Games %(rounds)s of %(stage)s will be drafts again, visible only to the desk.",
        len(numbers),
    )
    return fill_sentence(text, {"rounds": numbers, "stage": action.details["stage"]})


def _undo_publish(by: Who, action: Action) -> None:
    take_back_rounds(by=by, stage=stage_of(action), numbers=_round_numbers(action))


PUBLISH = Undo(_preview_undo_publish, _undo_publish)


def _count_rounds(facts: LogFacts) -> int:
    """The number of pairing rounds in a log line."""
    return len(facts["details"].get("rounds", ()))


def _describe_publish(facts: LogFacts) -> str:
    return ngettext(
        "Published game %(rounds)s of %(stage)s.",
        "Published games %(rounds)s of %(stage)s.",
        _count_rounds(facts),
    )


PUBLISH_ROUNDS = Verb("publish_rounds", _describe_publish, PUBLISH, webhook=rounds_published)


def _publish_drafts(
    line: Line[Stage], own: Sequence[DrawnRound], numbers: Collection[int] | None
) -> list[int]:
    stage = line.on
    if has_bracket(stage):
        if kinds_of(stage.event):
            raise Refused(str(NOT_TWO_AGAINST_ONE))
        if own:  # if a bracket were published twice, undoing the second time would remove all of it
            raise Stale(DRAW_CHANGED)
        open_with_it(line)
        sync_brackets(stage)
        return [1]
    drafts = [
        each
        for each in own
        if not each.is_published and (numbers is None or each.number in numbers)
    ]
    if not drafts:
        raise Stale(DRAW_CHANGED)
    PairingRound.objects.filter(pk__in=[each.pk for each in drafts]).update(
        state=PairingRound.State.PUBLISHED
    )
    set_times(stage.event)
    tell_of_rounds([each.pk for each in drafts])
    return [each.number for each in drafts]


def take_back_rounds(
    *, by: Who, stage: Stage, numbers: Collection[int] | None = None, seen: str = ""
) -> list[int]:
    """Turn published rounds without a match begun into drafts again; returns their numbers.

    The matches of a bracket are deleted, because publishing creates them again from its seeds.
    """
    with draw_act(by, stage, TAKE_BACK_ROUNDS) as line:
        stage = line.on
        own = own_rounds(stage, rounds_of(stage.event))
        refuse_changed(seen, stage, own)
        wanted = [
            each
            for each in own
            if each.is_published and (numbers is None or each.number in numbers)
        ]
        back = [each for each in wanted if not each.has_begun]
        if not back or (numbers is not None and len(back) < len(wanted)):
            raise Refused(_("Play has already begun in this game."))
        if has_bracket(stage):
            if len(back) < len(own):
                raise Refused(_("Play has already begun in this bracket."))
            delete_drawn([each.pk for each in back])
        else:
            PairingRound.objects.filter(pk__in=[each.pk for each in back]).update(
                state=PairingRound.State.DRAFT
            )
        taken_back = [each.number for each in back]
        line.say(rounds=taken_back)
    return taken_back


def _preview_undo_take_back(action: Action) -> str:
    _find_rounds(action, published=False)
    numbers = _round_numbers(action)
    text = ngettext(
        "Game %(rounds)s of %(stage)s will be published again.",
        "Games %(rounds)s of %(stage)s will be published again.",
        len(numbers),
    )
    return fill_sentence(text, {"rounds": numbers, "stage": action.details["stage"]})


def _undo_take_back(by: Who, action: Action) -> None:
    publish_rounds(by=by, stage=stage_of(action), numbers=_round_numbers(action))


def _describe_take_back(facts: LogFacts) -> str:
    return ngettext(
        "Unpublished game %(rounds)s of %(stage)s.",
        "Unpublished games %(rounds)s of %(stage)s.",
        _count_rounds(facts),
    )


TAKE_BACK_ROUNDS = Verb(
    "take_back_rounds", _describe_take_back, Undo(_preview_undo_take_back, _undo_take_back)
)


def discard_drafts(*, by: Who, stage: Stage, seen: str = "") -> list[int]:
    """Delete the drafts of a stage, which only the desk has seen; returns their numbers."""
    with draw_act(by, stage, DISCARD_DRAFTS) as line:
        stage = line.on
        own = own_rounds(stage, rounds_of(stage.event))
        refuse_changed(seen, stage, own)
        drafts = [each for each in own if not each.is_published]
        if not drafts:
            raise Stale(DRAW_CHANGED)
        if any(each.was_reported for each in drafts):
            raise Refused(_("A score of this game has already been reported."))
        delete_drawn([each.pk for each in drafts])
        set_times(stage.event)
        discarded = [each.number for each in drafts]
        line.say(rounds=discarded)
    return discarded


def _describe_discard(facts: LogFacts) -> str:
    return ngettext(
        "Deleted the draft of game %(rounds)s of %(stage)s.",
        "Deleted the drafts of games %(rounds)s of %(stage)s.",
        _count_rounds(facts),
    )


DISCARD_DRAFTS = Verb(
    "discard_drafts",
    _describe_discard,
    later("Only the desk had seen this draft. Draw again instead."),
)


def refuse_changed(seen: str, stage: Stage, own: Sequence[DrawnRound]) -> None:
    """Refuse if ``seen`` is given and is no longer the mark of the stage's draw."""
    if seen:
        refuse_stale(seen, stage_mark(stage, own), DRAW_CHANGED)
