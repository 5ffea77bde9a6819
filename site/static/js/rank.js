// Ranking the clauses of a game by adding up whole numbers: rank.py over again.  Weights, limits
// and patterns are those of Python, read from data/vocabulary.js; all divisions round down.
"use strict";

{
  const rules = () => rulebook.data.get("rules");
  const { add, divide } = rulebook.sums;
  const bestFirst = (a, b) => b[1] - a[1] || a[0] - b[0];

  // Evidence that finds clauses, and evidence on each that was found.
  const FINDING = [rulebook.nameScores, rulebook.definitionScores, rulebook.numberScores];
  const JUDGING = [rulebook.intentScores];

  /** A score for comparison between games, of which only some define a term. */
  rulebook.comparableScore = (score) => {
    const { number, weights } = rules();
    return weights.defines <= score && score < number ? score - weights.defines : score;
  };

  const addAll = (scores, more) => {
    for (const [place, score] of more) add(scores, place, score);
  };

  /** Whether a question wants several steps or kinds; a card text only has such words. */
  const asksForList = ({ question }) =>
    !rulebook.isCardText(question) && rules().listing.some((word) => question.text.includes(word));

  /** The children of the first clause behind it, in the order of the rules. */
  const withChildren = (parents, [first, ...others]) => {
    const scores = new Map(others);
    const children = parents.flatMap((parent, place) => (parent === first[0] ? [place] : []));
    const listed = children.map((place) => [place, scores.get(place) ?? 0]);
    return [first, ...listed, ...others.filter(([place]) => !children.includes(place))];
  };

  /** The clauses behind the first by their scores without a share of that of their own text. */
  const toCover = (asked, own, ranked) => {
    const { kept, lookedAt, saidBefore, near } = rules();
    const { parents } = asked.table;
    const asksList = ranked.length && asksForList(asked);
    if (asksList && parents.includes(ranked[0][0])) return withChildren(parents, ranked);
    const middle = ranked.slice(kept, lookedAt);
    const least = middle.length ? divide(middle[0][1] * near, 100) : 0;
    const isListed = ([place, score]) =>
      asksList && parents[place] === parents[ranked[0][0]] && score >= least;
    const rest = ([place, score]) => score - divide((own.get(place) ?? 0) * saidBefore, 100);
    middle.sort((a, b) => isListed(b) - isListed(a) || rest(b) - rest(a) || a[0] - b[0]);
    return [...ranked.slice(0, kept), ...middle, ...ranked.slice(lookedAt)];
  };

  /** The clauses (places in the table) that answer a question, with scores, best first. */
  rulebook.rank = (asked) => {
    const scores = new Map();
    const own = rulebook.ownScores(asked);
    addAll(scores, rulebook.textScores(asked, own));
    for (const evidence of FINDING) addAll(scores, evidence(asked));
    for (const evidence of JUDGING) addAll(scores, evidence(asked, [...scores.keys()]));
    const { deepest, lookedAt } = rules();
    const best = [...scores].sort(bestFirst).slice(0, deepest);
    const again = new Map(best);
    addAll(again, rulebook.situationScores(asked, new Set(best.slice(0, lookedAt).map(([place]) => place))));
    const ranked = toCover(asked, own, [...again].sort(bestFirst));
    return ranked.map(([place, score]) => ({ place, score }));
  };
}
