// Runs before the first paint: marks that scripts run, sets the chosen theme, and preloads the data
// for a question in the address. It defines the shards, which this needs and later scripts use.
"use strict";
document.documentElement.classList.add("js");
/** Return a stored choice of the reader, or null. */
const setting = (name) => {
  try {
    return localStorage.getItem(`rulebook-${name}`);
  } catch {
    return null;
  }
};
{
  const chosen = setting("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
/** Return the key by which names are compared: in katakana, since users type either kana. */
const nameKey = (text) =>
  text.replace(/[ぁ-ゖ]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60));

/** The first keys of all shards but the first, and the English words whose shard is “#”. */
const shardStarts = STARTS;
const commonEnglish = new Set(COMMON);

/** Return the key by which the shard of a word or number is found: _shard_key of script_export.py. */
const shardKey = (text) => {
  if (commonEnglish.has(text.match(/^[a-z]*/)[0])) return "#";
  return /^[ -"$-/:-`]/.test(text) ? "#" : nameKey(text.slice(0, /^[#~]/.test(text) ? 5 : 2));
};

/** Return the index of the shard of a shard key, by binary search. */
const shardOf = (key) => {
  let [low, high] = [0, shardStarts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shardStarts[middle] <= key) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Return the indexes of the shards to load for a text in normal form: those of its Latin words, of
 * pairs of other characters and of single kanji. */
const shardsOf = (text) => {
  const pairs = [...text.matchAll(/[a-z]+|[0-9]+|[^]/gu)].map(({ index }) => text.slice(index, index + 20));
  const singles = text.match(/(?<![一-龠々])[一-龠々](?![一-龠々])/g) ?? [];
  return [...new Set([...pairs, ...singles].map((word) => shardOf(shardKey(word))))];
};

/** Return the data scripts with the tables of `scope`, a game or “all”, and their `shards`. */
const tableScripts = (scope, shards) => [
  "vocabulary.js",
  `${scope}.table.js`,
  ...shards.map((place) => `table-${place}.js`),
];
{
  const { files, game } = document.documentElement.dataset;
  const parameters = new URLSearchParams(location.search);
  const question = parameters.get("q")?.trim();
  document.documentElement.classList.toggle("asked", Boolean(question));
  const scope = parameters.get("g") ?? game ?? setting("game") ?? "all";
  const names = [];
  if (question) {
    const shards = shardsOf(question.normalize("NFKC").toLowerCase());
    names.push(...tableScripts(scope, shards), `${scope}.texts.js`);
  }
  for (const name of names) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "script", fetchPriority: "low", href: `${files}data/${name}` });
    document.head.append(link);
  }
}
