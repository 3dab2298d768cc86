"""People who enter themselves: the page where they do, their own page afterwards, and the club's answers."""
