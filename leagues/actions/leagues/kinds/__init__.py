"""How each kind of league of dated matches is opened, seated and played."""
