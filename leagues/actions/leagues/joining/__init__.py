"""Who comes into a league: members, newcomers, divisions and the join link."""
