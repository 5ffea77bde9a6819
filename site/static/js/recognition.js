// Whether a question is a clause number, a card text or words: question.py and numbers.py.
"use strict";

/** Return the parts and step labels of a clause number as people write it, or null. */
rulebook.parseNumber = (text) => {
  const flat = text.normalize("NFKC").trim().toUpperCase().replace(rulebook.pattern("counted"), "$1$2");
  const plain = flat.replace(rulebook.pattern("separators"), ".");
  const match = rulebook.pattern("written", "u").exec(plain);
  if (!match) return null;
  return { parts: rulebook.partsOf(match[1]), steps: match[2].split(".").filter(Boolean) };
};

/** Whether a question begins as card texts do: a bracket, then one of the openings. */
rulebook.isCardText = ({ text }) => {
  const { brackets } = rules();
  const { openings } = rulebook.data.get("vocabulary");
  const begun = text.replace(/^[ \t\r\n]+/, "");
  return brackets.includes(begun[0]) && openings.some((word) => begun.startsWith(word, 1));
};
