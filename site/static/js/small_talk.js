// Removing small talk, such as greetings and thanks, from a question: understood.py.
"use strict";

{
  /** Return how strongly a token suggests small talk; negative if it suggests a subject. */
  const talkEvidence = (table, token) => {
    const { talkOffset, maxTalk, knownPenalty, unknownPenalty } = rules().smallTalk;
    const inTalk = table.rarityInTalk(token);
    if (inTalk === undefined) return table.count(token) ? -knownPenalty : -unknownPenalty;
    return Math.max(-maxTalk, Math.min(maxTalk, table.rarityOrMost(token) + talkOffset - inTalk));
  };

  const isSmallTalk = (table, tokens) => {
    const total = tokens.reduce((sum, token) => sum + talkEvidence(table, token), 0);
    return total > rules().smallTalk.talkThreshold;
  };

  /** Return a question in normal form without small talk, or unchanged if no subject is left. */
  rulebook.withoutSmallTalk = (table, question) => {
    const pieces = question.match(rulebook.pattern("piece")) ?? [];
    const read = pieces.map((piece) => [piece, rulebook.subjectTokens(piece)]);
    const subject = read.filter(([, tokens]) => !isSmallTalk(table, tokens));
    const isSubject = subject.some(([, tokens]) => tokens.some((token) => table.count(token)));
    return isSubject ? subject.map(([piece]) => piece).join("") : question;
  };
}
