// Evidence: the principles that govern a situation of the shape of the question: situation_scores.py.
"use strict";

/** For each of `places` that states the principle of a fitting situation, its worth. */
rulebook.situationScores = ({ table, question }, places) => {
  const { situation } = rulebook.data.get("rules").weights;
  const fits = (group) => group.some((word) => question.text.includes(word));
  return table.principles.flatMap(([number, principles]) => {
    const governed = principles.filter((place) => places.has(place));
    if (!governed.length || !table.vocabulary.situations[number].every(fits)) return [];
    return governed.map((place) => [place, situation]);
  });
};
