"""What everybody may see of a tournament: how it stands, who sits where, and how a pair did."""
