"""Everything that is written of a league."""
