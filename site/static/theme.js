// Runs before the first paint: says that there is a script, and sets the theme that was chosen.
"use strict";
document.documentElement.classList.add("js");
try {
  const chosen = localStorage.getItem("rulebook-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // No storage: the system's theme it is.
}
