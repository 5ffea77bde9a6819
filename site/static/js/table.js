// A game's table with its look-ups, as table.py has them.
"use strict";

{
  const distinct = (items) => [...new Set(items)];

  const ungrouped = (groups) => {
    const places = new Map();
    for (const [value, keys] of groups) for (const key of keys) places.set(key, value);
    return places;
  };

  const openVocabulary = () => {
    const raw = rulebook.data.get("vocabulary");
    raw.opened ??= {
      names: ungrouped(raw.names),
      sayings: ungrouped(raw.sayings),
      wordings: raw.wordings,
    };
    return raw.opened;
  };

  /** Return a game's table with its look-ups, from the plain values of its data script. */
  rulebook.openTable = (raw) => {
    const vocabulary = openVocabulary();
    const postings = new Map(Object.entries(raw.postings));
    const names = new Map(Object.entries(raw.names));
    const concepts = new Map(
      Object.entries(raw.concepts).map(([number, [label, word, clause, also, wordings]]) => [
        Number(number),
        { label, word, clause, also, wordings },
      ]),
    );
    const table = { ...raw, vocabulary, concepts, size: raw.numbers.length };
    table.posting = (token) => {
      const flat = postings.get(token) ?? [];
      const entries = [];
      for (let at = 0, place = 0; at < flat.length; at += 2) {
        place += flat[at];
        entries.push([place, flat[at + 1]]);
      }
      return entries;
    };
    table.count = (token) => (postings.get(token)?.length ?? 0) / 2;
    table.named = (key) =>
      distinct([
        ...(vocabulary.names.get(key) ?? []).filter((number) => concepts.has(number)),
        ...(names.get(key) ?? []),
      ]);
    table.knows = (key) => vocabulary.sayings.has(key) || table.named(key).length > 0;
    table.allNames = () => [
      ...names.keys(),
      ...[...vocabulary.names.keys()].filter((key) => table.named(key).length),
    ];
    return table;
  };

  /** The place of the clause right above, or -1 for a chapter. */
  rulebook.parentOf = (table, place) => {
    let above = place - 1;
    while (above >= 0 && table.last[above] < place) above -= 1;
    return above;
  };
}
