// Loading a game's data on demand.  Data lies in script files, which load from file:// too.
"use strict";

/** Load the data script at `path` once; resolves when it has run. */
rulebook.loadScript = (path) => {
  if (!rulebook.waiting.has(path)) {
    const loaded = new Promise((resolve, reject) => {
      const script = rulebook.element("script", { src: `${rulebook.root}data/${path}` });
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

/** The texts of a game: its clauses by number, with parents and children, and its terms. */
rulebook.texts = async (game) => {
  await rulebook.loadScript(`${game}.texts.js`);
  const texts = rulebook.data.get(`texts/${game}`);
  if (!texts.byNumber) shelve(game, texts);
  return texts;
};

/** The table of a game, ready to rank with. */
rulebook.table = async (game) => {
  await Promise.all([
    rulebook.loadScript("vocabulary.js"),
    rulebook.loadScript(`${game}.table.js`),
  ]);
  const name = `opened/${game}`;
  if (!rulebook.data.has(name)) {
    const [table, passages] = ["table", "passages"].map((kind) =>
      rulebook.data.get(`${kind}/${game}`),
    );
    rulebook.put(name, rulebook.openTable(table, passages));
  }
  return rulebook.data.get(name);
};

function shelve(game, texts) {
  texts.game = game;
  texts.byNumber = new Map();
  for (const [number, title, text, remark] of texts.clauses) {
    const above = number.slice(0, Math.max(0, number.lastIndexOf(texts.separator)));
    const parent = texts.byNumber.get(above) ?? null;
    const clause = { number, title, text, remark, parent, children: [] };
    texts.byNumber.set(number, clause);
    parent?.children.push(clause);
  }
  texts.terms = texts.terms.map(([word, kind, clause, ...spellings]) => ({
    word,
    kind,
    clause,
    spellings,
  }));
}

/** The clauses above `clause`, from its chapter down. */
rulebook.above = (clause) =>
  clause.parent ? [...rulebook.above(clause.parent), clause.parent] : [];

/** The title of a clause, or the beginning of its text. */
rulebook.heading = (clause) => clause.title || rulebook.excerpt(clause.text || clause.remark, 32);

/** The address of a clause's page. */
rulebook.address = (game, number) => `${rulebook.root}${game}/${number}.html`;
