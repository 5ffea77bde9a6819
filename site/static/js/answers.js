// Answering a question: clause numbers are looked up, other questions ranked, as in answers.py.
"use strict";

{
  /** Return `name` with the verb ending that follows it in the question, if any. */
  const wholeWord = (question, name) => {
    const at = question.indexOf(name);
    const rest = at < 0 ? "" : question.slice(at + name.length);
    const ending = rulebook.pattern("ending");
    return name + (rest.search(ending) ? "" : rest.match(ending)[0]);
  };

  /** Return the names in the question that lead to a clause, each with the rules' own word: reasons. */
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

  /** Return the texts of a game with the chapters of `numbers` and of terms called `printed`. */
  const textsOf = async (game, numbers, printed) => {
    const terms = rulebook.termsNamed(await rulebook.texts(game, []), printed);
    return rulebook.texts(game, [...numbers, ...terms.map(({ clause }) => clause)]);
  };

  /** Return the members of several groups in turn. */
  const inTurn = (groups) => {
    const rounds = Math.max(0, ...groups.map((group) => group.length));
    return Array.from({ length: rounds }).flatMap((_, round) =>
      groups.flatMap((group) => group.slice(round, round + 1)),
    );
  };

  /** Return the clauses of several games in turn; a game likelier than the others is a clause ahead:
   * its later ones follow right behind the second game in each round. */
  const gamesInTurn = (groups, evidence) => {
    const leads = rulebook.leads(groups.map(([{ at }]) => evidence[at]), rules().clauseAhead);
    if (!groups.length || !leads) return inTurn(groups);
    const [first, ...others] = groups;
    return [first[0], ...inTurn([...others.slice(0, 1), first.slice(1), ...others.slice(1)])];
  };

  /** Return the best clauses of games in turn; games that seem not to have the rule come last. */
  const mergeRankings = (rankings, evidence, limit) => {
    const all = rankings.map((ranked, at) => ranked.slice(0, limit).map((each) => ({ ...each, at })));
    const groups = all.filter((group) => group.length);
    const scoreOf = ([first]) => rulebook.comparableScore(first.score);
    const minScore = groups.length && (scoreOf(groups[0]) * rules().minShareOfBest) / 100;
    const hasRule = (group) => scoreOf(group) >= Math.floor(minScore);
    const parts = [groups.filter(hasRule), groups.filter((group) => !hasRule(group))];
    return parts.flatMap((part) => gamesInTurn(part, evidence)).slice(0, limit);
  };

  /** Return `question` as a game understands it, after loading the shards for this: of its words,
   * those found missing while it is read (for romaji and misspellings), and of its names and
   * meanings. `scope` is the game, or “all”. */
  const understandIn = async (game, scope, question, shards = shardsOf(question.text)) => {
    const table = await rulebook.table(game, scope, shards);
    await rulebook.pause();
    table.missed.clear();
    const asked = rulebook.understand(table, question);
    const isWhole = !table.missed.size;
    rulebook.featuresOf(asked).forEach((_kind, feature) => table.count(feature));
    const missed = [...table.missed];
    if (!isWhole) return understandIn(game, scope, question, missed);
    await rulebook.table(game, scope, missed);
    return asked;
  };

  /** Load players' questions for the first clauses, with which the ranking compares the question. */
  const loadQuestions = async (game, scope, asked) => {
    asked.table.missed.clear();
    rulebook.rank(asked, true);
    await rulebook.table(game, scope, [...asked.table.missed]);
  };

  /** Return the answers to the question `printed` in one game, or in all if `game` is null. */
  rulebook.ask = async (printed, game, limit = 10) => {
    let games = game ? [game] : [...rulebook.games];
    const scope = game ?? "all";
    rulebook.preload(scope, printed);
    await rulebook.loadScript("vocabulary.js");
    const question = rulebook.readQuestion(printed);
    const parsed =
      rulebook.parseNumber(printed) ?? (await rulebook.letteredNumber(printed, games));
    if (parsed) return rulebook.lookUp(parsed, games);
    let questions = await Promise.all(games.map((each) => understandIn(each, scope, question)));
    const other = rulebook.gameNamed(question.text, questions[0].table);
    const named = games.indexOf(other);
    let about = game ? 0 : named >= 0 ? named : null;
    let rankings = [];
    let order = [];
    if (about === null) {
      for (const asked of questions) {
        await rulebook.pause();
        rankings.push(rulebook.rank(asked, false));
      }
      order = rulebook.byEvidence(questions, rankings);
      [games, questions, rankings] = [games, questions, rankings].map((of) => order.map(({ at }) => of[at]));
      about = rulebook.leads(order, rules().clearLead) && rankings[0].length ? 0 : null;
    }
    const isKnown = about !== null;
    if (isKnown) {
      [games, questions] = [[games[about]], [questions[about]]];
      await loadQuestions(games[0], scope, questions[0]);
      await rulebook.pause();
      rankings = [rulebook.rank(questions[0], true)];
    }
    const numberOf = ({ at, place }) => questions[at].table.numbers[place];
    const best = mergeRankings(rankings, order, limit);
    const shown = rankings.map((_ranked, at) => best.filter((each) => each.at === at).map(numberOf));
    const texts = await Promise.all(
      shown.map((numbers, at) => (game ? rulebook.texts(game) : textsOf(games[at], numbers, printed))),
    );
    const confidence = rulebook.confidenceOf(questions, rankings);
    return {
      kind: "ranked",
      guess: isKnown && !game ? games[0] : null,
      // Several games in turn are each sure of their own rule, but the question is about one of them.
      confidence: !isKnown && confidence === "sure" ? "likely" : confidence,
      isCardText: rulebook.isCardText(question),
      isOfOther: game !== null && other !== null && other !== game,
      missing: rulebook.missingNumbers(question.text, questions.map(({ table }) => table)),
      found: best.map(({ at, place, score }) => {
        const clause = texts[at].byNumber.get(numberOf({ at, place }));
        const sentence = rulebook.rulingSentence(questions[at], clause.text || clause.title || "");
        return { texts: texts[at], clause, score, sentence, steps: [], why: reasons(questions[at], place) };
      }),
    };
  };

  const MAX_TERMS = 3;

  /** Return the terms of a game whose name is `word`, else some whose name contains it. */
  rulebook.termsNamed = (texts, word) => {
    const name = rulebook.fold(word).trim();
    const matching = (fits) =>
      texts.terms.filter(({ word, spellings }) => [word, ...spellings].map(rulebook.fold).some(fits));
    const inEnglish = texts.terms.filter(({ english }) => rulebook.fold(english) === name);
    const exact = name ? [...new Set([...matching((each) => each === name), ...inEnglish])] : [];
    if (exact.length || [...name].length < 2) return exact;
    return matching((each) => each.includes(name)).slice(0, MAX_TERMS);
  };
}
