// Evidence: the similarity of the question to players' questions for a clause: rank.py.
"use strict";

{
  const { divide, sum } = rulebook.sums;

  /** Return the character that encodes a feature in packed questions. */
  const codeOf = (feature) => {
    const { base, hashFactor, hashes } = rules();
    const hash = (code, char) => (code * hashFactor + char.codePointAt(0)) % hashes;
    return String.fromCharCode(base + [...feature].reduce(hash, 0));
  };

  /** Return for each of `best`, places with scores, the score of its similarity less the mean. */
  rulebook.similarityScores = (asked, best) => {
    const { base, nearest } = rules();
    const { table, weights } = asked;
    const features = [...rulebook.featuresOf(asked).keys()];
    const rarities = new Map(features.map((feature) => [codeOf(feature), table.rarity(feature)]));
    const whole = sum([...rarities.values()]);
    const similarities = best.map(([place]) => {
      const shares = table.questions(place).map((packed) => {
        const shared = sum([...packed.slice(1)].map((code) => rarities.get(code) ?? 0));
        return divide(2000 * shared, whole + packed.charCodeAt(0) - base);
      });
      const most = sum(shares.sort((a, b) => b - a).slice(0, nearest));
      return divide(best[0][1] * most * weights.similarity, 100000 * nearest);
    });
    const mean = divide(sum(similarities), Math.max(1, best.length));
    return best.map(([place], at) => [place, similarities[at] - mean]);
  };
}
