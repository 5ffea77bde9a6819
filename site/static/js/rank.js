// Ranking the clauses of a game by adding up whole numbers: rank.py. Weights, limits and patterns
// are those of Python, read from data/vocabulary.js; all divisions round down.
"use strict";

{
  const { add, divide, sum } = rulebook.sums;
  const bestFirst = (a, b) => b[1] - a[1] || a[0] - b[0];

  // Evidence that finds clauses, in addition to their texts.
  const CANDIDATE_EVIDENCE = [rulebook.nameScores, rulebook.definitionScores, rulebook.numberScores];

  /** Return a score without that of a definition, to compare games, not all of which define a term. */
  rulebook.comparableScore = (score) => {
    const { numberScore, weights } = rules();
    return weights.defines <= score && score < numberScore ? score - weights.defines : score;
  };

  const addAll = (scores, more) => {
    for (const [place, score] of more) add(scores, place, score);
  };

  /** Whether a question, unless a card text, wants several steps or kinds, so all are listed. */
  const asksForList = ({ question }) =>
    !rulebook.isCardText(question) && rules().listWords.some((word) => question.text.includes(word));

  /** Return `ranked`, after the first few, with a clause that covers each part of the question, then the rest. */
  const covering = (asked, own, ranked) => {
    const { firstByScore, ownTextDiscount } = rules();
    const parts = rulebook.partScores(asked, ranked.map(([place]) => place));
    const before = ranked.slice(0, firstByScore);
    const left = ranked
      .slice(firstByScore)
      .map(([place, score]) => [place, score - divide((own.get(place) ?? 0) * ownTextDiscount, 100)])
      .sort(bestFirst);
    for (let at = 0; at < parts.length && left.length; at += 1) {
      const covered = parts.map((part) => Math.max(...before.map(([place]) => part.get(place))));
      const worths = left.map(([place, worth]) => {
        const gains = parts.map((part, of) => Math.max(0, part.get(place) - covered[of]));
        return worth + divide(ranked[0][1] * sum(gains), 1000);
      });
      before.push(...left.splice(worths.indexOf(Math.max(...worths)), 1));
    }
    const scores = new Map(ranked);
    return [...before, ...left].map(([place]) => [place, scores.get(place)]);
  };

  /** Return `ranked` with the children of its first clause moved after it, else the best family,
   * which comes before it if several children score well. */
  const withFamily = (asked, own, ranked) => {
    const { bestChildren, leadingChildren } = rules();
    const [first, most] = ranked[0];
    const scores = new Map(ranked);
    const score = (place) => scores.get(place) ?? 0;
    const families = new Map();
    asked.table.parents.forEach((parent, place) => {
      if (parent >= 0) families.set(parent, [...(families.get(parent) ?? []), place]);
    });
    const ofBest = (children) =>
      sum(children.map(score).sort((a, b) => b - a).slice(0, bestChildren));
    let listed = families.get(first) ?? [];
    if (families.size && !listed.length) {
      const worths = [...families].map(([parent, children]) => [
        ofBest(children) + divide(score(parent), 2),
        children,
      ]);
      const worth = Math.max(...worths.map(([each]) => each));
      const family = worths.find(([each]) => each === worth)[1];
      const scored = family.map((place) => [place, score(place)]).sort(bestFirst);
      const known = new Map([...own].filter(([place]) => scores.has(place)));
      listed = covering(asked, known, scored).map(([place]) => place);
    }
    const leads = 100 * ofBest(listed) >= leadingChildren * most;
    const places = [...new Set([...(leads ? [] : [first]), ...listed, ...scores.keys()])];
    return places.map((place, at) => [place, at ? score(place) : most]);
  };

  /** Return `ranked` with the best texts after the first few, in a game without tables. */
  const withBestTexts = (asked, ranked, own) => {
    if (asked.table.prepared) return ranked;
    const { firstByScore, firstByText } = rules();
    const texts = [...own].sort(bestFirst).slice(0, firstByText);
    const scores = new Map([...texts, ...ranked]);
    const places = [...ranked.slice(0, firstByScore), ...texts, ...ranked].map(([place]) => place);
    return [...new Set(places)].map((place) => [place, scores.get(place)]);
  };

  /** Return the clauses (places in the table) that answer a question, with scores, best first;
   * `compares` is whether players' whole questions are compared, too. */
  rulebook.rank = (asked, compares) => {
    const scores = new Map();
    const plain = rulebook.ownScores(asked);
    const own = rulebook.coveredScores(asked, plain);
    addAll(scores, rulebook.textScores(asked, own));
    for (const evidence of CANDIDATE_EVIDENCE) addAll(scores, evidence(asked));
    addAll(scores, rulebook.intentScores(asked, [...scores.keys()]));
    const { rankingDepth, reranked, compared } = rules();
    const best = [...scores].sort(bestFirst).slice(0, rankingDepth);
    const again = new Map(best);
    addAll(again, rulebook.situationScores(asked, new Set(best.slice(0, reranked).map(([place]) => place))));
    if (compares) addAll(again, rulebook.similarityScores(asked, best.slice(0, compared)));
    const sorted = [...again].sort(bestFirst);
    const listed = sorted.length && asksForList(asked);
    const ranked = listed
      ? withFamily(asked, own, sorted)
      : [...covering(asked, own, sorted.slice(0, reranked)), ...sorted.slice(reranked)];
    return withBestTexts(asked, ranked, plain).map(([place, score]) => ({ place, score }));
  };
}
