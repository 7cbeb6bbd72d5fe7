"""Pages that belong to no subject: health, errors, the house style."""
