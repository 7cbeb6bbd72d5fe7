"""Access control: roles, phones at the boards, links and codes, and rate limits."""
