// Runs before the first paint: says that there is a script, sets the theme that was chosen, and has
// the data fetched that a question in the address needs, before the page is there.
"use strict";
document.documentElement.classList.add("js");
const recalled = (name) => {
  try {
    return localStorage.getItem(`rulebook-${name}`);
  } catch {
    return null; // No storage: the system's theme it is.
  }
};
{
  const chosen = recalled("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
/** The form under which names are compared: in katakana. */
const nameKey = (text) =>
  text.replace(/[ぁ-ゖ]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60));

/** The beginnings of all shards but the first, and the English words that begin none. */
const starts = STARTS;
const common = new Set(COMMON);

/** What the shard of the word or number that `text` begins with is found by: script_export.py. */
const firstOf = (text) => {
  if (common.has(text.match(/^[a-z]*/)[0])) return "#";
  return /^[ -"$-/:-`]/.test(text) ? "#" : nameKey(text.slice(0, /^[#~]/.test(text) ? 5 : 2));
};

/** In which shard the words are that are found by `first`. */
const shardOf = (first) => {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= first) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The shards of the words that are looked up for a text in normal form: of whole words in Latin
 * letters, of pairs of other characters and of lone kanji. */
const shardsOf = (text) => {
  const pairs = [...text.matchAll(/[a-z]+|[0-9]+|[^]/gu)].map(({ index }) => text.slice(index, index + 20));
  const lone = text.match(/(?<![一-龠々])[一-龠々](?![一-龠々])/g) ?? [];
  return [...new Set([...pairs, ...lone].map((word) => shardOf(firstOf(word))))];
};

/** The tables that answer a text about a game, or about all. */
const tableScripts = (of, shards) => [
  "vocabulary.js",
  `${of}.table.js`,
  ...shards.map((place) => `table-${place}.js`),
];
{
  const { files, game } = document.documentElement.dataset;
  const asked = new URLSearchParams(location.search);
  const question = asked.get("q")?.trim();
  document.documentElement.classList.toggle("asked", Boolean(question));
  const about = asked.get("g") ?? game ?? recalled("game") ?? "all";
  const names = [];
  if (question) {
    const shards = shardsOf(question.normalize("NFKC").toLowerCase());
    names.push(...tableScripts(about, shards), `${about}.texts.js`);
  }
  for (const name of names) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "script", fetchPriority: "low", href: `${files}data/${name}` });
    document.head.append(link);
  }
}
