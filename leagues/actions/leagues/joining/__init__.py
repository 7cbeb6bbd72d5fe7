"""Joining a league: members, newcomers, divisions and the join link."""
