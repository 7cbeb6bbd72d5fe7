"""Who somebody is, how they play, and what they have done."""
