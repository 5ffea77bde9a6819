// Which game a question is about, where it names none: answers.py.
"use strict";

{
  /** How much of a question the rules print, in characters; more for a term. */
  const known = ({ table, units }) =>
    units.reduce((sum, { text, tokens, names, terms }) => {
      const hasAll = tokens.length > 0 && tokens.every(table.isPrinted);
      const isKnown = hasAll || names.length;
      return sum + (isKnown ? [...text].length : 0) + (terms.length ? rules().termBonus : 0);
    }, 0);

  /** Which of `questions` is of a game that knows clearly more than any other, or null. A token
   * counts for those that print it, by how many others do not. */
  rulebook.guessGame = (questions) => {
    const others = Math.max(1, questions.length - 1);
    const printed = questions.map(({ table, tokens }) => [...new Set(tokens)].filter(table.isPrinted));
    const alone = (token) => printed.filter((tokens) => !tokens.includes(token)).length;
    const counts = questions.map((each, at) =>
      printed[at].reduce((sum, token) => sum + alone(token), known(each) * others));
    const [most, next = 0] = [...counts].sort((a, b) => b - a);
    return most - next >= rules().clearLead * others ? counts.indexOf(most) : null;
  };
}
