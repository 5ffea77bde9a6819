// Evidence: the clauses that define what a question asks for: definition_scores.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");
  const WHAT_IS = 0;

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

  /** Whether a question has nothing beside its names that would ask for more. */
  const isBare = ({ units, rest }) => {
    const { nothing, askingWords } = rules().definitions;
    const others = units.filter(({ names }) => !names.length);
    if (!others.every(({ text }) => askingWords.includes(text))) return false;
    return [...rest].every((char) => nothing.includes(char) || char < "\u0080");
  };

  const subjectsOf = (asked) => {
    const named = asked.units.filter(({ names }) => names.length);
    if (rules().definitions.comparing.some((word) => asked.subject.includes(word))) {
      const compared = named.filter(({ text }) => isCompared(asked.subject, text));
      return compared.length > 1 ? compared : [];
    }
    const isAlone = named.length === 1 && asked.intents.every((intent) => intent === WHAT_IS);
    return isAlone && isBare(asked) ? named : [];
  };

  /** The defining clause of each subject of a question, before what only speaks of it. */
  rulebook.definitionScores = (asked) => {
    const places = new Set(subjectsOf(asked).map((unit) => defined(asked.table, unit)));
    const { defines } = rules().weights;
    return [...places].filter((place) => place >= 0).map((place) => [place, defines]);
  };
}
