// What all parts share: where the site lies, small helpers, and the store that data scripts fill.
"use strict";

const rulebook = { data: new Map(), waiting: new Map() };

/**
 * Where the pages in the language of this page lie, seen from it, where the files that all languages
 * share, and the game of this page, if any.
 */
rulebook.root = document.documentElement.dataset.root;
rulebook.files = document.documentElement.dataset.files;
rulebook.language = { en: "english" }[document.documentElement.lang];

/** Rules are Japanese on every page; what the site says itself is in its own language. */
rulebook.japanese = { lang: "ja" };
rulebook.own = { lang: document.documentElement.lang };
rulebook.game = document.documentElement.dataset.game ?? null;

/** Called by every data script with what it holds. */
rulebook.put = (name, value) => rulebook.data.set(name, value);

/** What keys do, by the name of each. */
rulebook.keys = new Map();

/** Make an element; text stays text, whatever it holds. */
rulebook.element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/** A part of an address as it is meant; one that means nothing (%zz) as it is. */
rulebook.decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What the reader chose before, kept in this browser; nothing breaks where nothing is kept. */
rulebook.recall = (name) => {
  try {
    return localStorage.getItem(`rulebook-${name}`);
  } catch {
    return null;
  }
};

rulebook.remember = (name, value) => {
  try {
    if (value === null) localStorage.removeItem(`rulebook-${name}`);
    else localStorage.setItem(`rulebook-${name}`, value);
  } catch {
    // Nothing is kept.
  }
};

/** Let the page be drawn and used before the next piece of work: long ones make it stand still. */
rulebook.pause = () => new Promise((resolve) => setTimeout(resolve));

/** Wait until what was changed on the page is seen. */
rulebook.drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Do what can wait when the page is there and still; nothing where the reader saves data. */
rulebook.whenStill = (work, pause = 0) => {
  if (navigator.connection?.saveData) return;
  const wait = globalThis.requestIdleCallback ?? setTimeout;
  addEventListener("load", () => setTimeout(() => wait(work), pause));
};

/** The first line of a text, cut at a limit of characters. */
rulebook.excerpt = (text, limit) => {
  const line = [...text.split("\n", 1)[0]];
  return line.length <= limit ? line.join("") : `${line.slice(0, limit - 1).join("")}…`;
};
