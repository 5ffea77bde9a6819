// Evidence: the clauses whose numbers stand in the question: number_scores.py.
"use strict";

/** The clauses that the question names by their numbers, before all others. */
rulebook.numberScores = ({ table, question }) => {
  const { numberScore } = rules();
  const named = new Set(question.text.match(rulebook.pattern("numbers")) ?? []);
  return [...named]
    .map((number) => table.numbers.indexOf(number.toUpperCase()))
    .filter((place) => place >= 0)
    .map((place) => [place, numberScore]);
};
