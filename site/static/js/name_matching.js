// Names in a question: terms, rule words and players' words, by longest match: name_matching.py.
"use strict";

{
  const isKanji = (char) => (char >= "一" && char <= "龠") || char === "々";
  // Where no word in katakana or Latin letters goes on.
  const CUT = /(?<![ァ-ヺー](?=[ァ-ヺー]))(?<![a-z0-9](?=[a-z0-9]))/g;

  /** Whether `text` from one cut to another is no part of a longer word. */
  const isWord = (text, start, end) => {
    if (end - start === 1 && isKanji(text[start])) return !(isKanji(text[start - 1]) || isKanji(text[end]));
    if (/^[ぁ-ゖ]+$/.test(text.slice(start, end))) return end - start >= rules().shortestKana;
    return true;
  };

  /** How long the longest of some names is, so none is cut. */
  rulebook.longestOf = (...names) => {
    let longest = 0;
    for (const some of names) for (const name of some) longest = Math.max(longest, name.length);
    return longest;
  };

  /** The names in a text in normal form, from left to right, the longest first. */
  rulebook.findNames = (text, knows, longest) => {
    const keys = nameKey(text);
    const cuts = Array.from(text.matchAll(CUT), ({ index }) => index);
    const found = [];
    for (const [place, start] of cuts.entries()) {
      if (start < found.at(-1)?.end) continue;
      const isName = (end) =>
        end <= start + longest && isWord(text, start, end) && knows(keys.slice(start, end));
      const end = cuts.slice(place + 1, place + 1 + longest).findLast(isName);
      if (end) found.push({ key: keys.slice(start, end), start, end });
    }
    return found;
  };

  /** A text with names that were found in it blanked by spaces. */
  rulebook.blankNames = (text, names) => {
    let rest = text;
    for (const { start, end } of names) {
      rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
    }
    return rest;
  };

  /** How many letters must be put in, taken out or changed. */
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

  /** The name that `key` is a slip of: a letter off, two in long words; or null. */
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

  const beginsBoth = (short, name) => {
    for (let at = 2; at < short.length; at += 1) {
      if (name.startsWith(short.slice(0, at)) && name.slice(at + 1).includes(short.slice(at))) return true;
    }
    return false;
  };

  /** The shortest katakana name that `key` abbreviates, or null: パトブロ is パートナーブロック. */
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
