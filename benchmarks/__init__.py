"""What we measure, and against what: each file says a ratio from one run."""
