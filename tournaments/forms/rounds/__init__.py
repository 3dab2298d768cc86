"""The forms with which a round is drawn, seated and changed."""
