// Evidence: how well a clause has each unit of a question: unit_scores.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");
  const { divide, add, raise } = rulebook.sums;

  /** What each clause has of the wording that it has best, as the square of the share. */
  const bestWordings = (table, unit) => {
    const best = new Map();
    for (const [tokens, worth] of unit.wordings) {
      const count = new Map();
      for (const token of tokens) for (const [place] of table.posting(token)) add(count, place, 1);
      for (const [place, has] of count) {
        raise(best, place, divide(worth * has * has, tokens.length ** 2));
      }
    }
    return best;
  };

  /** Give the clause that governs a concept, and those around it, their shares at least. */
  const raiseFamily = (shares, table, { clause, also }) => {
    const { governing, family } = rules().weights;
    const parent = table.parent(clause);
    const top = parent >= 0 ? parent : clause;
    const first = parent >= 0 ? parent + 1 : top;
    for (let place = first; place <= table.last[top]; place += 1) raise(shares, place, family);
    raise(shares, clause, governing);
    for (const place of also) raise(shares, place, divide(governing * 8, 10));
  };

  /** Give the clauses below a heading part of what the heading has. */
  const passDown = (shares, table) => {
    for (const [heading, share] of [...shares]) {
      if (!table.heading[heading]) continue;
      const part = divide(share * rules().weights.unit_below, 100);
      for (let below = heading + 1; below <= table.last[heading]; below += 1) {
        raise(shares, below, part);
      }
    }
  };

  /** How rare a unit is in its commonest wording. */
  const rarityOf = (table, unit) => {
    const rarities = unit.wordings.map(([tokens]) => table.rarityOfAll(tokens)).filter(Boolean);
    return rarities.length ? Math.min(...rarities) : rules().unknown;
  };

  const scoresOf = (table, unit) => {
    const shares = bestWordings(table, unit);
    for (const concept of unit.concepts) raiseFamily(shares, table, table.concepts.get(concept));
    passDown(shares, table);
    const worth = rarityOf(table, unit) * rules().weights.unit;
    return [...shares].map(([place, share]) => [place, divide(worth * share, rules().whole)]);
  };

  /** What each clause has of each unit, by the rarity of the unit. */
  rulebook.unitScores = ({ table, units }) => units.flatMap((unit) => scoresOf(table, unit));
}
