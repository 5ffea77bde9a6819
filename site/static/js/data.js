// Loading a game's data on demand.  Data lies in script files, which load from file:// too.
"use strict";

/** The weights, limits and patterns of ranking: ranking_rules of script_export.py. */
const rules = () => rulebook.data.get("rules");

/** Load a script once, data if `folder` is not given; resolves when it has run. */
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

/** The texts of a game: its clauses by number, with parents and children, and its terms; of the
 * clauses, only the chapters of `numbers` if they are given. */
rulebook.texts = async (game, numbers) => {
  await loadAll([`${numbers ? "all" : game}.texts.js`]);
  const head = rulebook.data.get(`texts/${game}`);
  const isHere = (chapter) => rulebook.data.has(`texts/${game}/${chapter}`);
  const wanted = (numbers ?? []).map((number) => rulebook.placeOf(head, rulebook.partsOf(number)).split(".")[0]);
  const missed = wanted.filter((chapter) => !isHere(chapter)).map((chapter) => `${game}.texts-${chapter}.js`);
  await loadAll([...missed, ...(numbers?.length === 0 ? [] : englishScripts(game))]);
  const chapters = head.chapters.filter(isHere);
  const name = `shelved/${game}`;
  if (rulebook.data.get(name)?.chapters.length !== chapters.length) rulebook.put(name, shelved(game, head, chapters));
  return rulebook.data.get(name);
};

/** The table of a game, ready to rank with as far as `shards` have it, with those of all if `of` says so. */
rulebook.table = async (game, of, shards) => {
  await loadAll(tableScripts(of, shards));
  const name = `opened/${game}`;
  if (!rulebook.data.has(name)) rulebook.put(name, rulebook.openTable(rulebook.data.get(`table/${game}`)));
  return rulebook.data.get(name);
};

/** The data scripts that answer a question of these characters about a game; of all, the chapters wait. */
const answering = (of, text) => [
  ...tableScripts(of, shardsOf(text)),
  `${of}.texts.js`,
  ...(of === "all" ? [] : englishScripts(of)),
];

/** Have all that answers `question` loaded at once: one thing after the other takes longer. */
rulebook.warmUp = (of, question = "") =>
  loadAll(answering(of, rulebook.fold(question))).catch(() => {});

/** Have what answers any question about a game, or all, fetched for later, without running it. */
rulebook.fetchAhead = (of) => {
  for (const name of answering(of, "")) {
    const href = `${rulebook.files}data/${name}`;
    document.head.append(rulebook.element("link", { rel: "prefetch", as: "script", href }));
  }
};

/** The parts that a number prints: digits without leading zeros, and letters. */
rulebook.partsOf = (number) =>
  (number.toLowerCase().match(/[0-9]+|[a-z]/g) ?? []).map((part) => part.replace(/^0+(?=[0-9])/, ""));

/** Where the clause of these parts stands: in hundreds, 402 stands in chapter 4; 4.0 may be it; by cases, 2.11 in 2.1. */
rulebook.placeOf = (texts, parts) => {
  if (texts.zeros && parts.length === 2 && parts[1] === "0") return parts[0];
  if (texts.cases && parts.length === 2) return [parts[0], ...parts[1]].join(".");
  return (texts.hundreds && parts[0]?.length > 2 ? [parts[0].slice(0, -2), ...parts] : parts).join(".");
};

function shelved(game, head, chapters) {
  const texts = { ...head, ...head[rulebook.language], game, chapters, byNumber: new Map(), byPlace: new Map() };
  const names = rulebook.data.get(`english/${game}`) ?? {};
  const rows = chapters.flatMap((chapter) => rulebook.data.get(`texts/${game}/${chapter}`));
  for (const [number, title, text, remark, targets = []] of rows) {
    const place = rulebook.placeOf(texts, rulebook.partsOf(number));
    const above = place.slice(0, Math.max(0, place.lastIndexOf(".")));
    const parent = texts.byPlace.get(above) ?? null;
    const clause = { number, title, text, remark, targets, parent, children: [], english: names[number] };
    texts.byNumber.set(number, clause);
    texts.byPlace.set(place, clause);
    parent?.children.push(clause);
  }
  texts.terms = texts.terms.map(([word, kind, clause, english, ...spellings]) => ({
    word,
    kind,
    clause,
    english,
    spellings,
  }));
  return texts;
}

/** The English name of a heading or term, where the page is in English. */
rulebook.gloss = (name) =>
  rulebook.language && name ? [" ", rulebook.element("span", { class: "gloss", ...rulebook.own }, name)] : [];

/** The clauses above `clause`, from its chapter down. */
rulebook.above = (clause) =>
  clause.parent ? [...rulebook.above(clause.parent), clause.parent] : [];

/** The title of a clause, or the beginning of its text. */
rulebook.heading = (clause) => clause.title || rulebook.excerpt(clause.text || clause.remark, 32);

/** The address of a clause's page. */
rulebook.address = (game, number) => `${rulebook.root}${game}/${number}.html`;
