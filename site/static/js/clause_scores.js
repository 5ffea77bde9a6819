// Evidence: what a clause says, and what sort of clause it is: clause_scores.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");

  /** For each of `places`, what the intents of the question that it serves are worth. */
  rulebook.intentScores = ({ table, question }, places) => {
    const { intents } = rules().weights;
    const worthOf = (served) =>
      question.intents.reduce((sum, n) => sum + (served & (1 << n) ? intents[n] : 0), 0);
    return places.map((place) => [place, worthOf(table.intents[place])]);
  };

  /** For each of `places`, what speaks for it whatever is asked. */
  rulebook.priorScores = ({ table }, places) =>
    places.map((place) => [place, rules().weights.prior * table.priors[place]]);
}
