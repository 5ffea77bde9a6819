// Evidence, for the best clauses only: how far the passages of a clause cover the question:
// passages.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");
  const { divide } = rulebook.sums;
  const sumOf = (tokens) => tokens.reduce((sum, [, worth]) => sum + worth, 0);

  /** What each passage (a line) with some of the tokens asked counts, the best first. */
  const fitsOf = (lines, sizes, asked) => {
    const fits = [];
    lines.split("\n").forEach((line, passage) => {
      const tokens = asked.filter(([token]) => line.includes(token));
      const has = sumOf(tokens);
      const counts = tokens.length && divide(has * has * rules().fine, sizes[passage]);
      if (tokens.length) fits.push({ passage, tokens, has, counts });
    });
    return fits.sort((a, b) => b.counts - a.counts || a.passage - b.passage);
  };

  /** How far fits cover the question: the best whole, the next for what they add. */
  const coverage = (fits) => {
    const seen = new Set();
    let covered = 0;
    for (const { tokens, has, counts } of fits.slice(0, rules().fitting)) {
      covered += divide(counts * sumOf(tokens.filter(([token]) => !seen.has(token))), has);
      for (const [token] of tokens) seen.add(token);
    }
    return covered;
  };

  /** For each of `places`, how far its passages cover the question. */
  rulebook.passageScores = ({ table, question }, places) => {
    const { fine, weights } = rules();
    const asked = question.tokens
      .map((token) => [token, table.worth(token)])
      .filter(([, worth]) => worth);
    return places.map((place) => {
      const [lines, sizes] = table.passagesOf(place);
      const there = asked.filter(([token]) => lines.includes(token));
      const covered = there.length && coverage(fitsOf(lines, sizes, there));
      return [place, divide(covered * weights.passage, 10 * fine)];
    });
  };
}
