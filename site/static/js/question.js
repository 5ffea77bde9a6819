// A question, read once: question.py, and what intent.py blanks.
"use strict";

{
  const blanked = (pattern, text) =>
    text.replace(rulebook.pattern(pattern), (found) => " ".repeat(found.length));

  /** A text in normal form without what asks for the meaning or the rule of its subject. */
  rulebook.blankAsking = (text) => blanked("questionPhrases", text);

  /** A text in normal form with politeness and fillers blanked by spaces. */
  rulebook.blankFillers = (text) => blanked("filler", rulebook.blankAsking(text));

  /** The tokens of what is said, without its fillers. */
  rulebook.saidTokens = (text) =>
    rulebook
      .tokenTexts(rulebook.blankFillers(text))
      .filter((token) => !rules().commonEnglish.includes(token));

  /** What a question in normal form wants to know, as numbers. */
  rulebook.intentsOf = (text) => {
    const end = text.replace(/[?？]*\n?$/u, "");
    const asks = ([words, endings]) =>
      words.some((word) => text.includes(word)) || endings.some((each) => end.endsWith(each));
    return rules().intentWords.flatMap((asked, intent) => (asks(asked) ? [intent] : []));
  };

  /** A question with its normal form. */
  rulebook.readQuestion = (printed) => {
    const { longestQuestion } = rules();
    const { text } = rulebook.normalise([...printed].slice(0, longestQuestion).join(""));
    return { printed, text };
  };
}
