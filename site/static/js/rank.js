// Ranking the clauses of a game by adding up whole numbers: rank.py over again.  Weights, limits
// and patterns are those of Python, read from data/vocabulary.js; all divisions round down.
"use strict";

{
  const rules = () => rulebook.data.get("rules");
  const { add } = rulebook.sums;
  const bestFirst = (a, b) => b[1] - a[1] || a[0] - b[0];

  // Evidence that finds clauses, and evidence on each that was found.
  const FINDING = [
    rulebook.textScores,
    rulebook.nameScores,
    rulebook.definitionScores,
    rulebook.numberScores,
  ];
  const JUDGING = [rulebook.intentScores];

  /** A score for comparison between games, of which only some define a term. */
  rulebook.comparableScore = (score) => {
    const { number, weights } = rules();
    return weights.defines <= score && score < number ? score - weights.defines : score;
  };

  const addAll = (scores, more) => {
    for (const [place, score] of more) add(scores, place, score);
  };

  /** The clauses (places in the table) that answer a question, with scores, best first. */
  rulebook.rank = (asked) => {
    const scores = new Map();
    for (const evidence of FINDING) addAll(scores, evidence(asked));
    for (const evidence of JUDGING) addAll(scores, evidence(asked, [...scores.keys()]));
    const { deepest, lookedAt } = rules();
    const best = [...scores].sort(bestFirst).slice(0, deepest);
    const again = new Map(best);
    addAll(again, rulebook.situationScores(asked, new Set(best.slice(0, lookedAt).map(([place]) => place))));
    return [...again].sort(bestFirst).map(([place, score]) => ({ place, score }));
  };
}
