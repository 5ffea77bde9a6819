// The card search, which loads shards of pairs of characters and blocks of names when needed. The
// field of every page finds cards by id and name, the page of the card search by text too.
"use strict";

{
  const { element } = rulebook;
  const MAX_CARDS = 20;
  const MAX_PAIRS = 6;
  const NAME_MARK = "@";
  const [LAST_SURROGATE, SURROGATES] = [0xdfff, 0x800];

  /** Return the data `name` after loading its script. */
  const loaded = async (file, name) => {
    await rulebook.loadScript(file);
    return rulebook.data.get(name);
  };

  /** Return the pairs of adjacent characters in the words of a text, the tokens of the search. */
  const pairsOf = (text) => {
    const words = rulebook.fold(text).split(/\s+/u).map((word) => Array.from(word));
    return new Set(words.flatMap((word) => word.slice(1).map((char, at) => word[at] + char)));
  };

  /** Return the shard of a token by the hash FNV-1a over code points: shard_of of scripts.py. */
  const shardOf = (token, count) => {
    let value = 0x811c9dc5;
    for (const char of token) value = Math.imul(value ^ char.codePointAt(0), 0x01000193) >>> 0;
    return value % count;
  };

  /** Return the places that packed gaps encode. */
  const unpacked = (gaps, base) => {
    let place = -1;
    return Array.from(gaps, (char) => {
      const code = char.codePointAt(0);
      place += (code > LAST_SURROGATE ? code - SURROGATES : code) - base + 1;
      return place;
    });
  };

  /** Return the places of the cards with a token; null if too many have it to be stored. */
  const posting = async (game, token, about) => {
    const shard = shardOf(token, about.shards);
    const found = await loaded(`${game}.cards-${shard}.js`, `cards/${game}/${shard}`);
    if (!Object.hasOwn(found, token)) return [];
    return found[token] === "" ? null : unpacked(found[token], about.base);
  };

  /** Return the places that all `rows` have. */
  const intersection = (rows) => {
    const [first, ...rest] = rows.toSorted((a, b) => a.length - b.length);
    const others = rest.map((row) => new Set(row));
    return first.filter((place) => others.every((row) => row.has(place)));
  };

  /** Return at most MAX_PAIRS pairs, evenly spread over the question: each takes a file. */
  const samplePairs = (pairs) => {
    const step = Math.max(1, pairs.length / MAX_PAIRS);
    return pairs.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, MAX_PAIRS);
  };

  /** Return the places of cards with `text`, names first; null if its pairs are too common. */
  const search = async (game, text, about) => {
    const pairs = samplePairs([...pairsOf(text)]);
    if (!pairs.length) return null;
    const rows = async (mark) => Promise.all(pairs.map((pair) => posting(game, mark + pair, about)));
    const [names, texts] = await Promise.all([rows(NAME_MARK), rows("")]);
    const [inNames, inTexts] = [names, texts].map((found) => found.filter(Boolean));
    const places = [inNames, inTexts].flatMap((found) => (found.length ? intersection(found) : []));
    // If all pairs are too common in texts, “no name has them” does not mean that no text has.
    return places.length || inTexts.length ? [...new Set(places)] : null;
  };

  /** Return the cards in a block of names, none if there is no such block. */
  const cardsOf = async (game, block, { ids }) => {
    if (!ids[block]) return [];
    const rows = await loaded(`${game}.cards-names-${block}.js`, `cards/${game}/names/${block}`);
    return rows.map(([id, name, summary, address]) => {
      // A card on the page of a set has its anchor after a number sign.
      const [page, ...place] = address.split("#");
      const href = [`${rulebook.files}${game}-cards/card-${page}.html`, ...place].join("#");
      return { id, name: name || id, summary, href };
    });
  };

  const cardAt = async (game, place, about) =>
    (await cardsOf(game, Math.floor(place / about.block), about))[place % about.block];

  /** Return the cards whose ids begin with `start`; ids and blocks are sorted. */
  const cardsFrom = async (game, start, about) => {
    const block = Math.max(0, about.ids.findLastIndex((id) => id <= start));
    const near = await Promise.all([block, block + 1].map((each) => cardsOf(game, each, about)));
    return near.flat().filter(({ id }) => id.startsWith(start));
  };

  /** Return the cards whose names contain `text`; stops loading at the first pair that no name has. */
  const cardsNamed = async (game, text, about) => {
    const rows = [];
    for (const pair of samplePairs([...pairsOf(text)])) {
      const row = await posting(game, NAME_MARK + pair, about);
      if (row?.length === 0) return [];
      if (row) rows.push(row);
    }
    if (!rows.length) return [];
    const cards = await Promise.all(intersection(rows).slice(0, MAX_CARDS).map((place) => cardAt(game, place, about)));
    return cards.filter(({ name }) => rulebook.fold(name).includes(text));
  };

  /** Return the cards of a game whose id begins with `text`, else those whose name contains it. */
  rulebook.findCards = async (game, text) => {
    const about = await loaded(`${game}.cards.js`, `cards/${game}`);
    const written = text.normalize("NFKC").trim();
    const isId = /^[!-~]{3,}$/.test(written);
    for (const start of isId ? new Set([written, written.toUpperCase()]) : []) {
      const found = await cardsFrom(game, start, about);
      if (found.length) return found;
    }
    return cardsNamed(game, rulebook.fold(written), about);
  };

  const cardItem = ({ id, name, summary, href }) => {
    const link = element("a", { href, hreflang: "ja", ...rulebook.japanese }, name);
    const about = element("span", rulebook.japanese, summary);
    return element("li", {}, link, " ", element("small", {}, `${id} `, about));
  };

  /** Search while the user types in the field of the page of the card search. */
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
        const items = await Promise.all((found ?? []).slice(0, MAX_CARDS).map((place) => cardAt(game, place, about)));
        if (run !== latest) return;
        list.replaceChildren(...items.map(cardItem));
        if (!found) status.textContent = _("2文字以上の、もう少し珍しい語で探してください。");
        else status.textContent = found.length > MAX_CARDS ? _("{count}枚のうち{shown}枚", { count: found.length, shown: MAX_CARDS }) : _("{count}枚", { count: found.length });
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
