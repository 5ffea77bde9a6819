// Rulings that answer a question, in addition to clauses: ruling_search.py.
"use strict";

{
  const { element } = rulebook;
  const { divide } = rulebook.sums;

  /** Return the rulings of a game with their question and answer folded, to be searched. */
  const rulingsOf = async (game) => {
    await rulebook.loadScript(`${game}.rulings.js`);
    const rulings = rulebook.data.get(`rulings/${game}`);
    return rulings.map((ruling) => {
      const [id, question, answer, numbers, cards, source, isSuggested] = ruling;
      const foldedQuestion = rulebook.fold([question, ...cards].join("\n"));
      const folded = { foldedQuestion, foldedAnswer: rulebook.fold(answer), length: [...question].length };
      return { game, id, question, answer, numbers, source, isSuggested, ...folded };
    });
  };

  const loaded = new Map();
  /** Return the rulings of a game, loaded once. */
  const load = (game) => {
    if (!loaded.has(game)) {
      const rulings = rulingsOf(game);
      rulings.catch(() => loaded.delete(game));
      loaded.set(game, rulings);
    }
    return loaded.get(game);
  };

  /** Return the weight of a token that `count` of `size` rulings have, less for hiragana. */
  const weightOf = (token, count, size) => {
    const isGrammar = rulebook.isHiragana(token);
    if (!count) return isGrammar ? 0 : 1;
    return Math.max(0, 32 - Math.clz32(Math.floor(size / count)) - (isGrammar ? 2 : 0));
  };

  /** Return the rulings with any of `tokens`, best first, and the share of the tokens they have. */
  const search = (rulings, tokens) => {
    const sums = rulings.map((ruling) => ({ ruling, has: 0, score: 0 }));
    let total = 0;
    for (const token of tokens) {
      const has = ({ ruling }) => ruling.foldedQuestion.includes(token);
      const inQuestion = sums.filter(has);
      const inAnswer = sums.filter((sum) => !has(sum) && sum.ruling.foldedAnswer.includes(token));
      const weight = weightOf(token, inQuestion.length + inAnswer.length, rulings.length);
      total += weight;
      for (const [matching, times] of [[inQuestion, 2], [inAnswer, 1]]) {
        for (const sum of matching) {
          sum.has += weight;
          sum.score += weight * times;
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

  /** Return a list with the ruling of `games` whose id a question is, empty if there is none. */
  rulebook.rulingsById = async (printed, games) => {
    const wantedId = rulebook.fold(printed).trim();
    const all = (await Promise.all(games.map(load))).flat();
    return all.filter(({ id }) => rulebook.fold(id) === wantedId).slice(0, 1);
  };

  /** Return the rulings that answer the question `printed`, by its words and the answers `found`. */
  rulebook.rulingsAnswering = async (printed, found) => {
    const { minShare, decidingClauses, firstAnswers, maxRulings } = rules().rulings;
    const tokens = rulebook.subjectTokens(rulebook.readQuestion(printed).text);
    const best = found.slice(0, firstAnswers);
    const games = [...new Set(best.map(({ texts }) => texts.game))];
    const answering = await Promise.all(
      games.map(async (game) => {
        const answers = best.filter(({ texts }) => texts.game === game);
        const numbers = new Set(answers.map(({ clause }) => clause.number));
        return search(await load(game), tokens).filter(
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

  /** Return a ruling as an item of the list of results. */
  const rulingItem = (ruling) => {
    const href = `${rulebook.files}${ruling.game}/ruling-${encodeURIComponent(ruling.id)}.html`;
    const why = `${_("根拠")}${ruling.isSuggested ? _("（推定）") : ""} ${ruling.numbers.join(_("、"))}`;
    return rulebook.linkItem(
      { class: "hit ruling", ...rulebook.japanese, href },
      element("span", { class: "path", ...rulebook.pageLang }, _("裁定・{source}", { source: ruling.source })),
      element("span", { class: "line" }, rulebook.excerpt(ruling.question, 120)),
      element("span", { class: "snippet" }, rulebook.excerpt(ruling.answer, 200)),
      element("span", { class: "why", ...rulebook.pageLang }, why),
    );
  };

  /** Return the labelled list of rulings in an array, empty without rulings. */
  rulebook.rulingList = (rulings) => rulebook.labelledList("hits extra", _("裁定"), rulings.map(rulingItem));
}
