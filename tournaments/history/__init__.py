"""Every change that was made to a tournament: what changed, told in sentences."""
