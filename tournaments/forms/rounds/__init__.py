"""The forms in which a round is drawn, seated and changed."""
