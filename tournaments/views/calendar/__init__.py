"""The club's calendar: for everybody as a file, and for the club as the evenings that repeat."""
