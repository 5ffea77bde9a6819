// Answers to a question: numbers and terms are looked up, everything else is ranked, as
// answers.py does it.
"use strict";

{
  const GAMES = () => [...rulebook.games];

  /** Read a clause number as people write it: its parts and step labels, or null. */
  rulebook.parseAddress = (text) => {
    const flat = text.normalize("NFKC").trim().toUpperCase();
    const plain = flat.replace(rulebook.pattern("separators"), ".");
    const match = rulebook.pattern("address", "u").exec(plain);
    if (!match) return null;
    return { parts: match[1].split(".").map(Number), steps: match[2].split(".").filter(Boolean) };
  };

  /** The nearest clause to a number that does not exist: of the deepest parent that does. */
  rulebook.nearest = (texts, parts) => {
    const join = (some) => some.join(texts.separator);
    let depth = parts.length;
    while (depth && !texts.byNumber.has(join(parts.slice(0, depth)))) depth -= 1;
    const parent = texts.byNumber.get(join(parts.slice(0, depth)));
    const siblings = parent
      ? parent.children
      : [...texts.byNumber.values()].filter((c) => !c.parent);
    const last = ({ number }) => Number(number.split(texts.separator).at(-1));
    const apart = (clause) => Math.abs(last(clause) - parts[depth]);
    return siblings.reduce((best, c) => (best && apart(best) <= apart(c) ? best : c), parent);
  };

  const lookUp = async (address, games) => {
    const found = [];
    let nearest = null;
    for (const game of games) {
      const texts = await rulebook.texts(game);
      const clause = texts.byNumber.get(address.parts.join(texts.separator));
      if (clause) found.push({ texts, clause, score: 0, steps: address.steps, why: [] });
      else nearest ??= { texts, clause: rulebook.nearest(texts, address.parts) };
    }
    return { kind: "number", found, nearest };
  };

  /** The names in the question that the clause governs, and how the rules call them. */
  const whyOf = (table, units, place) =>
    units.flatMap(({ text, concepts }) =>
      concepts
        .map((number) => table.concepts.get(number))
        .filter(({ clause, also }) => clause === place || also.includes(place))
        .map(({ word }) => (word === text ? word : `${text} = ${word}`)),
    );

  const inGame = async (question, game, limit) => {
    const [table, texts] = await Promise.all([rulebook.table(game), rulebook.texts(game)]);
    const units = rulebook.splitUnits(table, rulebook.normalise(question).text);
    return rulebook
      .rank(table, question)
      .slice(0, limit)
      .map(({ place, score }) => ({
        texts,
        clause: texts.byNumber.get(table.numbers[place]),
        score,
        steps: [],
        why: whyOf(table, units, place),
      }));
  };

  /** How much of a unit the rules print, in characters of the question; more for a term. */
  const known = (table, unit) => {
    const [own] = unit.wordings[0];
    const hasAll = own.length > 0 && own.every(table.isPrinted);
    const has = hasAll || unit.concepts.length || unit.terms.length;
    const bonus = unit.terms.length ? rulebook.data.get("rules").term : 0;
    return (has ? [...unit.text].length : 0) + bonus;
  };

  /** The game that knows clearly more of the words of a question than any other, or null. */
  const guessGame = async (question, games) => {
    const tables = await Promise.all(games.map(rulebook.table));
    const { text } = rulebook.normalise(question);
    const counts = tables.map((table) =>
      rulebook.splitUnits(table, text).reduce((sum, unit) => sum + known(table, unit), 0),
    );
    const [most, next = 0] = [...counts].sort((a, b) => b - a);
    const isClear = most - next >= rulebook.data.get("rules").clearly;
    return isClear ? games[counts.indexOf(most)] : null;
  };

  const inAllGames = async (question, limit) => {
    const guess = await guessGame(question, GAMES());
    if (guess) return { kind: "ranked", guess, found: await inGame(question, guess, limit) };
    const { perGame } = rulebook.data.get("rules");
    const groups = await Promise.all(GAMES().map((game) => inGame(question, game, perGame)));
    const worth = (group) => (group.length ? -group[0].score : 0);
    groups.sort((a, b) => worth(a) - worth(b));
    return { kind: "ranked", guess: null, found: groups.flat().slice(0, limit) };
  };

  /** Answer `question` in one game, or in all of them where `game` is null. */
  rulebook.ask = async (question, game, limit = 10) => {
    await rulebook.loadScript("vocabulary.js");
    const address = rulebook.parseAddress(question);
    if (address) return lookUp(address, game ? [game] : GAMES());
    const asked = [...question].slice(0, rulebook.data.get("rules").longestQuestion).join("");
    if (!game) return inAllGames(asked, limit);
    return { kind: "ranked", guess: null, found: await inGame(asked, game, limit) };
  };

  /** The terms of a game that are called exactly this. */
  rulebook.termsCalled = (texts, word) => {
    const wanted = rulebook.fold(word).trim();
    const isCalled = (name) => rulebook.fold(name) === wanted;
    return texts.terms.filter((term) => [term.word, ...term.spellings].some(isCalled));
  };
}
