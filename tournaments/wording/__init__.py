"""From codes and facts to sentences and names in the reader's language."""
