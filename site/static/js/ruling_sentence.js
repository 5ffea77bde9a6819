// The sentence of a clause that answers a question: ruling_sentence.py.
"use strict";

{
  const { divide, sum } = rulebook.sums;

  /** Whether a sentence of `text` ends at `at`: _ends_sentence. */
  const endsSentence = (text, at) => {
    const { closers, ends: full, latinEnds } = rules().sentence;
    const endsWith = (piece, signs) => piece !== "" && signs.includes(piece.at(-1));
    if (text[at] === "\n") return endsWith(text.slice(Math.max(0, at - 3), at).trimEnd(), `${full}${closers}.`);
    if (full.includes(text[at])) return true;
    const isLatin = latinEnds.includes(text[at]) && text[at + 1] === " ";
    return isLatin && at > 1 && !/[0-9]/.test(text[at - 1]) && text[at - 2] !== " ";
  };

  /** Return the spans of the sentences of a text, without space around them. */
  const sentencesOf = (text) => {
    const { openers, closers } = rules().sentence;
    const found = [];
    let start = 0;
    let depth = 0;
    const finish = (end) => {
      const piece = text.slice(start, end);
      const from = start + piece.length - piece.trimStart().length;
      if (piece.trim()) found.push([from, from + piece.trim().length]);
      start = end;
    };
    for (let at = 0; at < text.length; at += 1) {
      depth = Math.max(0, depth + openers.includes(text[at]) - closers.includes(text[at]));
      if (text[at] === "\n") depth = 0;
      if (!depth && endsSentence(text, at)) finish(at + 1);
    }
    finish(text.length);
    return found;
  };

  /** Return how well a sentence (folded) answers: by shared words, other names and kind of answer. */
  const scoreOf = ({ table, tokens, units, intents }, sentence) => {
    const { intentWording, asides, asidePercent, intentBonus, baseScore } = rules().sentence;
    const has = (word) => sentence.includes(word);
    const wordsOf = ({ concepts }) => concepts.flatMap((number) => table.concept(number).words);
    const named = units.filter((unit) => wordsOf(unit).some((word) => !unit.text.includes(word) && has(word)));
    const score =
      baseScore +
      sum(tokens.filter((token) => has(token) && !rulebook.isHiragana(token)).map(table.rarity)) +
      sum(named.map((unit) => table.rarityOfAll(unit.tokens) || divide(table.rarities[0], 2))) +
      intentBonus * intents.filter((intent) => intentWording[intent].some(has)).length;
    return asides.some((word) => sentence.startsWith(word)) ? divide(score * asidePercent, 100) : score;
  };

  /** Return the span of the sentence of `text` that best answers the question. */
  rulebook.rulingSentence = (asked, text) => {
    const spans = sentencesOf(text);
    if (spans.length < 2) return spans[0] ?? [0, text.length];
    const scores = spans.map(([start, end]) => scoreOf(asked, rulebook.fold(text.slice(start, end))));
    scores[0] = divide(scores[0] * rules().sentence.firstPercent, 100);
    return spans[scores.indexOf(Math.max(...scores))];
  };
}
