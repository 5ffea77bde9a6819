// What lies over the page, a preview or the results, has an entry of its own in the history, so that
// the back button closes it before it leaves.
"use strict";

{
  const open = [];

  /** Say that `name` lies over the page now; `close` takes it away. */
  rulebook.openLayer = (name, close) => {
    if (open.some((layer) => layer.name === name)) return;
    open.push({ name, close });
    if (history.state?.layer === name) return; // the reader came back to it
    try {
      history.pushState({ layer: name }, "");
    } catch {
      // Some browsers forbid this for file:// addresses: there the back button leaves.
    }
  };

  /** Say that `name` was closed otherwise than by going back; its entry goes too. */
  rulebook.closeLayer = (name) => {
    const at = open.findIndex((layer) => layer.name === name);
    if (at < 0) return;
    open.splice(at);
    if (history.state?.layer === name) history.back();
  };

  rulebook.isLayer = (name) => open.some((layer) => layer.name === name);

  addEventListener("popstate", ({ state }) => {
    while (open.length && open.at(-1).name !== state?.layer) open.pop().close();
  });
}
