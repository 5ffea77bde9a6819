// The card search: pairs of characters from shards, names from blocks, nothing before it is used.
// The field of every page finds cards by id and name with it, the page of the card search by text too.
"use strict";

{
  const SHOWN = 20;
  const MOST_PAIRS = 6;
  const OF_NAME = "@";
  const [HALVES, HALF_COUNT] = [0xdfff, 0x800];

  const loaded = async (file, name) => {
    await rulebook.loadScript(file);
    return rulebook.data.get(name);
  };

  const pairsOf = (text) => {
    const words = rulebook.fold(text).split(/\s+/u).map((word) => Array.from(word));
    return new Set(words.flatMap((word) => word.slice(1).map((char, at) => word[at] + char)));
  };

  /** FNV-1a over code points, as the builder of the shards works it out. */
  const shardOf = (token, count) => {
    let value = 0x811c9dc5;
    for (const char of token) value = Math.imul(value ^ char.codePointAt(0), 0x01000193) >>> 0;
    return value % count;
  };

  const unpacked = (told, base) => {
    let place = -1;
    return Array.from(told, (char) => {
      const code = char.codePointAt(0);
      place += (code > HALVES ? code - HALF_COUNT : code) - base + 1;
      return place;
    });
  };

  /** The cards that have a token; null where it stands in too many of them to tell. */
  const posting = async (game, token, about) => {
    const shard = shardOf(token, about.shards);
    const found = await loaded(`${game}.cards-${shard}.js`, `cards/${game}/${shard}`);
    if (!Object.hasOwn(found, token)) return [];
    return found[token] === "" ? null : unpacked(found[token], about.base);
  };

  const common = (rows) => {
    const [first, ...rest] = rows.toSorted((a, b) => a.length - b.length);
    const others = rest.map((row) => new Set(row));
    return first.filter((place) => others.every((row) => row.has(place)));
  };

  /** The longest words tell most: of many pairs some from all over the question are taken. */
  const someOf = (pairs) => {
    const step = Math.max(1, pairs.length / MOST_PAIRS);
    return pairs.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, MOST_PAIRS);
  };

  const search = async (game, text, about) => {
    const pairs = someOf([...pairsOf(text)]);
    if (!pairs.length) return null;
    const rows = async (mark) => Promise.all(pairs.map((pair) => posting(game, mark + pair, about)));
    const [names, texts] = await Promise.all([rows(OF_NAME), rows("")]);
    const [inNames, inTexts] = [names, texts].map((found) => found.filter(Boolean));
    const places = [inNames, inTexts].flatMap((found) => (found.length ? common(found) : []));
    // Where all pairs are too common in texts, that no name has them says nothing of the texts.
    return places.length || inTexts.length ? [...new Set(places)] : null;
  };

  /** The cards in a block of names; none where there is no such block. */
  const cardsOf = async (game, block, { ids }) => {
    if (!ids[block]) return [];
    const rows = await loaded(`${game}.cards-names-${block}.js`, `cards/${game}/names/${block}`);
    return rows.map(([id, name, summary, address]) => {
      // On the page of a set, the place of the card stands behind a number sign.
      const [page, ...place] = address.split("#");
      const href = [`${rulebook.files}${game}-cards/card-${page}.html`, ...place].join("#");
      return { id, name: name || id, summary, href };
    });
  };

  const cardAt = async (game, place, about) =>
    (await cardsOf(game, Math.floor(place / about.block), about))[place % about.block];

  /** The cards whose ids begin with `start`; ids are in order, and so are the blocks. */
  const cardsFrom = async (game, start, about) => {
    const block = Math.max(0, about.ids.findLastIndex((id) => id <= start));
    const near = await Promise.all([block, block + 1].map((each) => cardsOf(game, each, about)));
    return near.flat().filter(({ id }) => id.startsWith(start));
  };

  /** The cards whose names have `text`; as soon as no name has a pair of it, no more is loaded. */
  const cardsNamed = async (game, text, about) => {
    const rows = [];
    for (const pair of someOf([...pairsOf(text)])) {
      const row = await posting(game, OF_NAME + pair, about);
      if (row?.length === 0) return [];
      if (row) rows.push(row);
    }
    if (!rows.length) return [];
    const cards = await Promise.all(common(rows).slice(0, SHOWN).map((place) => cardAt(game, place, about)));
    return cards.filter(({ name }) => rulebook.fold(name).includes(text));
  };

  /** The cards of a library whose id begins with `text`, else those whose name has it. */
  rulebook.cardsCalled = async (game, text) => {
    const about = await loaded(`${game}.cards.js`, `cards/${game}`);
    const written = text.normalize("NFKC").trim();
    const isId = /^[!-~]{3,}$/.test(written);
    for (const start of isId ? new Set([written, written.toUpperCase()]) : []) {
      const found = await cardsFrom(game, start, about);
      if (found.length) return found;
    }
    return cardsNamed(game, rulebook.fold(written), about);
  };

  const line = ({ id, name, summary, href }) => {
    const link = rulebook.element("a", { href, hreflang: "ja", ...rulebook.japanese }, name);
    const about = rulebook.element("span", rulebook.japanese, summary);
    return rulebook.element("li", {}, link, " ", rulebook.element("small", {}, `${id} `, about));
  };

  /** Answer in the field of the page of the card search. */
  const startPage = (field) => {
    const list = document.getElementById("own-found");
    const status = document.getElementById("own-status");
    const { game } = field.dataset;
    let latest = 0;
    const answer = async () => {
      const run = (latest += 1);
      const text = field.value.trim();
      if (!text) {
        list.replaceChildren();
        status.textContent = "";
        return;
      }
      try {
        const about = await loaded(`${game}.cards.js`, `cards/${game}`);
        const found = await search(game, text, about);
        const items = await Promise.all((found ?? []).slice(0, SHOWN).map((place) => cardAt(game, place, about)));
        if (run !== latest) return;
        list.replaceChildren(...items.map(line));
        if (!found) status.textContent = _("2文字以上の、もう少し珍しい語で探してください。");
        else status.textContent = found.length > SHOWN ? _("{count}枚のうち{shown}枚", { count: found.length, shown: SHOWN }) : _("{count}枚", { count: found.length });
      } catch {
        if (run === latest) status.textContent = _("検索のデータを読み込めませんでした。");
      }
    };

    let waiting = 0;
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(answer, 150);
    });
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer();
    });
    if (field.value) answer();
  };

  const field = document.getElementById("own-q");
  if (field) startPage(field);
}
