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

  /** Numbers written as characters behind a base. */
  const numbersOf = (written) => {
    const { base } = rulebook.data.get("rules");
    return Array.from(written, (char) => char.charCodeAt(0) - base);
  };

  /** The postings by token, from three rows of words: tokens, gaps, weights. */
  const openPostings = (columns) => {
    const [tokens, gaps, weights] = columns.map((column) => column.split(" "));
    return new Map(tokens.map((token, at) => [token, { gaps: gaps[at], weights: weights[at] }]));
  };

  const unpack = ({ gaps, weights }) => {
    const worth = numbersOf(weights);
    let place = 0;
    return numbersOf(gaps).map((gap, at) => [(place += gap), worth[at]]);
  };

  const aboveOf = (number) =>
    number.slice(0, Math.max(number.lastIndexOf("."), number.lastIndexOf("-"), 0));

  /** For each clause the place of the last one below it, its own if none is. */
  const lastBelow = (numbers) => {
    const places = new Map(numbers.map((number, place) => [number, place]));
    const last = numbers.map((_, place) => place);
    numbers.forEach((number, place) => {
      for (let above = aboveOf(number); above; above = aboveOf(above)) {
        if (places.has(above)) last[places.get(above)] = place;
      }
    });
    return last;
  };

  /** What players say of the clauses, looked through as one text: see alias_search.py. */
  const openPhrases = (lines) => {
    const text = lines.join("\n");
    const starts = [0];
    for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
    return (token) => {
      const places = [];
      let place = 0;
      for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, starts[place])) {
        while (starts[place] <= at) place += 1;
        places.push(place - 1);
      }
      return places;
    };
  };

  /** Return a game's table with its look-ups, from the plain values of its data script. */
  rulebook.openTable = (raw, { parts }) => {
    const vocabulary = openVocabulary();
    const { said, common } = rulebook.data.get("rules");
    const postings = openPostings(raw.postings);
    const placesOf = openPhrases(parts.map(([, players]) => players));
    const found = new Map();
    const lookUp = (token) => {
      const weights = new Map(postings.has(token) ? unpack(postings.get(token)) : []);
      // A single character is a word only where the rules have it as one.
      if ([...token].length > 1 || weights.size) {
        for (const place of placesOf(token)) weights.set(place, (weights.get(place) ?? 0) + said);
      }
      const grammar = rulebook.isHiragana(token) && weights.size >= Math.floor(table.size / common);
      return grammar ? [] : [...weights].sort(([a], [b]) => a - b);
    };
    const names = new Map(Object.entries(raw.names));
    const concepts = new Map(
      Object.entries(raw.concepts).map(([number, [clause, also, words]]) => [
        Number(number),
        { clause, also, words, word: words[0] },
      ]),
    );
    const last = lastBelow(raw.numbers);
    const table = { ...raw, last, vocabulary, concepts, size: raw.numbers.length };
    table.posting = (token) => {
      if (!found.has(token)) found.set(token, lookUp(token));
      return found.get(token);
    };
    table.pieces = (place) => {
      const [rules, players, worths] = parts[place];
      return [rules && players ? `${rules}\n${players}` : rules || players, worths];
    };
    table.isPrinted = (token) => postings.has(token);
    table.count = (token) => table.posting(token).length;
    table.rareness = (token) => {
      const count = table.count(token);
      return count && 32 - Math.clz32(Math.floor(table.size / count));
    };
    table.worth = (token) =>
      Math.max(0, table.rareness(token) - (rulebook.isHiragana(token) ? 2 : 0));
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
