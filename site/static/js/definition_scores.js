// Evidence: the clauses that define the subject of a question: rank.py.
"use strict";

{
  const [WHAT_IS, MAY_I, ORDER, HOW_TO, WHAT_HAPPENS] = [0, 2, 4, 5, 6];

  /** Return the place of the clause that defines the name in a unit, -1 if none does. */
  const defined = ({ definition }, { terms, concepts }) =>
    [...terms, ...concepts].map(definition).find((place) => place >= 0) ?? -1;

  /** Whether `name` is followed by “and”, by a word such as “difference”, or by nothing. */
  const isCompared = (text, name) => {
    const { comparisonWords, conjunctions, particles } = rules().definitions;
    const at = text.indexOf(name);
    const after = text.slice(at + name.length);
    if (!after.replace(/^[? ]+|[? ]+$/g, "")) return true;
    if (conjunctions.some((word) => after.startsWith(word))) return true;
    return particles.some((last) => comparisonWords.some((word) => after.startsWith(last + word)));
  };

  const isStepWord = ({ text }) => rules().definitions.stepWords.includes(text);

  const asksIcon = ({ subject }) => rules().definitions.iconWords.some((word) => subject.includes(word));

  const withoutEnding = (word, endings) => {
    let end = word.length;
    while (end && endings.includes(word[end - 1])) end -= 1;
    return word.slice(0, end);
  };

  /** Whether a question consists of names and words that ask what they are, or for their steps. */
  const isBare = (asked) => {
    const { ignored, askingWords, stepWords, stepContext, iconContext, hiragana } = rules().definitions;
    const others = asked.units.filter(({ names }) => !names.length);
    const [asksSteps, isIcon] = [others.some(isStepWord), asksIcon(asked)];
    const intents = [WHAT_IS, ...(asksSteps ? [HOW_TO, ORDER] : []), ...(isIcon ? [HOW_TO, MAY_I, WHAT_HAPPENS] : [])];
    const words = [...askingWords, ...(asksSteps ? [...stepWords, ...stepContext] : []), ...(isIcon ? iconContext : [])];
    const isKnown = ({ text }) => words.includes(text) || words.includes(withoutEnding(text, hiragana));
    if (!others.every(isKnown)) return false;
    if (!asked.intents.every((intent) => intents.includes(intent))) return false;
    const left = others.reduce((text, other) => text.replaceAll(other.text, ""), asked.rest);
    const allowed = isIcon ? ignored + hiragana : ignored;
    return [...left].every((char) => allowed.includes(char) || char < "\u0080");
  };

  const namesOf = (units) => units.filter(({ names }) => names.length);

  /** Return a question cut down to its first part with a name, if that asks what a name means. */
  const partToDefine = (asked) => {
    let end = 0;
    for (const subject of rulebook.questionParts(asked.subject)) {
      const start = asked.subject.indexOf(subject, end);
      end = start + subject.length;
      const units = asked.units.filter(({ text }) => subject.includes(text));
      if (!namesOf(units).length) continue;
      const intents = rulebook.intentsOf(subject);
      const asksMeaning = intents.includes(WHAT_IS) || rulebook.blankQuestionPhrases(subject) !== subject;
      return asksMeaning ? { ...asked, subject, units, intents, rest: asked.rest.slice(start, end) } : asked;
    }
    return asked;
  };

  /** Return the units whose definitions answer a question: the only name, or the names compared. */
  const unitsToDefine = (whole) => {
    if (rules().definitions.comparisonWords.some((word) => whole.subject.includes(word))) {
      const compared = namesOf(whole.units).filter(({ text }) => isCompared(whole.subject, text));
      return compared.length > 1 ? compared : [];
    }
    const asked = partToDefine(whole);
    let named = namesOf(asked.units);
    if (asksIcon(asked)) {
      const others = named.filter(({ text }) => !rules().definitions.iconContext.includes(text));
      named = others.length ? others : named.slice(0, 1);
    }
    return named.length === 1 && isBare(asked) ? named : [];
  };

  /** Return the first clause from `place` on, among its siblings, with a procedure, else `place`. */
  const firstProcedure = ({ parents, intents }, place) => {
    const found = parents.findIndex(
      (parent, at) => at >= place && parent === parents[place] && (intents[at] >> HOW_TO) & 1,
    );
    return found < 0 ? place : found;
  };

  /** Return index and score of the clause that defines each subject, or begins its procedure. */
  rulebook.definitionScores = (asked) => {
    let places = unitsToDefine(asked).map((unit) => defined(asked.table, unit));
    places = places.filter((place) => place >= 0);
    if (asked.units.some(isStepWord)) places = places.map((place) => firstProcedure(asked.table, place));
    return [...new Set(places)].map((place) => [place, asked.weights.defines]);
  };
}
