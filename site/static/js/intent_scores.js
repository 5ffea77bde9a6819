// Evidence: what a clause says that a question of this sort wants to know: intent_scores.py.
"use strict";

{
  /** For each of `places`, what the intents of the question that it serves are worth. */
  rulebook.intentScores = ({ table, intents }, places) => {
    const { intents: worths } = rules().weights;
    const worthOf = (served) =>
      intents.reduce((sum, n) => sum + (served & (1 << n) ? worths[n] : 0), 0);
    return places.map((place) => [place, worthOf(table.intents[place])]);
  };
}
