"""Who may: roles, phones at the boards, ways in, and limits on guessing."""
