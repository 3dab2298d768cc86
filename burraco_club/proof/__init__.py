"""What proves a whole database: each module asks one thing of it, and answers with a sentence for each fault."""
