// Which game a question is about, where it names none: game_guess.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");

  /** How much of a question the rules print, in characters; more for a term. */
  const known = ({ table, units }) =>
    units.reduce((sum, { text, tokens, names, terms }) => {
      const hasAll = tokens.length > 0 && tokens.every(table.isPrinted);
      const isKnown = hasAll || names.length;
      return sum + (isKnown ? [...text].length : 0) + (terms.length ? rules().term : 0);
    }, 0);

  /** Which of `questions` is of a game that knows clearly more than any other, or null. */
  rulebook.guessGame = (questions) => {
    const counts = questions.map(known);
    const [most, next = 0] = [...counts].sort((a, b) => b - a);
    return most - next >= rules().clearly ? counts.indexOf(most) : null;
  };
}
