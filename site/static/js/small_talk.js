// What stands around a question and says nothing of its subject: small_talk.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");

  const speaksForTalk = (table, token) => {
    const { once, most, unheard, unknown } = rules().smallTalk;
    const there = table.vocabulary.smallTalk.get(token);
    if (!there) return table.count(token) ? -unheard : -unknown;
    return Math.max(-most, Math.min(most, table.rarityOrMost(token) + once - there[0]));
  };

  const tokensOf = (piece) => rulebook.tokenTexts(rulebook.blankFillers(piece));

  const isTalk = (table, piece) => {
    const spoken = tokensOf(piece).map((token) => speaksForTalk(table, token));
    return spoken.reduce((total, each) => total + each, 0) > rules().smallTalk.enough;
  };

  /** A question in normal form without small talk, where a subject is left then. */
  rulebook.withoutSmallTalk = (table, question) => {
    const pieces = question.match(rulebook.pattern("piece")) ?? [];
    const subject = pieces.filter((piece) => !isTalk(table, piece));
    const isSubject = subject.flatMap(tokensOf).some((token) => table.count(token));
    return isSubject ? subject.join("") : question;
  };
}
