// Looking up a question that is a clause number: number_lookup.py.
"use strict";

{
  /** The nearest clause to a number that does not exist: of the deepest parent that does. */
  rulebook.nearest = (texts, parts) => {
    const join = (some) => some.join(texts.separator);
    let depth = parts.length;
    while (depth && !texts.byNumber.has(join(parts.slice(0, depth)))) depth -= 1;
    const parent = texts.byNumber.get(join(parts.slice(0, depth)));
    const siblings = parent
      ? parent.children
      : [...texts.byNumber.values()].filter((c) => !c.parent);
    const last = ({ number }) => Number(number.split(texts.separator).at(-1));
    const apart = (clause) => Math.abs(last(clause) - parts[depth]);
    return siblings.reduce((best, c) => (best && apart(best) <= apart(c) ? best : c), parent);
  };

  /** The clause at an address in each of `games` that has it, and the nearest where none has. */
  rulebook.lookUp = async (address, games) => {
    const found = [];
    let nearest = null;
    for (const game of games) {
      const texts = await rulebook.texts(game);
      const clause = texts.byNumber.get(address.parts.join(texts.separator));
      if (clause) found.push({ texts, clause, score: 0, steps: address.steps, why: [] });
      else nearest ??= { texts, clause: rulebook.nearest(texts, address.parts) };
    }
    return { kind: "number", found, nearest };
  };
}
