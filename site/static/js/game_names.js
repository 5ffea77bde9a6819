// Games that a question names: game_names.py.
"use strict";

{
  /** The id of the game that a text in normal form names, or null if it is not one alone. */
  rulebook.gameNamed = (text, { games }) => {
    const found = rulebook.findNames(text, (key) => games.has(key), rulebook.longestOf(games.keys()));
    const named = new Set(found.map(({ key }) => games.get(key)));
    return named.size === 1 ? [...named][0] : null;
  };

  /** A text with the names of games blanked, but for what the rules have a use for. */
  rulebook.blankGameNames = (table, text) => {
    const { games } = table;
    const isOnlyThat = (key) => games.has(key) && !table.knows(key);
    return rulebook.blankNames(text, rulebook.findNames(text, isOnlyThat, rulebook.longestOf(games.keys())));
  };
}
