// A game's table with its look-ups: ranking_table.py, vocabulary.py and table_file.py.
"use strict";

{
  /** The numbers of each key, from lines of keys by their numbers. */
  const ungrouped = (groups) =>
    new Map(
      Object.entries(groups).flatMap(([written, keys]) => {
        const numbers = written ? written.split(" ").map(Number) : [];
        return keys.split("\n").map((key) => [key, numbers]);
      }),
    );

  /** Numbers written as characters after a base, past those that no text may have. */
  const numbersOf = (written) => {
    const { base } = rules();
    const codes = Array.from(written, (char) => char.codePointAt(0));
    return codes.map((code) => (code < 0xd800 ? code : code - 0x800) - base);
  };

  /** The postings by feature, from three rows of words: features, gaps, counts. */
  const openPostings = (columns) => {
    const [features, gaps, counts] = columns.map((column) => column.split(" "));
    return new Map(features.map((feature, at) => [feature, { gaps: gaps[at], counts: counts[at] }]));
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

  const KINDS = ["names", "synonyms", "outside", "offTopic", "smallTalk", "definitions"];

  /** A shard of a table: what is looked up by a word, of the words that begin alike. */
  const openShard = (raw) => {
    const shard = Object.fromEntries(KINDS.map((kind) => [kind, ungrouped(raw[kind] ?? {})]));
    for (const kind of ["printed", "spoken"]) shard[kind] = openPostings(raw[kind] ?? ["", "", ""]);
    for (const kind of ["slips", "questions"]) shard[kind] = new Map(Object.entries(raw[kind] ?? {}));
    shard.concepts = new Map(
      Object.entries(raw.concepts ?? {}).map(([key, [clause, also, words]]) => [key, { clause, also, words }]),
    );
    return shard;
  };

  /** A game's table with its look-ups, from the plain values of the data scripts. */
  rulebook.openTable = (raw) => {
    const { games, situationWords, situations } = rulebook.data.get("vocabulary");
    const { saturation } = rules();
    const table = { ...raw, parents: parentsOf(raw.numbers) };
    Object.assign(table, { games: new Map(Object.entries(games)), situationWords, situations });
    // The shards that were looked into but are not there yet.
    table.missed = new Set();
    const nothing = openShard({});
    const nameOf = (place) => `table/${raw.game}/${place}`;
    const opened = remembered((place) => openShard(rulebook.data.get(nameOf(place))));
    const shardAt = (place) => {
      if (rulebook.data.has(nameOf(place))) return opened(place);
      table.missed.add(place);
      return nothing;
    };
    const placeOf = remembered(shardOf);
    const look = (kind, word) => shardAt(placeOf(firstOf(word)))[kind].get(word);
    const postings = remembered(({ gaps, counts }) => {
      const places = unpack({ gaps, counts });
      const worth = raw.rarities[places.length] * (100 + saturation);
      return places.map(([place, count]) => [
        place,
        Math.floor((worth * count) / (count * 100 + raw.lengths[place])),
      ]);
    });
    table.posting = (feature) => {
      const found = look("printed", feature) ?? look("spoken", feature);
      return found ? postings(found) : [];
    };
    table.concept = (number) => look("concepts", `#${number}`);
    /** The packed questions of players for the clause at a place. */
    table.questions = (place) => look("questions", `#q${place}`) ?? [];
    table.definition = (number) => look("definitions", `#${number}`)?.[0] ?? -1;
    table.isPrinted = (feature) => look("printed", feature) !== undefined;
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
    table.named = (key) => look("names", key) ?? [];
    table.meanings = (key) => look("synonyms", key) ?? [];
    table.isOutside = (key) => look("outside", key) !== undefined;
    table.weightOffTopic = (token) => look("offTopic", token)?.[0] ?? 0;
    table.rarityInTalk = (token) => look("smallTalk", token)?.[0];
    table.knows = (key) => Boolean(look("synonyms", key) ?? look("names", key));
    /** The names that begin or end with the first character of `key`, or with its last. */
    table.namesLike = (key) => [key[0], key.at(-1)].flatMap((char) => look("slips", `~${char}`) ?? []);
    return table;
  };
}
