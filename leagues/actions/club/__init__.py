"""What is done to the club: its people, their links, its helpers."""
