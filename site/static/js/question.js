// Reading a question, and its intents: question.py.
"use strict";

{
  const blanked = (pattern, text) =>
    text.replace(rulebook.pattern(pattern), (found) => " ".repeat(found.length));

  /** Return a text in normal form with phrases like “the meaning of” replaced by spaces. */
  rulebook.blankQuestionPhrases = (text) => blanked("questionPhrases", text);

  /** Return a text in normal form with question phrases and fillers replaced by spaces. */
  rulebook.blankFillers = (text) => blanked("filler", rulebook.blankQuestionPhrases(text));

  /** Return the tokens of a text outside fillers and common English, which name its subject. */
  rulebook.subjectTokens = (text) =>
    rulebook.tokenTexts(rulebook.blankFillers(text)).filter((token) => !commonEnglish.has(token));

  /** Return the numbers of the intents of a question in normal form: Intent of question.py. */
  rulebook.intentsOf = (text) => {
    const end = text.replace(/[?\n]*$/u, "");
    const asks = ([words, endings]) =>
      words.some((word) => text.includes(word)) || endings.some((each) => end.endsWith(each));
    return rules().intentWords.flatMap((wording, intent) => (asks(wording) ? [intent] : []));
  };

  /** Return a question, cut at the greatest length, with its normal form. */
  rulebook.readQuestion = (printed) => {
    const { longestQuestion } = rules();
    const { text } = rulebook.normalise([...printed].slice(0, longestQuestion).join(""));
    return { printed, text };
  };
}
