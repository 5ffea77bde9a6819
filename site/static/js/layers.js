// Layers over the page (the preview, the results). Each has an entry in the browser's history, so
// that the back button closes it before it leaves the page.
"use strict";

{
  const open = [];

  /** Register the open layer `name`; `close` is called to close it. */
  rulebook.openLayer = (name, close) => {
    if (open.some((layer) => layer.name === name)) return;
    open.push({ name, close });
    if (history.state?.layer === name) return;
    try {
      history.pushState({ layer: name }, "");
    } catch {
      // Some browsers forbid this for file:// addresses; the back button then leaves the page.
    }
  };

  /** Remove the layer `name`, which was closed by other means than the back button, and its entry. */
  rulebook.closeLayer = (name) => {
    const at = open.findIndex((layer) => layer.name === name);
    if (at < 0) return;
    open.splice(at);
    if (history.state?.layer === name) history.back();
  };

  rulebook.hasLayer = (name) => open.some((layer) => layer.name === name);

  addEventListener("popstate", ({ state }) => {
    while (open.length && open.at(-1).name !== state?.layer) open.pop().close();
  });
}
