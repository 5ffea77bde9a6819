// Whether a question is a clause number, a card text or words: question.py and numbers.py.
"use strict";

{
  /** Return the digits of a counter: 22 for 二十二. */
  const inDigits = (numeral) => {
    let [total, digit] = [0, 0];
    for (const char of numeral) {
      const value = rules().patterns.kanji.indexOf(char);
      if (value >= 0) digit = digit * 10 + value;
      else [total, digit] = [total + Math.max(digit, 1) * (char === "十" ? 10 : 100), 0];
    }
    return /^[0-9]/.test(numeral) ? numeral : String(total + digit);
  };

  /** Return the parts, steps and unit (条) of a clause number as people write it, or null. */
  rulebook.parseNumber = (text) => {
    let flat = text.normalize("NFKC").trim().toUpperCase();
    let unit = "";
    if (flat.startsWith("第")) {
      const [first] = flat.matchAll(rulebook.pattern("counter"));
      unit = (first?.index === 0 && first[2]) || "";
      flat = flat.replace(rulebook.pattern("counter"), (_, own, __, inserted) =>
        own ? `.${inDigits(own)}` : "の" + inDigits(inserted),
      );
      flat = flat.replace(/^[.]+/, "").replace(rulebook.pattern("counted"), "$1$2");
    }
    const plain = flat.replace(rulebook.pattern("separators"), ".");
    const match = rulebook.pattern("written", "u").exec(plain);
    if (!match || flat.search(rulebook.pattern("range")) >= 0) return null;
    return { parts: rulebook.partsOf(match[1]), steps: match[2].split(".").filter(Boolean), unit };
  };
}

/** Whether a question begins as card texts do: a bracket, then one of the openings. */
rulebook.isCardText = ({ text }) => {
  const { brackets } = rules();
  const { openings } = rulebook.data.get("vocabulary");
  const begun = text.replace(/^[ \t\r\n]+/, "");
  return brackets.includes(begun[0]) && openings.some((word) => begun.startsWith(word, 1));
};
