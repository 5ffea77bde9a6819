// Names in a question: terms, rule words and players' words, by longest match: name_matching.py.
"use strict";

{
  const isKanji = (char) => (char >= "一" && char <= "龠") || char === "々";
  // Offsets at which no word in katakana or Latin letters is divided.
  const BOUNDARY = /(?<![ァ-ヺー](?=[ァ-ヺー]))(?<![a-z0-9](?=[a-z0-9]))/g;

  /** Whether a piece of `text` between boundaries is a whole word, not one kanji of it or short kana. */
  const isWord = (text, start, end) => {
    if (end - start === 1 && isKanji(text[start])) return !(isKanji(text[start - 1]) || isKanji(text[end]));
    if (/^[ぁ-ゖ]+$/.test(text.slice(start, end))) return end - start >= rules().shortestKana;
    return true;
  };

  /** Return the length of the longest of `names`, several iterables, to search no further. */
  rulebook.longestOf = (...names) => {
    let longest = 0;
    for (const some of names) for (const name of some) longest = Math.max(longest, name.length);
    return longest;
  };

  /** Return the names in a text in normal form from left to right, preferring long ones. */
  rulebook.findNames = (text, knows, longest) => {
    const keys = nameKey(text);
    const boundaries = Array.from(text.matchAll(BOUNDARY), ({ index }) => index);
    const found = [];
    for (const [place, start] of boundaries.entries()) {
      if (start < found.at(-1)?.end) continue;
      const isName = (end) =>
        end <= start + longest && isWord(text, start, end) && knows(keys.slice(start, end));
      const end = boundaries.slice(place + 1, place + 1 + longest).findLast(isName);
      if (end) found.push({ key: keys.slice(start, end), start, end });
    }
    return found;
  };

  /** Return a text with spaces in place of the `names` found in it, so that offsets stay valid. */
  rulebook.blankNames = (text, names) => {
    let rest = text;
    for (const { start, end } of names) {
      rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
    }
    return rest;
  };

  /** Return the edit distance (Levenshtein) of two words. */
  const distance = (one, other) => {
    const row = Array.from({ length: other.length + 1 }, (_, place) => place);
    for (let i = 1; i <= one.length; i += 1) {
      let diagonal = row[0];
      row[0] = i;
      for (let j = 1; j <= other.length; j += 1) {
        const above = row[j];
        const changed = diagonal + (one[i - 1] === other[j - 1] ? 0 : 1);
        row[j] = Math.min(above + 1, row[j - 1] + 1, changed);
        diagonal = above;
      }
    }
    return row[other.length];
  };

  /** Return the name that `key` misspells by one edit, by two if it is long, or null. */
  rulebook.nearestName = (key, table) => {
    const { shortestSlip, shortestDoubleSlip } = rules();
    const limit = key.length < shortestSlip ? 0 : key.length < shortestDoubleSlip ? 1 : 2;
    let best = null;
    for (const name of limit ? table.namesLike(key) : []) {
      if (Math.abs(name.length - key.length) > limit) continue;
      if (name[0] !== key[0] && name.at(-1) !== key.at(-1)) continue;
      const apart = distance(name, key);
      if (apart > limit || (best && (apart > best[0] || (apart === best[0] && name >= best[1])))) {
        continue;
      }
      best = [apart, name];
    }
    return best ? best[1] : null;
  };

  /** Whether `short` joins the beginning of `name` and a later piece, as パトブロ does. */
  const beginsBoth = (short, name) => {
    for (let at = 2; at < short.length; at += 1) {
      if (name.startsWith(short.slice(0, at)) && name.slice(at + 1).includes(short.slice(at))) return true;
    }
    return false;
  };

  /** Return the shortest katakana name that `key` abbreviates (パトブロ: パートナーブロック), or null. */
  rulebook.abbreviatedName = (key, table) => {
    const short = key.replaceAll("ー", "");
    const found = table.namesLike(key).filter((name) => {
      if (name[0] !== key[0] || name.length <= key.length + 1 || !/^[ァ-ヺー]+$/.test(name)) return false;
      return beginsBoth(short, name.replaceAll("ー", ""));
    });
    const isBefore = (one, other) => one.length - other.length || (one < other ? -1 : 1);
    return found.sort(isBefore)[0] ?? null;
  };
}
