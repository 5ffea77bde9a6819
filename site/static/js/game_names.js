// Names of games in a question: answers.py and understood.py.
"use strict";

{
  /** Return the id of the only game that a text in normal form names, else null. */
  rulebook.gameNamed = (text, { games }) => {
    const found = rulebook.findNames(text, (key) => games.has(key), rulebook.longestOf(games.keys()));
    const named = new Set(found.map(({ key }) => games.get(key)));
    return named.size === 1 ? [...named][0] : null;
  };

  /** Return a text with names of games blanked, except those that are also words of the rules. */
  rulebook.blankGameNames = (table, text) => {
    const { games } = table;
    const isOnlyGame = (key) => games.has(key) && !table.knows(key);
    return rulebook.blankNames(text, rulebook.findNames(text, isOnlyGame, rulebook.longestOf(games.keys())));
  };
}
