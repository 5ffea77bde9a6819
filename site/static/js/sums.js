// Arithmetic with whole numbers by clause, with the results of Python.
"use strict";

rulebook.sums = {
  /** Divide, rounding down. */
  divide: (a, b) => Math.floor(a / b),
  sum: (numbers) => numbers.reduce((total, each) => total + each, 0),
  add: (scores, place, score) => scores.set(place, (scores.get(place) ?? 0) + score),
  raise: (scores, place, score) => {
    if (score > (scores.get(place) ?? 0)) scores.set(place, score);
  },
};
