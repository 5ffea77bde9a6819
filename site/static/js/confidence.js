// How sure an answer is: confidence.py.
"use strict";

{
  const lengthOf = (text) => [...text].length;
  const { sum } = rulebook.sums;

  /** Whether a game without tables prints all of a text, which then is of its topic. */
  const isOwn = (table, text) => !table.prepared && rulebook.tokenTexts(text).every(table.isPrinted);

  /** Return the part of a question that a clause covers best: its text, share, rarity, words no rules use. */
  const bestPiece = (asked, place) => {
    const { table, subject } = asked;
    const pieces = subject.match(rulebook.pattern("piece")) ?? [];
    const has = (feature) => table.posting(feature).some(([at]) => at === place);
    const found = pieces.map((piece) => {
      const part = pieces.length > 1 ? piece : undefined;
      const features = [...rulebook.featuresOf(asked, part).keys()];
      const whole = sum(features.map(table.rarityOrMost)) || 1;
      const worth = sum(features.filter(has).map(table.rarityOrMost));
      const names = [...rulebook.findNames(piece, table.isOutside, table.longestName)];
      const outside = names.filter(({ start, end }) => !isOwn(table, piece.slice(start, end))).length;
      return [(worth * worth) / whole, piece, worth / whole, worth / rules().confidence.scale, outside];
    });
    const first = found[0] ?? [0, "", 0, 0, 0];
    return found.reduce((best, each) => (each[0] > best[0] ? each : best), first).slice(1);
  };

  /** Return how strongly the words suggest a question that no rules answer. */
  const offTopic = ({ table, subject }) => {
    const tokens = rulebook.tokenTexts(subject);
    const others = tokens.filter((token) => !isOwn(table, token));
    return sum(others.map(table.weightOffTopic)) / Math.sqrt(tokens.length || 1);
  };

  /** Return the number of hiragana and Latin letters, which say little about a subject. */
  const spelledLength = (text) => (text.match(/[ぁ-ゖーa-z ]/gu) ?? []).length;

  /** Return the values for the models, in the order of their weights: evidence_values. */
  const evidenceOf = (asked, [first, ...behind], [, share, worth, outside]) => {
    const { units, subject, tokens } = asked;
    const named = sum(units.filter(({ names }) => names.length).map(({ text }) => lengthOf(text)));
    const others = sum(units.map(({ text }) => lengthOf(text))) - named;
    return [
      share,
      Math.min(worth, 40) / 10,
      Math.min(named, 30) / 10,
      Math.min(others, 40) / 10,
      Math.min(units.length, 20) / 10,
      (first.score - Math.max(0, ...behind.map(({ score }) => score))) / Math.max(1, first.score),
      Math.min(first.score, 8000) / 2000,
      Math.log1p(tokens.length),
      Math.min(outside, 3),
      offTopic(asked),
      spelledLength(subject) / Math.max(1, lengthOf(subject)),
    ];
  };

  const likelihood = ([base, weights], evidence) =>
    1 / (1 + Math.exp(-(base + sum(weights.map((weight, at) => weight * evidence[at])))));

  /** Whether the sentence that contains `piece` has a word that nobody knows, perhaps of a card. */
  const hasUnknownWord = ({ units, subject }, piece) => {
    const core = piece.replace(/^[。!?. \n]+|[。!?. \n]+$/g, "");
    const sentences = subject.split(new RegExp(rules().confidence.sentenceEnd));
    const sentence = sentences.find((each) => each.includes(core)) ?? piece;
    return units.some(({ text, isKnown }) => !isKnown && sentence.includes(text));
  };

  /** Return how sure it is that the first of `ranked` answers: sure, likely, unsure or none. */
  const certainty = (asked, ranked) => {
    const { answered, unprepared, firstRight, noAnswer, sure, sureAnswered } = rules().confidence;
    if (!ranked.length) return "none";
    const piece = bestPiece(asked, ranked[0].place);
    const evidence = evidenceOf(asked, ranked, piece);
    const model = asked.table.prepared ? answered : unprepared;
    const hasAnswer = likelihood(model, evidence);
    if (hasAnswer < noAnswer) {
      const [outsideWords, weight] = evidence.slice(8);
      return outsideWords > 0 || weight > 0 || model !== answered ? "none" : "unsure";
    }
    const right = likelihood(firstRight, evidence);
    if (right >= sure && hasAnswer >= sureAnswered && model === answered) {
      return hasUnknownWord(asked, piece[0]) ? "likely" : "sure";
    }
    const { likely, unpreparedLikely } = rules().confidence;
    const least = model === answered ? likely : unpreparedLikely;
    return hasAnswer * right >= least ? "likely" : "unsure";
  };

  /** Return how sure it is that the first clause shown, of the first game that has any, is right. */
  rulebook.confidenceOf = (questions, rankings) => {
    const first = Math.max(0, rankings.findIndex((ranked) => ranked.length));
    return certainty(questions[first], rankings[first]);
  };
}
