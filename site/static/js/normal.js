// Normal form of texts with offsets to the printed text, and tokens: normal.py and analysis.py.
"use strict";

{
  const nfkc = (text) => text.normalize("NFKC");
  const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]+/g; // As in normal.py
  const isPlain = (char) => /^[\u3041-\u3096\u30a1-\u30fa\u4e00-龠]$/.test(char);
  const hasMark = (text) => /\p{M}/u.test(text);
  const standsAlone = (char) => char < "\u1100" && rulebook.fold(char) && !hasMark(nfkc(char));

  /** Whether `before` and `char` can be normalised apart, with the same result as together. */
  const mayCut = (before, char) => {
    if (isPlain(char) || standsAlone(char)) return true;
    const form = rulebook.fold(char);
    const isSeen = form && !hasMark([...form].at(-1));
    return isSeen && rulebook.fold(before + char) === rulebook.fold(before) + form;
  };

  /** Return text in NFKC and lower case, without invisible characters. */
  rulebook.fold = (text) => nfkc(nfkc(text).toLowerCase().replace(INVISIBLE, ""));

  /** Return text in normal form, with the printed `starts` and `ends` of each UTF-16 unit of it. */
  rulebook.normalise = (printed) => {
    const result = { text: "", starts: [], ends: [] };
    let start = 0;
    let segment = "";
    const finish = () => {
      const form = rulebook.fold(segment);
      result.text += form;
      for (let at = 0; at < form.length; at += 1) {
        result.starts.push(start);
        result.ends.push(start + segment.length);
      }
      start += segment.length;
      segment = "";
    };
    for (const char of printed) {
      if (segment && mayCut(segment, char)) finish();
      segment += char;
    }
    if (segment) finish();
    return result;
  };

  const compiled = new Map();
  /** Return the ranking pattern `name`, compiled once; without the flag g, for whole texts. */
  rulebook.pattern = (name, flags = "gu") => {
    const key = `${name}/${flags}`;
    if (!compiled.has(key)) {
      const source = rules().patterns[name];
      compiled.set(key, new RegExp(flags.includes("g") ? source : `^(?:${source})$`, flags));
    }
    return compiled.get(key);
  };

  /** Whether `text` is hiragana only: mostly grammar, seldom a subject. */
  rulebook.isHiragana = (text) => rulebook.pattern("hiragana", "u").test(text);

  /** Return the spans of the tokens of a text in normal form, with `singles` of single characters too. */
  const tokenSpans = (text, singles) => {
    const found = [];
    for (const match of text.matchAll(rulebook.pattern("tokenRun"))) {
      const start = match.index;
      const end = start + match[0].length;
      if (match[1] !== undefined || end - start === 1) {
        found.push([start, end]);
        continue;
      }
      for (let at = start; at < end; at += 1) {
        if (singles && !rulebook.isHiragana(text[at])) found.push([at, at + 1]);
        if (at + 1 < end) found.push([at, at + 2]);
      }
    }
    return found;
  };

  /** Return the tokens of a text in normal form, each once. */
  rulebook.tokenTexts = (folded, singles = false) => [
    ...new Set(tokenSpans(folded, singles).map(([start, end]) => folded.slice(start, end))),
  ];

  /** Return an English word without its ending: _stem of analysis.py. */
  const stem = (word) => {
    if (/..ies$/.test(word)) return `${word.slice(0, -3)}y`;
    let left = /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
    const ending = /(?:ing|ed)$/.exec(left)?.[0] ?? "";
    if (ending && left.length - ending.length >= 3) {
      left = left.slice(0, -ending.length).replace(/(?<=..)([^lsz])\1$/, "$1");
    }
    return left.replace(/(?<=...|o)e$/, "");
  };

  /** Return the stems of the English words among `tokens` that differ from the words. */
  rulebook.stemsOf = (tokens) =>
    tokens.flatMap((token) =>
      /^[a-z]{4,}$/.test(token) && stem(token) !== token ? [stem(token)] : [],
    );

  /** Whether every character of `word` is in one of `tokens`: a part of it is a different word. */
  const isCovered = (word, tokens) => {
    let reached = 0;
    for (const [start, end] of tokenSpans(word, false)) {
      if (start <= reached && tokens.has(word.slice(start, end))) reached = end;
    }
    return reached === word.length;
  };

  /** Return the printed spans of whole words of `text` that `other` has too: common_spans. */
  rulebook.commonSpans = (text, other) => {
    const tokens = new Set(rulebook.tokenTexts(rulebook.fold(other), true));
    const normal = rulebook.normalise(text);
    const spans = [];
    for (const { 0: word, index } of normal.text.matchAll(rulebook.pattern("wholeWord"))) {
      if (!isCovered(word, tokens)) continue;
      const [start, end] = [normal.starts[index], normal.ends[index + word.length - 1]];
      const last = spans.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else spans.push([start, end]);
    }
    return spans;
  };
}
