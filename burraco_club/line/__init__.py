"""The line of a hall to a house of clubs: an SSH connection that the hall opens and the house answers through."""
