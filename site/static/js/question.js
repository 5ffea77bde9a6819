// A question, read once: question.py, and the fillers of intent.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");

  /** A text in normal form with what is not its subject blanked by spaces. */
  rulebook.blankFillers = (text) =>
    text.replace(rulebook.pattern("filler"), (filler) => " ".repeat(filler.length));

  /** A question with its normal form, the tokens of its subject, and its intents (numbers). */
  rulebook.readQuestion = (printed) => {
    const { longestQuestion, intents } = rules();
    const { text } = rulebook.normalise([...printed].slice(0, longestQuestion).join(""));
    const end = text.replace(/[?？]*\n?$/u, "");
    return {
      printed,
      text,
      tokens: rulebook.tokenTexts(rulebook.blankFillers(text)),
      intents: intents.flatMap(([words, endings], intent) =>
        words.some((word) => text.includes(word)) || endings.some((each) => end.endsWith(each))
          ? [intent]
          : [],
      ),
    };
  };
}
