"""Play at the boards, for the desk."""
