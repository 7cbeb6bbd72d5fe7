"""Acts on leagues."""
