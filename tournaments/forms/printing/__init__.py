"""What is asked before something is printed or written to a file."""
