"""How a card is resolved, step by step, with the clause of each step."""
