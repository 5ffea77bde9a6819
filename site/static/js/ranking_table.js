// A game's table with its look-ups: ranking_table.py, vocabulary.py and table_file.py.
"use strict";

{
  const distinct = (items) => [...new Set(items)];

  const ungrouped = (groups) => {
    const numbers = new Map();
    for (const [value, keys] of groups) for (const key of keys) numbers.set(key, value);
    return numbers;
  };

  /** What the tables of all games share: vocabulary.py. */
  const openVocabulary = () => {
    const raw = rulebook.data.get("vocabulary");
    if (!raw.opened) {
      const synonyms = ungrouped(raw.synonyms);
      const wordingsOf = (key) => (synonyms.get(key) ?? []).map((number) => raw.wordings[number]);
      raw.opened = { names: ungrouped(raw.names), synonyms, wordingsOf };
    }
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

  /** What players say of the clauses, looked through as one text: alias_search.py. */
  const openAliases = (lines) => {
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

  /** What works out an answer once for each `key`, as long as the table lives. */
  const remembered = (workOut) => {
    const memo = new Map();
    return (key) => {
      if (!memo.has(key)) memo.set(key, workOut(key));
      return memo.get(key);
    };
  };

  /** A game's table with its look-ups, from the plain values of its data script. */
  rulebook.openTable = (raw, { passages }) => {
    const vocabulary = openVocabulary();
    const { aliasWeight, common } = rulebook.data.get("rules");
    const size = raw.numbers.length;
    const postings = openPostings(raw.postings);
    const aliasPlaces = openAliases(passages.map(([, aliases]) => aliases));
    const names = new Map(Object.entries(raw.names));
    const concepts = new Map(
      Object.entries(raw.concepts).map(([number, [clause, also, words]]) => [
        Number(number),
        { clause, also, words },
      ]),
    );
    const last = lastBelow(raw.numbers);
    const table = { ...raw, last, vocabulary, concepts };
    table.posting = remembered((token) => {
      const weights = new Map(postings.has(token) ? unpack(postings.get(token)) : []);
      // A single character is a word only where the rules have it as one.
      if ([...token].length > 1 || weights.size) {
        for (const place of aliasPlaces(token)) {
          weights.set(place, (weights.get(place) ?? 0) + aliasWeight);
        }
      }
      const isGrammar = rulebook.isHiragana(token) && weights.size >= Math.floor(size / common);
      return isGrammar ? [] : [...weights].sort(([a], [b]) => a - b);
    });
    table.isPrinted = (token) => postings.has(token);
    table.count = (token) => table.posting(token).length;
    table.rarity = (token) => {
      const count = table.count(token);
      return count && 32 - Math.clz32(Math.floor(size / count));
    };
    table.rarityOfAll = (tokens) => {
      const found = tokens.map(table.rarity).filter(Boolean);
      return found.length && Math.floor(found.reduce((sum, n) => sum + n, 0) / found.length);
    };
    table.worth = (token) =>
      Math.max(0, table.rarity(token) - (rulebook.isHiragana(token) ? 2 : 0));
    table.passagesOf = (place) => {
      const [rules, aliases, worths] = passages[place];
      return [rules && aliases ? `${rules}\n${aliases}` : rules || aliases, worths];
    };
    table.parent = (place) => {
      let above = place - 1;
      while (above >= 0 && last[above] < place) above -= 1;
      return above;
    };
    table.named = (key) =>
      distinct([
        ...(vocabulary.names.get(key) ?? []).filter((number) => concepts.has(number)),
        ...(names.get(key) ?? []),
      ]);
    table.knows = (key) => vocabulary.synonyms.has(key) || table.named(key).length > 0;
    table.allNames = remembered(() => [
      ...names.keys(),
      ...[...vocabulary.names.keys()].filter((key) => table.named(key).length),
    ]);
    return table;
  };
}
