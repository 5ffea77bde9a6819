// Evidence: the clauses that a name itself leads to: name_scores.py.
"use strict";

{
  const { divide } = rulebook.sums;

  /** The clauses that a unit leads to, each with its weight. */
  const ledTo = (table, unit) => {
    const { governs, also } = rules().weights;
    return unit.concepts
      .map((concept) => table.concept(concept))
      .flatMap((row) => [[row.clause, governs], ...row.also.map((place) => [place, also])]);
  };

  /** What each name is worth for its clauses. */
  rulebook.nameScores = ({ table, units }) =>
    units.flatMap((unit) => {
      const rarity = table.rarityOfAll(unit.tokens) || rules().unprintedRarity;
      return ledTo(table, unit).map(([place, weight]) => [
        place,
        divide(weight * rarity, units.length),
      ]);
    });
}
