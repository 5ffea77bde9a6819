// How sure an answer is: confidence.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules").confidence;
  const lengthOf = (text) => [...text].length;
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  /** How much of its features a clause has, as a share and by how rare they are. */
  const agreement = ({ table, tokens, units }, place) => {
    const features = [...rulebook.textFeatures(tokens, units).keys()];
    const has = (feature) => table.posting(feature).some(([at]) => at === place);
    const total = sum(features.map(table.rarityOrMost));
    const worth = sum(features.filter(has).map(table.rarityOrMost));
    return [worth / (total || 1), worth / rules().scale];
  };

  /** How many characters of the question are words that no rules speak of. */
  const outside = ({ table, subject }) => {
    const names = rulebook.findNames(subject, table.isOutside, table.longestName);
    return sum([...names].map(({ start, end }) => end - start));
  };

  /** How much the words of the question are those of questions that no rules answer. */
  const offTopic = ({ table, subject }) => {
    const tokens = rulebook.tokenTexts(subject);
    return sum(tokens.map(table.oddsOffTopic)) / Math.sqrt(tokens.length || 1);
  };

  /** How much of the text is hiragana and Latin letters, alike whatever is asked. */
  const spelled = (text) => (text.match(/[ぁ-ゖーa-z ]/gu) ?? []).length;

  const evidenceOf = (asked, [first, ...behind]) => {
    const { units, subject, tokens } = asked;
    const named = sum(units.filter(({ names }) => names.length).map(({ text }) => lengthOf(text)));
    const others = sum(units.map(({ text }) => lengthOf(text))) - named;
    const [share, worth] = agreement(asked, first.place);
    return [
      share,
      Math.min(worth, 40) / 10,
      Math.min(named, 30) / 10,
      Math.min(others, 40) / 10,
      Math.min(units.length, 20) / 10,
      (first.score - Math.max(0, ...behind.map(({ score }) => score))) / Math.max(1, first.score),
      Math.min(first.score, 8000) / 2000,
      Math.log1p(tokens.length),
      Math.min(outside(asked), 12) / 4,
      offTopic(asked),
      spelled(subject) / Math.max(1, lengthOf(subject)),
    ];
  };

  const likelihood = ([base, weights], evidence) =>
    1 / (1 + Math.exp(-(base + sum(weights.map((weight, at) => weight * evidence[at])))));

  const certainty = (asked, ranked) => {
    const { answered, unprepared, firstRight, noAnswer, offTopic: least, sure, sureAnswered, likely } = rules();
    if (!ranked.length) return "none";
    const evidence = evidenceOf(asked, ranked);
    const model = asked.table.prepared ? answered : unprepared;
    const hasAnswer = likelihood(model, evidence);
    if (hasAnswer < noAnswer) {
      const [outsideWords, odds] = evidence.slice(8);
      return outsideWords > 0 || odds > least || model !== answered ? "none" : "unsure";
    }
    const right = likelihood(firstRight, evidence);
    if (right >= sure && hasAnswer >= sureAnswered && model === answered) return "sure";
    return hasAnswer * right >= likely ? "likely" : "unsure";
  };

  /** How certain the clause is that is shown first: the best of the game that leads. */
  rulebook.confidenceOf = (questions, rankings) => {
    const scores = rankings.map(([best]) => (best ? rulebook.comparableScore(best.score) : -1));
    const first = scores.indexOf(Math.max(...scores));
    return certainty(questions[first], rankings[first]);
  };
}
