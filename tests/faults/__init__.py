"""What happens to an evening when its computer fails: killed, locked, cut off, pulled away."""
