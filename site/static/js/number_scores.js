// Evidence: the clauses whose numbers are in the question: rank.py.
"use strict";

{
  const AROUND = 40;

  /** Return the clause numbers in a text in normal form: no amounts (1.1分), versions and laws. */
  rulebook.citedNumbers = (text) =>
    [...text.matchAll(rulebook.pattern("numbers"))]
      .filter(({ 0: number, index }) => {
        const end = index + number.length;
        const behind = text.slice(end, end + AROUND);
        const isLong = number.split(/[.-]/u).length > 2 && !behind.startsWith("版");
        if (!isLong && behind.search(rulebook.pattern("otherNumberBehind")) === 0) return false;
        return text.slice(Math.max(0, index - AROUND), index).search(rulebook.pattern("otherNumberBefore")) < 0;
      })
      .map(([number]) => number.toUpperCase());

  /** Return the clause numbers in a text in normal form that none of the tables has: missing_numbers. */
  rulebook.missingNumbers = (text, tables) => {
    const wanted = rulebook.citedNumbers(text).filter((each) => rulebook.pattern("wanted", "u").test(each));
    const isUsed = (sign) => tables.some(({ numbers }) => numbers.some((each) => each.includes(sign)));
    const signs = wanted.length ? [".", "-"].filter(isUsed) : [];
    const isMissing = (each) => !tables.some(({ numbers }) => numbers.includes(each));
    return [...new Set(wanted)].filter((each) => isMissing(each) && signs.some((sign) => each.includes(sign)));
  };

  /** Return index and score of the clauses named by number, which rank above all others. */
  rulebook.numberScores = ({ table, question }) => {
    const { numberScore } = rules();
    return [...new Set(rulebook.citedNumbers(question.text))]
      .map((number) => table.numbers.indexOf(number))
      .filter((place) => place >= 0)
      .map((place) => [place, numberScore]);
  };
}
