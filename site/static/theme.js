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

/** The beginnings of all shards but the first, by game, and of the tables of all. */
const starts = STARTS;

/** In which shard of the tables `of` a game, or of all, the words are that begin with `char`, or the number. */
const shardOf = (of, char) => {
  const first = /^[ -/:-`]$/.test(char) ? "#" : nameKey(char);
  return starts[of].filter((start) => start <= first).length;
};

/** The shards of the words that are looked up for a text in normal form. */
const shardsOf = (of, text) => [...new Set([...text].map((char) => shardOf(of, char)))];

/** The tables that answer a text about a game, or about all. */
const tableScripts = (of, shards) => [
  "vocabulary.js",
  `${of}.table.js`,
  ...shards.map((place) => `${of}.table-${place}.js`),
];
{
  const { files, game } = document.documentElement.dataset;
  const asked = new URLSearchParams(location.search);
  const question = asked.get("q")?.trim();
  document.documentElement.classList.toggle("asked", Boolean(question));
  const about = asked.get("g") ?? game ?? recalled("game") ?? "all";
  const names = [];
  if (question && Object.hasOwn(starts, about)) {
    const shards = shardsOf(about, question.normalize("NFKC").toLowerCase());
    names.push(...tableScripts(about, shards), `${about}.texts.js`);
  }
  for (const name of names) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "script", fetchPriority: "low", href: `${files}data/${name}` });
    document.head.append(link);
  }
}
