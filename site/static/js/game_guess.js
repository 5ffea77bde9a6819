// Guessing which game a question is about if it names none: answers.py.
"use strict";

{
  const { divide, sum } = rulebook.sums;

  /** Return the indexes of games with their evidence, most likely game first: how usual the words
   * of the question are in each, and how well its best clause fits. */
  rulebook.byEvidence = (questions, rankings) => {
    const { unknownCost, shareWorth } = rules();
    const tables = questions.map(({ table }) => table);
    const tokens = [...new Set(questions.flatMap((asked) => asked.tokens))];
    const known = tokens.filter((token) => tables.some((table) => table.count(token)));
    const scores = rankings.map(([first]) => (first ? rulebook.comparableScore(first.score) : 0));
    const best = Math.max(1, ...scores);
    const costOf = (table) => (token) =>
      table.rarityOrMost(token) + table.density + (table.count(token) ? 0 : unknownCost);
    const evidenceOf = (table, at) =>
      shareWorth * divide(100 * scores[at], best) - sum(known.map(costOf(table)));
    return tables
      .map((table, at) => ({ at, evidence: evidenceOf(table, at) }))
      .sort((a, b) => b.evidence - a.evidence);
  };

  /** Whether the first game has `lead` more evidence than the second, or is alone. */
  rulebook.leads = ([first, second], lead) => !second || first.evidence - second.evidence >= lead;
}
