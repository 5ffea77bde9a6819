// A question as one game understands it, cut into units by the names that it knows: query.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");

  /** The unit of the name `key`, written so, with all wordings that mean it. */
  const namedUnit = (table, key, written) => {
    const { whole, weights } = rules();
    const named = table.named(key);
    const concepts = named.filter((number) => number >= 0);
    const ruleWords = concepts.flatMap((concept) => table.concepts.get(concept).words);
    const wordings = [
      [rulebook.tokenTexts(written), whole],
      ...ruleWords.map((word) => [rulebook.tokenTexts(rulebook.fold(word)), weights.rule_word]),
      ...table.vocabulary.wordingsOf(key).map((tokens) => [tokens, weights.synonym]),
    ];
    const terms = named.filter((number) => number < 0).map((number) => table.terms[-number - 1]);
    return { text: written, wordings, concepts, terms };
  };

  /** The unit of a word that is no name, or null; one that no clause has may be a slip of a name. */
  const wordUnit = (table, written) => {
    const words = rulebook.tokenTexts(written);
    if (!words.some((word) => table.count(word))) {
      const key = rulebook.nearestName(rulebook.nameKey(written), table.allNames());
      if (key !== null) return namedUnit(table, key, written);
    }
    if (!words.length) return null;
    return { text: written, wordings: [[words, rules().whole]], concepts: [], terms: [] };
  };

  const blankNames = (text, names) => {
    let rest = text;
    for (const { start, end } of names) {
      rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
    }
    return rest;
  };

  /** A question cut into units: names from left to right, then the other words. */
  rulebook.readQuery = (table, question) => {
    const { text } = question;
    const names = rulebook.findNames(text, table.knows);
    const units = new Map();
    for (const { key, start, end } of names) {
      if (!units.has(key)) units.set(key, namedUnit(table, key, text.slice(start, end)));
    }
    const rest = rulebook.blankFillers(blankNames(text, names));
    for (const [written] of rest.matchAll(rulebook.pattern("word"))) {
      if (!units.has(written)) units.set(written, wordUnit(table, written));
    }
    return { table, question, units: [...units.values()].filter(Boolean) };
  };
}
