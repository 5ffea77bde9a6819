// What stands around a question and says nothing of its subject: small_talk.py.
"use strict";

{
  const speaksForTalk = (table, token) => {
    const { talkOffset, maxTalk, knownPenalty, unknownPenalty } = rules().smallTalk;
    const inTalk = table.rarityInTalk(token);
    if (inTalk === undefined) return table.count(token) ? -knownPenalty : -unknownPenalty;
    return Math.max(-maxTalk, Math.min(maxTalk, table.rarityOrMost(token) + talkOffset - inTalk));
  };

  const isTalk = (table, tokens) => {
    const spoken = tokens.map((token) => speaksForTalk(table, token));
    return spoken.reduce((total, each) => total + each, 0) > rules().smallTalk.talkThreshold;
  };

  /** A question in normal form without small talk, where a subject is left then. */
  rulebook.withoutSmallTalk = (table, question) => {
    const pieces = question.match(rulebook.pattern("piece")) ?? [];
    const read = pieces.map((piece) => [piece, rulebook.saidTokens(piece)]);
    const subject = read.filter(([, tokens]) => !isTalk(table, tokens));
    const isSubject = subject.some(([, tokens]) => tokens.some((token) => table.count(token)));
    return isSubject ? subject.map(([piece]) => piece).join("") : question;
  };
}
