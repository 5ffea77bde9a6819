// Runs before the first paint: says that there is a script, sets the theme that was chosen, and has
// the data fetched that a question in the address needs, or one at home, before the page is there.
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
{
  const { files, game, first } = document.documentElement.dataset;
  const asked = new URLSearchParams(location.search);
  const isAsked = asked.get("q") || (first && !navigator.connection?.saveData);
  const about = asked.get("g") ?? game ?? recalled("game") ?? first ?? "all";
  const parts = /^(?!all$)[a-z0-9-]+$/.test(about) ? ["table", "texts"] : [];
  for (const name of isAsked ? ["vocabulary", ...parts.map((part) => `${about}.${part}`)] : []) {
    const link = document.createElement("link");
    const href = `${files}data/${name}.js`;
    // Without a question the page itself comes first.
    const rel = asked.get("q") ? "preload" : "prefetch";
    Object.assign(link, { rel, as: "script", fetchPriority: "high", href });
    document.head.append(link);
  }
}
