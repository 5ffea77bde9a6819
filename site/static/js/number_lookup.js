// Looking up a question that is a clause number: lookup.py.
"use strict";

{
  /** Return the values of a part of a number (2 and 3 of 2の3), to compare numbers: letters follow digits. */
  const valuesOf = (part) =>
    part.split("の").map((each) => (/^[a-z]$/.test(each) ? 1000 + each.charCodeAt(0) : parseFloat(each)));

  /** Return the clause nearest to a missing number, among the children of its deepest existing parent. */
  rulebook.nearestClause = (texts, parts) => {
    const place = rulebook.placeOf(texts, parts).split(".");
    const at = (depth) => texts.byPlace.get(place.slice(0, depth).join("."));
    let depth = place.length;
    while (depth && !at(depth)) depth -= 1;
    const parent = at(depth);
    const siblings = parent
      ? parent.children
      : [...texts.byNumber.values()].filter((c) => !c.parent);
    const [wanted, inserted = -1e4] = valuesOf(place[depth] ?? "");
    const apart = ({ number }) => {
      const [own, extra = -1e4] = valuesOf(rulebook.partsOf(number).at(-1));
      return Math.abs(own - wanted) * 1e6 + Math.abs(extra - inserted);
    };
    if (!siblings.length) return parent;
    return siblings.reduce((best, c) => (apart(best) <= apart(c) ? best : c));
  };

  /** Return the clause counted by its unit in any chapter; a first paragraph may print no number. */
  const counted = (texts, unit, parts) => {
    const ends = [parts, parts.at(-1) === "1" ? parts.slice(0, -1) : []].filter((end) => end.length);
    const levels = texts.levels.flatMap((each, level) => (each === unit ? [level] : []));
    const endOf = (place, level) => place.split(".").slice(level).join(".");
    const found = ends.flatMap((end) =>
      levels.map((level) => [...texts.byPlace].filter(([place]) => endOf(place, level) === end.join("."))),
    );
    const [first = []] = found.filter((some) => some.length);
    return first.length === 1 ? first[0][1] : undefined;
  };

  /** Return the clause of a number and its step labels: 103.2.b may be a clause or a step of one. */
  const find = (texts, { parts, steps, unit }) => {
    if (texts.levels?.indexOf(unit) > 0) return { clause: counted(texts, unit, parts), steps: [] };
    const at = (some) => texts.byPlace.get(rulebook.placeOf(texts, some));
    const lettered = steps.length && at([...parts, steps[0].toLowerCase()]);
    return lettered ? { clause: lettered, steps: [] } : { clause: at(parts), steps };
  };

  /** Return the parsed number `printed` if chapters of a game are letters (A, A-1-1), else null. */
  rulebook.letteredNumber = async (printed, games) => {
    const flat = printed.normalize("NFKC").trim();
    if (!/^[a-z](?:[.-][0-9]{1,3}){0,7}[.]?$/i.test(flat)) return null;
    const parts = rulebook.partsOf(flat);
    for (const game of games) {
      const { byPlace } = await rulebook.texts(game);
      if (byPlace.has(parts.join("."))) return { parts, steps: [] };
    }
    return null;
  };

  /** Return the clause of a number in each of `games` that has it; if none has, the nearest clause. */
  rulebook.lookUp = async (parsed, games) => {
    const found = [];
    let nearest = null;
    for (const game of games) {
      const texts = await rulebook.texts(game);
      const { clause, steps } = find(texts, parsed);
      if (clause) found.push({ texts, clause, score: 0, steps, why: [] });
      else nearest ??= { texts, clause: rulebook.nearestClause(texts, parsed.parts) };
    }
    return { kind: "number", found, nearest };
  };
}
