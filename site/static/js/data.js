// Loading the data of games on demand. Data is in script files, which also load from file://.
"use strict";

/** The weights, limits and patterns of ranking: ranking_rules of script_export.py. */
const rules = () => rulebook.data.get("rules");

/** Load a script of `folder` (of data by default) once; resolve when it has run. */
rulebook.loadScript = (path, folder = `${rulebook.files}data/`) => {
  if (!rulebook.waiting.has(path)) {
    const loaded = new Promise((resolve, reject) => {
      const script = rulebook.element("script", { src: folder + path });
      script.onload = resolve;
      script.onerror = () => {
        rulebook.waiting.delete(path);
        script.remove();
        reject(new Error(path));
      };
      document.head.append(script);
    });
    rulebook.waiting.set(path, loaded);
  }
  return rulebook.waiting.get(path);
};

const loadAll = (names) => Promise.all(names.map((name) => rulebook.loadScript(name)));

const englishScripts = (game) => (rulebook.language ? [`${game}.english.js`] : []);

/** Return the texts of a game: clauses by number, with parents and children, and terms. With
 * `numbers`, only the chapters of these clauses are loaded, to answer sooner. */
rulebook.texts = async (game, numbers) => {
  await loadAll([`${numbers ? "all" : game}.texts.js`]);
  const head = rulebook.data.get(`texts/${game}`);
  const isLoaded = (chapter) => rulebook.data.has(`texts/${game}/${chapter}`);
  const needed = (numbers ?? []).map((number) => rulebook.placeOf(head, rulebook.partsOf(number)).split(/[.の]/)[0]);
  const missing = needed.filter((chapter) => !isLoaded(chapter)).map((chapter) => `${game}.texts-${chapter}.js`);
  await loadAll([...missing, ...(numbers?.length === 0 ? [] : englishScripts(game))]);
  const chapters = head.chapters.filter(isLoaded);
  const name = `indexed/${game}`;
  if (rulebook.data.get(name)?.chapters.length !== chapters.length) rulebook.put(name, indexTexts(game, head, chapters));
  return rulebook.data.get(name);
};

/** Return the ranking table of a game with `shards` loaded; `scope` is the game, or “all” games. */
rulebook.table = async (game, scope, shards) => {
  await loadAll(tableScripts(scope, shards));
  const name = `opened/${game}`;
  if (!rulebook.data.has(name)) rulebook.put(name, rulebook.openTable(rulebook.data.get(`table/${game}`)));
  return rulebook.data.get(name);
};

/** Return the data scripts for a question `text` in `scope`; for all games, without chapters. */
const scriptsFor = (scope, text) => [
  ...tableScripts(scope, shardsOf(text)),
  `${scope}.texts.js`,
  ...(scope === "all" ? [] : englishScripts(scope)),
];

/** Load all data for `question` side by side: one script after another takes longer. */
rulebook.preload = (scope, question = "") =>
  loadAll(scriptsFor(scope, rulebook.fold(question))).catch(() => {});

/** Fetch the data that every question in `scope` needs into the HTTP cache, without running it. */
rulebook.prefetch = (scope) => {
  for (const name of scriptsFor(scope, "")) {
    const href = `${rulebook.files}data/${name}`;
    document.head.append(rulebook.element("link", { rel: "prefetch", as: "script", href }));
  }
};

/** Return the parts of a printed number: digits without leading zeros (2, 2の2), and letters. */
rulebook.partsOf = (number) =>
  (number.toLowerCase().match(/[0-9]+(?:の[0-9]+)*|[a-z]/g) ?? []).map((part) => part.replace(/^0+(?=[0-9])/, ""));

/** Return the place of a number, of the clause `number`, in the tree: by game, 402 is in 4, 000 in 0, 4.0 is 4, 2.11 is in 2.1. */
rulebook.placeOf = (texts, parts, number = "") => {
  if (texts.zeros && parts.length === 2 && parts[1] === "0") return parts[0];
  if (texts.cases && parts.length === 2 && !/^[1-9]0$/.test(parts[1])) return [parts[0], ...parts[1]].join(".");
  if (texts.padded && parts[0]?.length < 3 && (parts.length > 1 || number.length > 2)) return ["0", ...parts].join(".");
  return (texts.hundreds && parts[0]?.length > 2 ? [parts[0].slice(0, -2), ...parts] : parts).join(".");
};

/** Return the texts of the loaded `chapters` of a game as objects, by number and by place. */
function indexTexts(game, head, chapters) {
  const texts = { ...head, ...head[rulebook.language], game, chapters, byNumber: new Map(), byPlace: new Map() };
  const names = rulebook.data.get(`english/${game}`) ?? {};
  const rows = chapters.flatMap((chapter) => rulebook.data.get(`texts/${game}/${chapter}`));
  for (const [number, title, text, remark, targets = []] of rows) {
    const place = rulebook.placeOf(texts, rulebook.partsOf(number), number);
    const above = place.slice(0, Math.max(0, place.lastIndexOf(".")));
    const parent = texts.byPlace.get(above) ?? null;
    const clause = { number, title, text, remark, targets, parent, children: [], english: names[number] };
    texts.byNumber.set(number, clause);
    texts.byPlace.set(place, clause);
    parent?.children.push(clause);
  }
  const term = ([word, kind, clause, english, ...spellings]) => ({ word, kind, clause, english, spellings });
  texts.terms = texts.terms.map(term);
  return texts;
}

/** Return an English `name` as elements to append, none on Japanese pages. */
rulebook.gloss = (name) =>
  rulebook.language && name ? [" ", rulebook.element("span", { class: "gloss", ...rulebook.pageLang }, name)] : [];

/** Return the clauses above `clause`, from its chapter down. */
rulebook.ancestors = (clause) =>
  clause.parent ? [...rulebook.ancestors(clause.parent), clause.parent] : [];

/** Return the title of a clause, or the beginning of its text. */
rulebook.heading = (clause) => clause.title || rulebook.excerpt(clause.text || clause.remark, 32);

/** Return numbers and headings of the clauses above `clause` on one line, behind those in `before`. */
rulebook.pathOf = (clause, ...before) =>
  [...before, ...rulebook.ancestors(clause).map((c) => `${c.number} ${rulebook.heading(c)}`)].join(" › ");

/** Return the URL of a clause's page. */
rulebook.address = (game, number) => `${rulebook.root}${game}/${number}.html`;
