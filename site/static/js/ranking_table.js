// The ranking table of a game, with look-ups in its shards: ranking_table.py and vocabulary.py.
"use strict";

{
  /** Return the numbers by key, from keys (one per line) by their numbers, as packed by _shard. */
  const ungrouped = (groups) =>
    new Map(
      Object.entries(groups).flatMap(([written, keys]) => {
        const numbers = written ? written.split(" ").map(Number) : [];
        return keys.split("\n").map((key) => [key, numbers]);
      }),
    );

  /** Return the numbers that characters from `base` on encode; surrogates are skipped. */
  const decode = (written) => {
    const { base } = rules();
    const codes = Array.from(written, (char) => char.codePointAt(0));
    return codes.map((code) => (code < 0xd800 ? code : code - 0x800) - base);
  };

  /** Return the packed postings by feature, from three columns: features, gaps and counts. */
  const openPostings = (columns) => {
    const [features, gaps, counts] = columns.map((column) => column.split(" "));
    return new Map(features.map((feature, at) => [feature, { gaps: gaps[at], counts: counts[at] }]));
  };

  /** Return the places of the clauses with a feature, each with its number of passages with it. */
  const unpack = ({ gaps, counts }) => {
    const many = decode(counts);
    let place = 0;
    return decode(gaps).map((gap, at) => [(place += gap), many[at]]);
  };

  const aboveOf = (number) =>
    number.slice(0, Math.max(number.lastIndexOf("."), number.lastIndexOf("-"), 0));

  /** Return for each clause number the place of its nearest ancestor, -1 if it has none. */
  const parentsOf = (numbers) => {
    const places = new Map(numbers.map((number, place) => [number, place]));
    return numbers.map((number) => {
      let above = aboveOf(number);
      while (above && !places.has(above)) above = aboveOf(above);
      return places.get(above) ?? -1;
    });
  };

  /** Return a function that calls `compute` once for each key and stores the result. */
  const memoised = (compute) => {
    const memo = new Map();
    return (key) => {
      if (!memo.has(key)) memo.set(key, compute(key));
      return memo.get(key);
    };
  };

  const KINDS = ["names", "synonyms", "outside", "offTopic", "smallTalk", "definitions"];

  /** Return a shard with its columns unpacked to maps by word; it has the words that begin alike. */
  const openShard = (raw) => {
    const shard = Object.fromEntries(KINDS.map((kind) => [kind, ungrouped(raw[kind] ?? {})]));
    for (const kind of ["printed", "phrased"]) shard[kind] = openPostings(raw[kind] ?? ["", "", ""]);
    for (const kind of ["slips", "questions"]) shard[kind] = new Map(Object.entries(raw[kind] ?? {}));
    shard.concepts = new Map(
      Object.entries(raw.concepts ?? {}).map(([key, [clause, also, words]]) => [key, { clause, also, words }]),
    );
    return shard;
  };

  /** Return the ranking table of a game with its look-ups, from the plain values of data scripts. */
  rulebook.openTable = (raw) => {
    const { games, situationWords, situations } = rulebook.data.get("vocabulary");
    const { saturation } = rules();
    const table = { ...raw, parents: parentsOf(raw.numbers) };
    Object.assign(table, { games: new Map(Object.entries(games)), situationWords, situations });
    // The indexes of shards that were needed and are not loaded yet.
    table.missed = new Set();
    const empty = openShard({});
    const nameOf = (place) => `table/${raw.game}/${place}`;
    const opened = memoised((place) => openShard(rulebook.data.get(nameOf(place))));
    const shardAt = (place) => {
      if (rulebook.data.has(nameOf(place))) return opened(place);
      table.missed.add(place);
      return empty;
    };
    const shardIndex = memoised(shardOf);
    const look = (kind, word) => shardAt(shardIndex(shardKey(word)))[kind].get(word);
    const postings = memoised(({ gaps, counts }) => {
      const places = unpack({ gaps, counts });
      const worth = raw.rarities[places.length] * (100 + saturation);
      return places.map(([place, count]) => [
        place,
        Math.floor((worth * count) / (count * 100 + raw.lengths[place])),
      ]);
    });
    table.posting = (feature) => {
      const found = look("printed", feature) ?? look("phrased", feature);
      return found ? postings(found) : [];
    };
    table.concept = (number) => look("concepts", `#${number}`);
    /** Return the packed questions of players for the clause at a place. */
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
    /** Return the names that begin or end with the first or last character of `key`. */
    table.namesLike = (key) => [key[0], key.at(-1)].flatMap((char) => look("slips", `~${char}`) ?? []);
    return table;
  };
}
