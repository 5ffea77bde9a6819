// Evidence: the clauses that define what a question asks for: definition_scores.py.
"use strict";

{
  const [WHAT_IS, MAY_I, ORDER, HOW_TO, WHAT_HAPPENS] = [0, 2, 4, 5, 6];

  /** The place of the clause that defines what a unit names, -1 for none. */
  const defined = ({ definition }, { terms, concepts }) =>
    [...terms, ...concepts].map(definition).find((place) => place >= 0) ?? -1;

  /** Whether a name is joined to another one, or stands before what compares. */
  const isCompared = (text, name) => {
    const { comparisonWords, conjunctions, particles } = rules().definitions;
    const at = text.indexOf(name);
    const after = text.slice(at + name.length);
    if (!after.replace(/^[? ]+|[? ]+$/g, "")) return true;
    if (conjunctions.some((word) => after.startsWith(word))) return true;
    return particles.some((last) => comparisonWords.some((word) => after.startsWith(last + word)));
  };

  const isSteps = ({ text }) => rules().definitions.stepWords.includes(text);

  const asksIcon = ({ subject }) => rules().definitions.iconWords.some((word) => subject.includes(word));

  const withoutEnding = (word, endings) => {
    let end = word.length;
    while (end && endings.includes(word[end - 1])) end -= 1;
    return word.slice(0, end);
  };

  /** Whether a question has nothing beside its names that would ask for more. */
  const isBare = (asked) => {
    const { ignored, askingWords, stepWords, stepContext, iconContext, hiragana } = rules().definitions;
    const others = asked.units.filter(({ names }) => !names.length);
    const [asksSteps, icon] = [others.some(isSteps), asksIcon(asked)];
    const wanted = [WHAT_IS, ...(asksSteps ? [HOW_TO, ORDER] : []), ...(icon ? [HOW_TO, MAY_I, WHAT_HAPPENS] : [])];
    const words = [...askingWords, ...(asksSteps ? [...stepWords, ...stepContext] : []), ...(icon ? iconContext : [])];
    const isKnown = ({ text }) => words.includes(text) || words.includes(withoutEnding(text, hiragana));
    if (!others.every(isKnown)) return false;
    if (!asked.intents.every((intent) => wanted.includes(intent))) return false;
    const left = others.reduce((text, other) => text.replaceAll(other.text, ""), asked.rest);
    const empty = icon ? ignored + hiragana : ignored;
    return [...left].every((char) => empty.includes(char) || char < "\u0080");
  };

  const subjectsOf = (asked) => {
    let named = asked.units.filter(({ names }) => names.length);
    if (rules().definitions.comparisonWords.some((word) => asked.subject.includes(word))) {
      const compared = named.filter(({ text }) => isCompared(asked.subject, text));
      return compared.length > 1 ? compared : [];
    }
    if (asksIcon(asked)) {
      const others = named.filter(({ text }) => !rules().definitions.iconContext.includes(text));
      named = others.length ? others : named.slice(0, 1);
    }
    return named.length === 1 && isBare(asked) ? named : [];
  };

  /** The first clause from a place on, in its section, that says how; else the place. */
  const procedure = ({ parents, intents }, place) => {
    const says = parents.findIndex(
      (parent, at) => at >= place && parent === parents[place] && (intents[at] >> HOW_TO) & 1,
    );
    return says < 0 ? place : says;
  };

  /** The defining clause of each subject of a question, or the one that begins its steps. */
  rulebook.definitionScores = (asked) => {
    let places = subjectsOf(asked).map((unit) => defined(asked.table, unit));
    places = places.filter((place) => place >= 0);
    if (asked.units.some(isSteps)) places = places.map((place) => procedure(asked.table, place));
    const { defines } = rules().weights;
    return [...new Set(places)].map((place) => [place, defines]);
  };
}
