// A question from its words to the answers: numbers and terms are looked up, everything else is
// ranked, as answers.py does it.
"use strict";

{
  /** `name` with what a verb in the question has after it. */
  const wholeWord = (question, name) => {
    const at = question.indexOf(name);
    const rest = at < 0 ? "" : question.slice(at + name.length);
    const ending = rulebook.pattern("ending");
    return name + (rest.search(ending) ? "" : rest.match(ending)[0]);
  };

  /** The names in the question that lead to a clause, and how the rules call them: reasons.py. */
  const reasons = ({ table, units, question }, place) => [
    ...new Set(
      units.flatMap(({ text, concepts }) =>
        concepts
          .map((number) => table.concept(number))
          .filter(({ clause, also }) => clause === place || also.includes(place))
          .map(({ words: [word] }) => (word === text ? word : `${wholeWord(question.text, text)} = ${word}`)),
      ),
    ),
  ];

  /** The texts of what is shown of a game: the chapters of `numbers` and of the terms that are meant. */
  const textsOf = async (game, numbers, printed) => {
    const terms = rulebook.termsCalled(await rulebook.texts(game, []), printed);
    return rulebook.texts(game, [...numbers, ...terms.map(({ clause }) => clause)]);
  };

  /** The answers of several groups: the first of each, then the second. */
  const inTurn = (groups) => {
    const rounds = Math.max(0, ...groups.map((group) => group.length));
    return Array.from({ length: rounds }).flatMap((_, round) =>
      groups.flatMap((group) => group.slice(round, round + 1)),
    );
  };

  /** The best clauses of several games in turn; games that seem not to have the rule come last. */
  const bestOf = (rankings, limit) => {
    const all = rankings.map((ranked, at) => ranked.slice(0, limit).map((each) => ({ ...each, at })));
    const groups = all.filter((group) => group.length);
    const scoreOf = ([first]) => rulebook.comparableScore(first.score);
    groups.sort((a, b) => scoreOf(b) - scoreOf(a));
    const least = groups.length && (scoreOf(groups[0]) * rules().minShareOfBest) / 100;
    const has = (group) => scoreOf(group) >= Math.floor(least);
    return [...inTurn(groups.filter(has)), ...inTurn(groups.filter((group) => !has(group)))].slice(0, limit);
  };

  /** A question as a game understands it, once all is there that this takes: the shards of its
   * characters, those that it turns out to take, for romaji and what may be misspelt, and those of
   * its names and meanings. */
  const understoodIn = async (game, of, question, shards = shardsOf(question.text)) => {
    const table = await rulebook.table(game, of, shards);
    await rulebook.pause();
    table.missed.clear();
    const asked = rulebook.understand(table, question);
    const isWhole = !table.missed.size;
    rulebook.featuresOf(asked).forEach((_kind, feature) => table.count(feature));
    const missed = [...table.missed];
    if (!isWhole) return understoodIn(game, of, question, missed);
    await rulebook.table(game, of, missed);
    return asked;
  };

  /** Load players' questions for the clauses that are found first, which the ranking compares. */
  const loadQuestions = async (game, of, asked) => {
    asked.table.missed.clear();
    rulebook.rank(asked, true);
    await rulebook.table(game, of, [...asked.table.missed]);
  };

  /** Answer the question `printed` in one game, or in all of them where `game` is null. */
  rulebook.ask = async (printed, game, limit = 10) => {
    const games = game ? [game] : [...rulebook.games];
    const of = game ?? "all";
    rulebook.warmUp(of, printed);
    await rulebook.loadScript("vocabulary.js");
    const question = rulebook.readQuestion(printed);
    const parsed =
      rulebook.parseNumber(printed) ?? (await rulebook.letteredNumber(printed, games));
    if (parsed) return rulebook.lookUp(parsed, games);
    const questions = await Promise.all(games.map((each) => understoodIn(each, of, question)));
    const named = games.indexOf(rulebook.gameNamed(question.text, questions[0].table));
    const about = game ? 0 : named >= 0 ? named : rulebook.guessGame(questions);
    const isKnown = about !== null;
    if (isKnown) {
      [games[0], questions[0]] = [games[about], questions[about]];
      await loadQuestions(games[0], of, questions[0]);
    }
    const count = isKnown ? 1 : games.length;
    const rankings = [];
    const numberOf = ({ at, place }) => questions[at].table.numbers[place];
    for (const [at, asked] of questions.slice(0, count).entries()) {
      await rulebook.pause();
      rankings.push(rulebook.rank(asked, isKnown));
      const first = rankings[at].slice(0, 1).map(({ place }) => numberOf({ at, place }));
      if (!game) rulebook.texts(games[at], first).catch(() => {});
    }
    const best = bestOf(rankings, limit);
    const shown = rankings.map((_ranked, at) => best.filter((each) => each.at === at).map(numberOf));
    const texts = await Promise.all(
      shown.map((numbers, at) => (game ? rulebook.texts(game) : textsOf(games[at], numbers, printed))),
    );
    return {
      kind: "ranked",
      guess: isKnown && !game ? games[0] : null,
      confidence: rulebook.confidenceOf(questions.slice(0, count), rankings),
      isCardText: rulebook.isCardText(question),
      found: best.map(({ at, place, score }) => {
        const clause = texts[at].byNumber.get(numberOf({ at, place }));
        const sentence = rulebook.rulingSentence(questions[at], clause.text || clause.title || "");
        return { texts: texts[at], clause, score, sentence, steps: [], why: reasons(questions[at], place) };
      }),
    };
  };

  const MOST_TERMS = 3;

  /** The terms of a game that are called exactly this, else some that are called so in part. */
  rulebook.termsCalled = (texts, word) => {
    const wanted = rulebook.fold(word).trim();
    const those = (fits) =>
      texts.terms.filter(({ word, spellings }) => [word, ...spellings].map(rulebook.fold).some(fits));
    const called = texts.terms.filter(({ english }) => rulebook.fold(english) === wanted);
    const exact = wanted ? [...new Set([...those((name) => name === wanted), ...called])] : [];
    if (exact.length || [...wanted].length < 2) return exact;
    return those((name) => name.includes(wanted)).slice(0, MOST_TERMS);
  };
}
