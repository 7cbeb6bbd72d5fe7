"""Tie-breaks: small named functions, and the chains made of them."""

from scoring.tiebreaks.chains import (
    CHAINS,
    HEAD_TO_HEAD_AT_STAKE,
    HEAD_TO_HEAD_THEN_TWENTIES,
    MATCH_PLAY,
    MATCH_PLAY_3,
    POINTS_SHARED,
    POINTS_THEN_TWENTIES,
    PRELIMINARY,
    ROUND_ROBIN,
    SERIES,
    STEP_NAMES,
    STEPS,
    SWISS,
    WINS_THEN_DIFFERENCE,
    Chain,
    chain_named,
)
from scoring.tiebreaks.record import Decision, Prorate, ShootOutRecord
from scoring.tiebreaks.steps import Scope, Skip, SkipReason, Step

__all__ = [
    "CHAINS",
    "HEAD_TO_HEAD_AT_STAKE",
    "HEAD_TO_HEAD_THEN_TWENTIES",
    "MATCH_PLAY",
    "MATCH_PLAY_3",
    "POINTS_SHARED",
    "POINTS_THEN_TWENTIES",
    "PRELIMINARY",
    "ROUND_ROBIN",
    "SERIES",
    "STEPS",
    "STEP_NAMES",
    "SWISS",
    "WINS_THEN_DIFFERENCE",
    "Chain",
    "Decision",
    "Prorate",
    "Scope",
    "ShootOutRecord",
    "Skip",
    "SkipReason",
    "Step",
    "chain_named",
]
