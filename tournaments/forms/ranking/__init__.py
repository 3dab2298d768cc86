"""The forms of a ranking: adjustments, the cut into gironi, the ranking of clubs."""
