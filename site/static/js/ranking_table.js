// A game's table with its look-ups: ranking_table.py, vocabulary.py and table_file.py.
"use strict";

{
  const distinct = (items) => [...new Set(items)];

  /** Keys with their numbers; a key begins with how much it shares with the one before it. */
  const ungrouped = ({ keys, runs }) => {
    const values = runs.flatMap(([value, count]) => Array(count).fill(value));
    let key = "";
    const opened = keys.split("\n").map((left, place) => {
      key = key.slice(0, left.charCodeAt(0) - 48) + left.slice(1);
      return [key, values[place] ?? []];
    });
    return new Map(opened);
  };

  /** What the tables of all games share: vocabulary.py. */
  const openVocabulary = () => {
    const raw = rulebook.data.get("vocabulary");
    if (!raw.opened) {
      const synonyms = ungrouped(raw.synonyms);
      const outside = new Set(raw.outside);
      const [offTopic, smallTalk] = [ungrouped(raw.offTopic), ungrouped(raw.smallTalk)];
      const games = new Map(Object.entries(raw.games));
      const names = ungrouped(raw.names);
      const longestName = rulebook.longestOf(names.keys(), synonyms.keys(), outside);
      const { situationWords, situations } = raw;
      const words = { names, synonyms, outside, offTopic, smallTalk, situationWords };
      raw.opened = { ...words, games, situations, longestName };
    }
    return raw.opened;
  };

  /** Numbers written as characters behind a base, past those that no text may have. */
  const numbersOf = (written) => {
    const { base } = rulebook.data.get("rules");
    const codes = Array.from(written, (char) => char.codePointAt(0));
    return codes.map((code) => (code < 0xd800 ? code : code - 0x800) - base);
  };

  /** The postings by feature, from three rows of words: features, gaps, counts. */
  const openPostings = (columns) => {
    const [features, gaps, counts] = columns.map((column) => column.split(" "));
    return features.map((feature, at) => [feature, { gaps: gaps[at], counts: counts[at] }]);
  };

  /** The places of a feature, and how many passages have it there. */
  const unpack = ({ gaps, counts }) => {
    const many = numbersOf(counts);
    let place = 0;
    return numbersOf(gaps).map((gap, at) => [(place += gap), many[at]]);
  };

  const aboveOf = (number) =>
    number.slice(0, Math.max(number.lastIndexOf("."), number.lastIndexOf("-"), 0));

  /** For each clause the place of the nearest one above it, -1 where none is. */
  const parentsOf = (numbers) => {
    const places = new Map(numbers.map((number, place) => [number, place]));
    return numbers.map((number) => {
      let above = aboveOf(number);
      while (above && !places.has(above)) above = aboveOf(above);
      return places.get(above) ?? -1;
    });
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
  rulebook.openTable = (raw) => {
    const vocabulary = openVocabulary();
    const { saturation } = rulebook.data.get("rules");
    const printed = new Map(openPostings(raw.printed));
    const postings = new Map([...printed, ...openPostings(raw.spoken)]);
    const names = new Map(Object.entries(raw.names));
    const concepts = new Map(
      Object.entries(raw.concepts).map(([number, [clause, also, words]]) => [
        Number(number),
        { clause, also, words },
      ]),
    );
    const definitions = new Map(raw.definitions);
    const table = { ...raw, parents: parentsOf(raw.numbers), vocabulary, concepts, definitions };
    table.posting = remembered((feature) => {
      const places = postings.has(feature) ? unpack(postings.get(feature)) : [];
      const worth = raw.rarities[places.length] * (100 + saturation);
      return places.map(([place, count]) => [
        place,
        Math.floor((worth * count) / (count * 100 + raw.lengths[place])),
      ]);
    });
    table.isPrinted = (feature) => printed.has(feature);
    table.count = (feature) => table.posting(feature).length;
    table.rarity = (feature) => {
      const count = table.count(feature);
      return count && raw.rarities[count];
    };
    table.rarityOrMost = (feature) => table.rarity(feature) || table.rarities[0];
    table.rarityOfAll = (tokens) => {
      const found = tokens.map(table.rarity).filter(Boolean);
      return found.length && Math.floor(found.reduce((sum, n) => sum + n, 0) / found.length);
    };
    table.named = (key) =>
      distinct([
        ...(vocabulary.names.get(key) ?? []).filter((number) => concepts.has(number)),
        ...(names.get(key) ?? []),
      ]);
    table.longestName = Math.max(vocabulary.longestName, rulebook.longestOf(names.keys()));
    table.knows = (key) => vocabulary.synonyms.has(key) || table.named(key).length > 0;
    table.allNames = remembered(() => [
      ...names.keys(),
      ...[...vocabulary.names.keys()].filter((key) => table.named(key).length),
    ]);
    return table;
  };
}
