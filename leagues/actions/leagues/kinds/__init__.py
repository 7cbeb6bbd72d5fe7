"""The kinds of leagues of dated matches: how each is opened, seated and played."""
