// Evidence: the clauses to which the names in a question lead: rank.py.
"use strict";

{
  const { divide } = rulebook.sums;

  /** Return the clauses of the concepts of a unit, each with its weight. */
  const clausesOf = (table, unit, { governs, also }) =>
    unit.concepts
      .map((concept) => table.concept(concept))
      .flatMap((row) => [[row.clause, governs], ...row.also.map((place) => [place, also])]);

  /** Return index and score of each clause of the names in a question, more for rare names. */
  rulebook.nameScores = ({ table, units, weights }) =>
    units.flatMap((unit) => {
      const rarity = table.rarityOfAll(unit.tokens) || rules().unprintedRarity;
      const scoreOf = (weight) => divide(weight * rarity, units.length);
      return clausesOf(table, unit, weights).map(([place, weight]) => [place, scoreOf(weight)]);
    });
}
