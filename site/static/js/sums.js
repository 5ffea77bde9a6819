// Arithmetic with whole numbers by clause, with the results of Python.
"use strict";

rulebook.sums = {
  /** Divide, rounding down. */
  divide: (a, b) => Math.floor(a / b),
  add: (scores, place, score) => scores.set(place, (scores.get(place) ?? 0) + score),
  raise: (shares, place, least) => {
    if (least > (shares.get(place) ?? 0)) shares.set(place, least);
  },
};
