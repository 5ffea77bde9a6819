// Ranking a question against a game's table: rank.py and intent.py over again.  Weights and
// patterns are those of Python, read from data/vocabulary.js; all divisions round down.
"use strict";

{
  const rules = () => rulebook.data.get("rules");
  const divide = (a, b) => Math.floor(a / b);
  const add = (scores, place, score) => scores.set(place, (scores.get(place) ?? 0) + score);
  const raise = (best, place, share) => {
    if (share > (best.get(place) ?? 0)) best.set(place, share);
  };
  const distinct = (items) => [...new Set(items)];

  // --- Units of a question --------------------------------------------------------------------

  const blankFillers = (text) =>
    text.replace(rulebook.pattern("filler"), (filler) => " ".repeat(filler.length));
  const textsOf = (text) => distinct(rulebook.tokens(text).map((token) => token.text));

  const namedUnit = (table, key, written) => {
    const { synonym, saying } = rules().weights;
    const named = table.named(key);
    const concepts = named.filter((number) => number >= 0);
    const { sayings, wordings: said } = table.vocabulary;
    const wordings = [
      [textsOf(written), 100],
      ...concepts.flatMap((c) =>
        table.concepts.get(c).words.map((word) => [textsOf(word), synonym]),
      ),
      ...(sayings.get(key) ?? []).map((place) => [said[place], saying]),
    ];
    const terms = named.filter((number) => number < 0).map((number) => table.terms[-number - 1]);
    return { text: written, wordings, concepts, terms };
  };

  const wordUnit = (table, written) => {
    const words = textsOf(written);
    if (!words.some((word) => table.count(word))) {
      // Nothing matches: it may be a slip of a name.
      table.slips ??= table.allNames();
      const key = rulebook.nearestName(rulebook.nameKey(written), table.slips);
      if (key !== null) return namedUnit(table, key, written);
    }
    return words.length && { text: written, wordings: [[words, 100]], concepts: [], terms: [] };
  };

  /** The units of a question in normal form: names first, then the rest. */
  rulebook.splitUnits = (table, text) => {
    const units = [];
    const seen = new Set();
    let rest = text;
    for (const { key, start, end } of rulebook.findNames(text, table.knows)) {
      rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
      if (!seen.has(key)) units.push(namedUnit(table, key, text.slice(start, end)));
      seen.add(key);
    }
    for (const [written] of blankFillers(rest).matchAll(rulebook.pattern("word"))) {
      const unit = seen.has(written) ? null : wordUnit(table, written);
      if (unit) units.push(unit);
      seen.add(written);
    }
    return units;
  };

  // --- Scores ---------------------------------------------------------------------------------

  const tokenShares = (question, units) => {
    const { token, hiragana } = rules().weights;
    const shares = new Map();
    for (const {
      wordings: [[words]],
    } of units) {
      for (const word of words) shares.set(word, divide(token * 2, Math.max(2, words.length)));
    }
    for (const { text } of rulebook.tokens(blankFillers(question))) {
      if (rulebook.isHiragana(text)) shares.set(text, divide(token * hiragana, 100));
      else if (!shares.has(text)) shares.set(text, token);
    }
    return shares;
  };

  const tokenScores = (table, question, units) => {
    const { inherited } = rules().weights;
    const scores = new Map();
    for (const [text, share] of tokenShares(question, units)) {
      for (const [place, weight] of table.posting(text)) {
        add(scores, place, divide(weight * share, 10));
      }
    }
    for (const [place, score] of [...scores].filter(([at]) => table.heading[at])) {
      const part = divide(score * inherited, 100);
      for (let below = place + 1; below <= table.last[place]; below += 1) add(scores, below, part);
    }
    return scores;
  };

  /** What each clause has of its best wording, in the square of the share. */
  const bestWordings = (table, unit) => {
    const best = new Map();
    for (const [wording, worth] of unit.wordings) {
      const count = new Map();
      for (const token of wording) for (const [place] of table.posting(token)) add(count, place, 1);
      for (const [place, has] of count) {
        raise(best, place, divide(worth * has * has, wording.length ** 2));
      }
    }
    return best;
  };

  /** Raise the governing clause of a concept, and those around it. */
  const raiseConcept = (best, table, { clause, also }) => {
    const { named, family } = rules().weights;
    const raiseTo = (place, share) => best.set(place, Math.max(best.get(place) ?? 0, share));
    raiseTo(clause, named);
    const parent = rulebook.parentOf(table, clause);
    const first = parent >= 0 ? parent + 1 : clause;
    const last = table.last[parent >= 0 ? parent : clause];
    for (let other = first; other <= last; other += 1) if (other !== clause) raiseTo(other, family);
    for (const place of also) raiseTo(place, divide(named * 8, 10));
  };

  const passDown = (best, table) => {
    for (const [place, share] of [...best]) {
      if (!table.heading[place]) continue;
      const part = divide(share * rules().weights.below, 100);
      for (let below = place + 1; below <= table.last[place]; below += 1) raise(best, below, part);
    }
  };

  /** The halvings of the document down to the clauses with `wording`, 0 for none. */
  const rarenessOf = (table, wording) => {
    const counts = wording.map(table.count).filter(Boolean);
    const halvings = counts.map((count) => 32 - Math.clz32(divide(table.size, count)));
    return (
      counts.length &&
      divide(
        halvings.reduce((sum, n) => sum + n, 0),
        counts.length,
      )
    );
  };

  const rarityOf = (table, unit) => {
    const rare = unit.wordings.map(([words]) => rarenessOf(table, words)).filter(Boolean);
    return rare.length ? Math.min(...rare) : 4;
  };

  const addUnit = (scores, table, unit) => {
    const best = bestWordings(table, unit);
    for (const number of unit.concepts) raiseConcept(best, table, table.concepts.get(number));
    passDown(best, table);
    const worth = rarityOf(table, unit);
    for (const [place, share] of best) {
      add(scores, place, divide(worth * share * rules().weights.unit, rules().whole));
    }
  };

  const addNamed = (scores, table, unit, units) => {
    const { governs, also, defines } = rules().weights;
    const special = rarenessOf(table, unit.wordings[0][0]) || rules().nowhere;
    const addTo = (place, weight) => add(scores, place, divide(weight * special, 4 * units));
    for (const number of unit.concepts) {
      const row = table.concepts.get(number);
      addTo(row.clause, governs);
      for (const place of row.also) addTo(place, also);
    }
    for (const place of unit.terms) addTo(place, defines);
  };

  const addSaid = (scores, table, question) => {
    const { says, prior } = rules().weights;
    const asked = rules().asked.filter(([, pattern]) => new RegExp(pattern, "u").test(question));
    for (const [place, score] of scores) {
      const bits = table.said[place];
      const worth = asked.reduce((sum, [n]) => sum + (bits & (1 << n) ? says[n] : 0), 0);
      scores.set(place, score + worth + prior * table.priors[place]);
    }
  };

  const bestFirst = (a, b) => b[1] - a[1] || a[0] - b[0];

  /** For each part (a line) with tokens of the question: those tokens, with their worths. */
  const heldBy = (parts, asked) => {
    const held = new Map();
    parts.split("\n").forEach((part, at) => {
      const there = asked.filter(([token]) => part.includes(token));
      if (there.length) held.set(at, there);
    });
    return held;
  };

  const sumOf = (tokens) => tokens.reduce((sum, [, worth]) => sum + worth, 0);

  /** How far the parts of a clause cover the question; the best whole, others for what they add. */
  const coverage = ([parts, sizes], asked) => {
    const there = asked.filter(([token]) => parts.includes(token));
    if (!there.length) return 0;
    const { fine, fitting } = rules();
    const rows = [...heldBy(parts, there)].map(([at, held]) => {
      const has = sumOf(held);
      return { value: divide(has * has * fine, sizes[at]), at, held, has };
    });
    rows.sort((a, b) => b.value - a.value || a.at - b.at);
    const seen = new Set();
    let covered = 0;
    for (const { value, held, has } of rows.slice(0, fitting)) {
      const added = held.filter(([token]) => !seen.has(token));
      covered += divide(value * sumOf(added), has);
      for (const [token] of held) seen.add(token);
    }
    return covered;
  };

  /** Look at the best clauses more closely, part by part. */
  const addParts = (ranked, table, question) => {
    const worths = textsOf(blankFillers(question))
      .map((token) => [token, table.worth(token)])
      .filter(([, worth]) => worth);
    for (const entry of ranked.slice(0, rules().closer)) {
      const covered = coverage(table.pieces(entry[0]), worths);
      entry[1] += divide(covered * rules().weights.part, 10 * rules().fine);
    }
    return ranked.sort(bestFirst);
  };

  /** The clauses (places in the table) that answer a question, with scores, best first. */
  rulebook.rank = (table, question) => {
    const { text } = rulebook.normalise(question);
    const units = rulebook.splitUnits(table, text);
    const scores = tokenScores(table, text, units);
    for (const unit of units) {
      addUnit(scores, table, unit);
      addNamed(scores, table, unit, units.length);
    }
    addSaid(scores, table, text);
    const ranked = [...scores].sort(bestFirst).slice(0, rules().deepest);
    return addParts(ranked, table, text).map(([place, score]) => ({ place, score }));
  };
}
