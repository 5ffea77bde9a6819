// Evidence: the principles that govern a situation of the shape of the question: rank.py.
"use strict";

/** For each of `places` that states the principle of a fitting situation, its worth: the more is asked for, the more. A card text fits none. */
rulebook.situationScores = ({ table, question }, places) => {
  const { situation } = rules().weights;
  if (rulebook.isCardText(question)) return [];
  const { situationWords, situations } = table;
  const fits = (group) => group.some((word) => question.text.includes(word));
  return table.principles.flatMap(([number, principles]) => {
    const governed = principles.filter((place) => places.has(place));
    const groups = situations[number].map((at) => situationWords[at]);
    if (!governed.length || !groups.every(fits)) return [];
    return governed.map((place) => [place, situation * (1 + groups.length)]);
  });
};
