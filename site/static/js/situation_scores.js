// Evidence: the principles that govern a situation like that of the question: rank.py.
"use strict";

/** Return index and score of those `places` that state the principle for a situation in the question. */
rulebook.situationScores = ({ table, question, weights }, places) => {
  if (rulebook.isCardText(question)) return [];
  const { situationWords, situations } = table;
  const fits = (group) => group.some((word) => question.text.includes(word));
  return table.principles.flatMap(([number, principles]) => {
    const governed = principles.filter((place) => places.has(place));
    const groups = situations[number].map((at) => situationWords[at]);
    if (!governed.length || !groups.every(fits)) return [];
    return governed.map((place) => [place, weights.situation * (1 + groups.length)]);
  });
};
