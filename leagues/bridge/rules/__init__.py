"""The rules in force, and what people say of a round."""
