// Guessing which game a question is about if it names none: answers.py.
"use strict";

{
  /** Return how many characters of a question are words or names of a game, plus a bonus for terms. */
  const known = ({ table, units }) =>
    units.reduce((sum, { text, tokens, names, terms }) => {
      const hasAll = tokens.length > 0 && tokens.every(table.isPrinted);
      const isKnown = hasAll || names.length;
      return sum + (isKnown ? [...text].length : 0) + (terms.length ? rules().termBonus : 0);
    }, 0);

  /** Return the index of the game that clearly knows most of a question, or null; `questions` are
   * as each game understands it. A token counts more if fewer games print it. */
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
