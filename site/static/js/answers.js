// A question from its words to the answers: numbers and terms are looked up, everything else is
// ranked, as answers.py does it.
"use strict";

{
  /** The names in the question that lead to a clause, and how the rules call them: reasons.py. */
  const reasons = ({ table, units }, place) =>
    units.flatMap(({ text, concepts }) =>
      concepts
        .map((number) => table.concepts.get(number))
        .filter(({ clause, also }) => clause === place || also.includes(place))
        .map(({ words: [word] }) => (word === text ? word : `${text} = ${word}`)),
    );

  const inGame = async (game, query, limit) => {
    const texts = await rulebook.texts(game);
    return rulebook
      .rank(query)
      .slice(0, limit)
      .map(({ place, score }) => ({
        texts,
        clause: texts.byNumber.get(query.table.numbers[place]),
        score,
        steps: [],
        why: reasons(query, place),
      }));
  };

  /** The best answers of each game, the game with the best of all first. */
  const inEach = async (games, queries) => {
    const { perGame } = rulebook.data.get("rules");
    const groups = await Promise.all(games.map((game, at) => inGame(game, queries[at], perGame)));
    const worth = (group) => (group.length ? -group[0].score : 0);
    return groups.sort((a, b) => worth(a) - worth(b)).flat();
  };

  /** Answer the question `printed` in one game, or in all of them where `game` is null. */
  rulebook.ask = async (printed, game, limit = 10) => {
    await rulebook.loadScript("vocabulary.js");
    const question = rulebook.readQuestion(printed);
    const games = game ? [game] : [...rulebook.games];
    const address = rulebook.parseAddress(printed);
    if (address) return rulebook.lookUp(address, games);
    const tables = await Promise.all(games.map(rulebook.table));
    const queries = tables.map((table) => rulebook.readQuery(table, question));
    const about = game ? 0 : rulebook.guessGame(queries);
    const isKnown = about !== null;
    return {
      kind: "ranked",
      guess: isKnown && !game ? games[about] : null,
      isCardText: rulebook.isCardText(question),
      found: isKnown
        ? await inGame(games[about], queries[about], limit)
        : (await inEach(games, queries)).slice(0, limit),
    };
  };

  /** The terms of a game that are called exactly this. */
  rulebook.termsCalled = (texts, word) => {
    const wanted = rulebook.fold(word).trim();
    const isCalled = (name) => rulebook.fold(name) === wanted;
    return texts.terms.filter((term) => [term.word, ...term.spellings].some(isCalled));
  };
}
