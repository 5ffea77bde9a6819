// Evidence: the clauses whose numbers are in the question: rank.py.
"use strict";

/** Return index and score of the clauses named by number, which rank above all others. */
rulebook.numberScores = ({ table, question }) => {
  const { numberScore } = rules();
  const named = new Set(question.text.match(rulebook.pattern("numbers")) ?? []);
  return [...named]
    .map((number) => table.numbers.indexOf(number.toUpperCase()))
    .filter((place) => place >= 0)
    .map((place) => [place, numberScore]);
};
