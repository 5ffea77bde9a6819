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
{
  const { files, game } = document.documentElement.dataset;
  const asked = new URLSearchParams(location.search);
  document.documentElement.classList.toggle("asked", Boolean(asked.get("q")?.trim()));
  const about = asked.get("g") ?? game ?? recalled("game") ?? "all";
  const parts = /^[a-z0-9-]+$/.test(about) ? ["table", ...(about === "all" ? [] : ["texts"])] : [];
  for (const name of asked.get("q") ? ["vocabulary", ...parts.map((part) => `${about}.${part}`)] : []) {
    const link = document.createElement("link");
    const href = `${files}data/${name}.js`;
    Object.assign(link, { rel: "preload", as: "script", fetchPriority: "high", href });
    document.head.append(link);
  }
}
