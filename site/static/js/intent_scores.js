// Evidence: the intents of a question that a clause serves: rank.py.
"use strict";

{
  /** Return each of `places` with its score for the intents of the question that it serves. */
  rulebook.intentScores = ({ table, intents, weights }, places) => {
    const scoreOf = (served) =>
      intents.reduce((sum, n) => sum + (served & (1 << n) ? weights.intents[n] : 0), 0);
    return places.map((place) => [place, scoreOf(table.intents[place])]);
  };
}
