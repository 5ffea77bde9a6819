// Evidence: the clauses that define what a question asks for: definition_scores.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");
  const [WHAT_IS, ORDER, HOW_TO] = [0, 4, 5];

  /** The place of the clause that defines what a unit names, -1 for none. */
  const defined = ({ definitions }, { terms, concepts }) =>
    [...terms, ...concepts].map((name) => definitions.get(name) ?? -1).find((place) => place >= 0) ?? -1;

  /** Whether a name is joined to another one, or stands before what compares. */
  const isCompared = (text, name) => {
    const { comparing, joining, trailing } = rules().definitions;
    const at = text.indexOf(name);
    const after = text.slice(at + name.length);
    if (!after.replace(/^[? ]+|[? ]+$/g, "")) return true;
    if (joining.some((word) => after.startsWith(word))) return true;
    return trailing.some((last) => comparing.some((word) => after.startsWith(last + word)));
  };

  const isSteps = ({ text }) => rules().definitions.steps.includes(text);

  /** Whether a question has nothing beside its names that would ask for more. */
  const isBare = ({ units, intents, rest }) => {
    const { nothing, askingWords, steps, besideSteps } = rules().definitions;
    const others = units.filter(({ names }) => !names.length);
    const asksSteps = others.some(isSteps);
    const wanted = asksSteps ? [WHAT_IS, HOW_TO, ORDER] : [WHAT_IS];
    const words = asksSteps ? [...askingWords, ...steps, ...besideSteps] : askingWords;
    if (!others.every(({ text }) => words.includes(text))) return false;
    if (!intents.every((intent) => wanted.includes(intent))) return false;
    const left = others.reduce((text, other) => text.replaceAll(other.text, ""), rest);
    return [...left].every((char) => nothing.includes(char) || char < "\u0080");
  };

  const subjectsOf = (asked) => {
    const named = asked.units.filter(({ names }) => names.length);
    if (rules().definitions.comparing.some((word) => asked.subject.includes(word))) {
      const compared = named.filter(({ text }) => isCompared(asked.subject, text));
      return compared.length > 1 ? compared : [];
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
