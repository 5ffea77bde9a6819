// A question cut into units by the names that a game knows: understood.py.
"use strict";

{
  /** Return the unit of the name `key` as `written`: its concepts, terms and everyday meanings. */
  const namedUnit = (table, key, written) => {
    const names = table.named(key);
    return {
      text: written,
      tokens: rulebook.tokenTexts(written),
      names,
      concepts: names.filter((number) => number >= 0),
      terms: names.filter((number) => number < 0),
      meanings: table.meanings(key),
      isKnown: true,
    };
  };

  /** Return the unit of a word or of the name that an unknown word misspells; null for punctuation. */
  const wordUnit = (table, written) => {
    const tokens = rulebook.tokenTexts(written);
    const known = tokens.filter(
      (token) => commonEnglish.has(token) || table.count(token) || table.rarityInTalk(token) !== undefined,
    ).length;
    if (!known && !table.isOutside(nameKey(written))) {
      const key = rulebook.nearestName(nameKey(written), table);
      if (key !== null) return namedUnit(table, key, written);
    }
    if (!tokens.length) return null;
    const none = { names: [], concepts: [], terms: [], meanings: [] };
    return { text: written, tokens, ...none, isKnown: known * 2 >= tokens.length || [...written].length === 1 };
  };

  /** Return `text` with romaji in hiragana: all Latin words if each can be romaji and some are in no
   * clause; else, amid English, those whose reading has a name. */
  const romajiInKana = (table, text) => {
    const lengthOfNames = (kana) =>
      rulebook.findNames(kana, table.knows, table.longestName).reduce((sum, { start, end }) => sum + end - start, 0);
    const pattern = new RegExp(rules().romaji.word, "g");
    const words = [...new Set(text.match(pattern) ?? [])];
    const unknown = words.filter((word) => !table.count(word));
    const isRomaji = unknown.length > 0 && words.every((word) => rulebook.readingsOf(word).length);
    const kana = new Map();
    for (const word of isRomaji ? words : unknown) {
      const readings = rulebook.readingsOf(word).map((each) => ({ each, length: lengthOfNames(each) }));
      const [best] = readings.sort((a, b) => b.length - a.length);
      if (best && (isRomaji || best.length)) kana.set(word, best.each);
    }
    return text.replace(pattern, (word) => kana.get(word) ?? word);
  };

  /** Return the tokens of a name typed in hiragana as rules write it, in katakana and as the words of
   * its concepts. */
  const tokensOfKana = (table, { text, concepts }) => {
    if (!rulebook.isHiragana(text)) return [];
    // A concept that is not loaded yet is noted as missed, and the question is then read again.
    const words = concepts.flatMap((number) => table.concept(number)?.words.slice(0, 1) ?? []);
    return [nameKey(text), ...words.map(rulebook.fold)].flatMap((word) => rulebook.tokenTexts(word));
  };

  /** Whether a unit is an everyday word or in kana, and no name. */
  const isKanaOrEveryday = ([text, unit]) => {
    if (unit?.names.length) return false;
    return Boolean(unit?.meanings.length) || text.match(rulebook.pattern("kanaWord"))?.[0] === text;
  };

  /** Return the kana words that misspell or abbreviate a name, each with the key of that name. */
  const likelyNames = (table, rest) =>
    [...rest.matchAll(rulebook.pattern("kanaWord"))].flatMap(([word]) => {
      const key = nameKey(word);
      const name = rulebook.nearestName(key, table) ?? rulebook.abbreviatedName(key, table);
      return name === null ? [] : [[word, name]];
    });

  /** Return `question` as the game of `table` understands it: names from left to right, then words. */
  rulebook.understand = (table, question) => {
    const written = romajiInKana(table, question.text);
    const subject = rulebook.blankGameNames(table, rulebook.withoutSmallTalk(table, written));
    const text = rulebook.blankQuestionPhrases(subject);
    const names = rulebook.findNames(text, table.knows, table.longestName);
    const named = new Map();
    for (const { key, start, end } of names) {
      if (!named.has(key)) named.set(key, namedUnit(table, key, text.slice(start, end)));
    }
    const typed = rulebook.subjectTokens(text);
    const units = new Map([...named.values()].map((unit) => [unit.text, unit]));
    let rest = rulebook.blankFillers(rulebook.blankNames(text, names));
    for (const [written] of rest.matchAll(rulebook.pattern("word"))) {
      if (!units.has(written)) units.set(written, wordUnit(table, written));
    }
    const isKanji = (char) => char >= "一" && char <= "龠";
    const kanji = table.prepared ? [] : typed.flatMap((token) => [...token].filter(isKanji));
    const spelled = [...named.values()].flatMap((unit) => tokensOfKana(table, unit));
    const otherForms = [...rulebook.stemsOf(typed), ...spelled].filter((token) => table.count(token));
    const tokens = [...new Set([...typed, ...otherForms, ...kanji])];
    if ([...units].every(isKanaOrEveryday)) {
      for (const [word, key] of likelyNames(table, rest)) {
        units.set(word, namedUnit(table, key, word));
        rest = rest.replaceAll(word, " ".repeat(word.length));
      }
    }
    const known = [...units.values()].filter(Boolean);
    const intents = rulebook.intentsOf(subject);
    const weights = rules()[table.prepared ? "weights" : "unpreparedWeights"];
    return { table, question, subject, tokens, units: known, intents, rest, weights };
  };
}
