// Evidence: the features that a question shares with a clause and players' phrases for it, by BM25:
// rank.py.
"use strict";

{
  const { divide, add, raise } = rulebook.sums;

  /** Return the features of a question, each with its kind; with `piece`, only those in it. */
  rulebook.featuresOf = ({ tokens, units }, piece) => {
    const isIn = (text) => piece === undefined || piece.includes(text);
    const features = new Map(tokens.filter(isIn).map((token) => [token, "token"]));
    for (const { names, meanings } of units.filter(({ text }) => isIn(text))) {
      for (const number of names) features.set(`#${number}`, "name");
      for (const number of meanings) features.set(`~${number}`, "meaning");
    }
    return features;
  };

  /** Return the BM25 score of each clause by its own text. */
  rulebook.ownScores = (asked) => {
    const { table, weights } = asked;
    const scores = new Map();
    for (const [feature, kind] of rulebook.featuresOf(asked)) {
      for (const [place, worth] of table.posting(feature)) add(scores, place, divide(worth * weights[kind], 10));
    }
    return scores;
  };

  /** Return the scores `own`, in a game without tables less where a clause covers little. */
  rulebook.coveredScores = (asked, own) => {
    const { table, weights } = asked;
    if (!weights.coverage) return own;
    const shared = new Map();
    let whole = 1;
    for (const [feature, kind] of rulebook.featuresOf(asked)) {
      const rare = table.rarity(feature) * weights[kind];
      whole += rare;
      for (const [place] of table.posting(feature)) add(shared, place, rare);
    }
    const covered = (place) => (100 - weights.coverage) * whole + weights.coverage * shared.get(place);
    return new Map([...own].map(([place, score]) => [place, divide(score * covered(place), 100 * whole)]));
  };

  /** Return for each clause a share of the scores of its parent and siblings. */
  const familyScores = ({ table, weights }, own) => {
    const { parent, sibling } = weights;
    const best = new Map();
    for (const [place, score] of own) {
      if (table.parents[place] >= 0) raise(best, table.parents[place], score);
    }
    return table.parents
      .map((above, place) => [place, above])
      .filter(([, above]) => own.has(above) || best.has(above))
      .map(([place, above]) => {
        const around = (own.get(above) ?? 0) * parent + (best.get(above) ?? 0) * sibling;
        return [place, divide(around, 100)];
      });
  };

  /** Return the text scores of clauses: their own, and shares of those of their families. */
  rulebook.textScores = (asked, own) => [...own, ...familyScores(asked, own)];

  /** Return the parts of a question, cut at commas, “and” and ends of sentences. */
  rulebook.questionParts = (question) =>
    rules().partDelimiters.reduce((text, mark) => text.replaceAll(mark, "\n"), question).split("\n");

  /** Return the text scores of places for each part of a question; none if it has one part. */
  rulebook.partScores = (asked, places) => {
    const { table, units, subject, weights } = asked;
    const { partBonus } = rules();
    const parts = rulebook.questionParts(subject).filter((piece) => units.some(({ text }) => piece.includes(text)));
    const found = [];
    for (const piece of parts.length > 1 ? parts : []) {
      const scores = new Map(places.map((place) => [place, 0]));
      for (const [feature, kind] of rulebook.featuresOf(asked, piece)) {
        for (const [place, worth] of table.posting(feature)) {
          if (scores.has(place)) add(scores, place, worth * weights[kind]);
        }
      }
      const most = Math.max(0, ...scores.values());
      if (most) found.push(new Map([...scores].map(([at, score]) => [at, divide(score * partBonus, most)])));
    }
    return found.length > 1 ? found : [];
  };
}
