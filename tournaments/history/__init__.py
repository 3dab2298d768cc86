"""Every change of a tournament and of the club, in sentences."""
