// Shared by all scripts: addresses of the site, helpers, and the data that data scripts hand over.
"use strict";

const rulebook = { data: new Map(), waiting: new Map() };

/**
 * Relative URLs of the pages in this language (`root`) and of the files that all languages share
 * (`files`); the property of English texts, undefined on Japanese pages.
 */
rulebook.root = document.documentElement.dataset.root;
rulebook.files = document.documentElement.dataset.files;
rulebook.language = { en: "english" }[document.documentElement.lang];

/** Attributes of elements with Japanese text, and of those with text in the language of the page. */
rulebook.japanese = { lang: "ja" };
rulebook.pageLang = { lang: document.documentElement.lang };
rulebook.game = document.documentElement.dataset.game ?? null;

/** Store the `value` of a data script under its `name`: file:// pages cannot fetch JSON. */
rulebook.put = (name, value) => rulebook.data.set(name, value);

/** The functions that keys call, by the name of the key. */
rulebook.keys = new Map();

/** Return a new element. Children that are strings become text nodes, so they cannot be markup. */
rulebook.element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/** Return a list item with a link that has `attributes`. */
rulebook.linkItem = (attributes, ...children) =>
  rulebook.element("li", {}, rulebook.element("a", attributes, ...children));

/** Return `items` as a labelled list in an array, empty without items. */
rulebook.labelledList = (name, label, items, tag = "ol") =>
  items.length ? [rulebook.element(tag, { class: name, "aria-label": label, ...rulebook.pageLang }, ...items)] : [];

/** Return a part of a URL percent-decoded, or unchanged if it is malformed (%zz). */
rulebook.decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Store a choice of the reader, to be read by `setting` (theme.js); null deletes it. */
rulebook.saveSetting = (name, value) => {
  try {
    if (value === null) localStorage.removeItem(`rulebook-${name}`);
    else localStorage.setItem(`rulebook-${name}`, value);
  } catch {
    // No storage: the choice lasts until the page is left.
  }
};

/** Yield to the browser, so that a long computation does not block input and painting. */
rulebook.pause = () => new Promise((resolve) => setTimeout(resolve));

/** Resolve when the changes of the page have been painted. */
rulebook.painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Call `work` when the loaded page is idle, after a `pause`; never if the reader saves data. */
rulebook.whenIdle = (work, pause = 0) => {
  if (navigator.connection?.saveData) return;
  const wait = globalThis.requestIdleCallback ?? setTimeout;
  addEventListener("load", () => setTimeout(() => wait(work), pause));
};

/** Return the first line of a text, shortened to `limit` characters. */
rulebook.excerpt = (text, limit) => {
  const line = [...text.split("\n", 1)[0]];
  return line.length <= limit ? line.join("") : `${line.slice(0, limit - 1).join("")}…`;
};
