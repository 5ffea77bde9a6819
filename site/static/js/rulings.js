// Rulings that answer a question, beside the clauses: ruling_search.py.
"use strict";

{
  const { element } = rulebook;
  const { divide } = rulebook.sums;

  /** The rulings of a game, ready to be looked through. */
  const rulingsOf = async (game) => {
    await rulebook.loadScript(`${game}.rulings.js`);
    const rulings = rulebook.data.get(`rulings/${game}`);
    return rulings.map((ruling) => {
      const [id, question, answer, numbers, cards, source, isSuggested] = ruling;
      const asked = rulebook.fold([question, ...cards].join("\n"));
      const length = [...question].length;
      return { game, id, question, answer, numbers, source, isSuggested, asked, length };
    });
  };

  const opened = new Map();
  const open = (game) => {
    if (!opened.has(game)) {
      const rulings = rulingsOf(game).then((all) =>
        all.map((ruling) => ({ ...ruling, said: rulebook.fold(ruling.answer) })),
      );
      rulings.catch(() => opened.delete(game));
      opened.set(game, rulings);
    }
    return opened.get(game);
  };

  const worthOf = (token, count, size) => {
    const isGrammar = rulebook.isHiragana(token);
    if (!count) return isGrammar ? 0 : 1;
    return Math.max(0, 32 - Math.clz32(Math.floor(size / count)) - (isGrammar ? 2 : 0));
  };

  /** What rulings are looked for by: the tokens of all but politeness and fillers. */
  const askedTokens = ({ text }) => rulebook.saidTokens(text);

  /** The rulings that have any of `tokens`, best first, with what they have of them in percent. */
  const search = (rulings, tokens) => {
    const sums = rulings.map((ruling) => ({ ruling, has: 0, score: 0 }));
    let total = 0;
    for (const token of tokens) {
      const asked = sums.filter(({ ruling }) => ruling.asked.includes(token));
      const said = sums.filter(
        ({ ruling }) => !ruling.asked.includes(token) && ruling.said.includes(token),
      );
      const worth = worthOf(token, asked.length + said.length, rulings.length);
      total += worth;
      for (const [sumsOf, times] of [[asked, 2], [said, 1]]) {
        for (const sum of sumsOf) {
          sum.has += worth;
          sum.score += worth * times;
        }
      }
    }
    const { halfLength } = rules().rulings;
    return sums
      .filter(({ has }) => has)
      .map(({ ruling, has, score }) => ({
        ruling,
        score: divide(score * score * halfLength, halfLength + ruling.length),
        share: divide(100 * has, total),
      }))
      .sort((a, b) => b.score - a.score);
  };

  /** The ruling in these games that a question is the id of, alone in a list, or none. */
  rulebook.rulingsOfId = async (printed, games) => {
    const wanted = rulebook.fold(printed).trim();
    const all = (await Promise.all(games.map(open))).flat();
    return all.filter(({ id }) => rulebook.fold(id) === wanted).slice(0, 1);
  };

  /** The rulings that answer the question `printed`, for which these clauses were found. */
  rulebook.rulingsAnswering = async (printed, found) => {
    const { minShare, decidingClauses, firstAnswers, maxRulings } = rules().rulings;
    const tokens = askedTokens(rulebook.readQuestion(printed));
    const best = found.slice(0, firstAnswers);
    const games = [...new Set(best.map(({ texts }) => texts.game))];
    const answering = await Promise.all(
      games.map(async (game) => {
        const there = best.filter(({ texts }) => texts.game === game);
        const numbers = new Set(there.map(({ clause }) => clause.number));
        return search(await open(game), tokens).filter(
          ({ ruling, share }) =>
            share >= minShare && ruling.numbers.slice(0, decidingClauses).some((number) => numbers.has(number)),
        );
      }),
    );
    return answering
      .flat()
      .sort((a, b) => b.score - a.score)
      .slice(0, maxRulings)
      .map(({ ruling }) => ruling);
  };

  const line = (ruling) =>
    element(
      "li",
      {},
      element(
        "a",
        {
          class: "hit ruling",
          ...rulebook.japanese,
          href: `${rulebook.files}${ruling.game}/ruling-${encodeURIComponent(ruling.id)}.html`,
        },
        element("span", { class: "path", ...rulebook.own }, _("裁定・{source}", { source: ruling.source })),
        element("span", { class: "line" }, rulebook.excerpt(ruling.question, 120)),
        element("span", { class: "said" }, rulebook.excerpt(ruling.answer, 200)),
        element(
          "span",
          { class: "why", ...rulebook.own },
          `${_("根拠")}${ruling.isSuggested ? _("（推定）") : ""} ${ruling.numbers.join(_("、"))}`,
        ),
      ),
    );

  /** The list of rulings, shown as what they are, or nothing where there are none. */
  rulebook.rulingList = (rulings) =>
    rulings.length
      ? [element("ol", { class: "hits told", "aria-label": _("裁定"), ...rulebook.own }, ...rulings.map(line))]
      : [];
}
