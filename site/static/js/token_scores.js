// Evidence: the tokens that a question shares with a clause: token_scores.py.
"use strict";

{
  const rules = () => rulebook.data.get("rules");
  const { divide, add } = rulebook.sums;

  /** What each token of the question counts; those of a name share the weight of two. */
  const sharesOf = ({ question, units }) => {
    const { token, hiragana } = rules().weights;
    const shares = new Map();
    for (const {
      wordings: [[words]],
    } of units) {
      for (const word of words) shares.set(word, divide(token * 2, Math.max(2, words.length)));
    }
    for (const text of question.tokens) {
      if (rulebook.isHiragana(text)) shares.set(text, divide(token * hiragana, 100));
      else if (!shares.has(text)) shares.set(text, token);
    }
    return shares;
  };

  /** The text score of each clause, with part of what the headings above it have. */
  rulebook.tokenScores = (query) => {
    const { table } = query;
    const scores = new Map();
    for (const [text, share] of sharesOf(query)) {
      for (const [place, weight] of table.posting(text)) {
        add(scores, place, divide(weight * share, 10));
      }
    }
    for (const [heading, score] of [...scores].filter(([place]) => table.heading[place])) {
      const part = divide(score * rules().weights.token_below, 100);
      for (let below = heading + 1; below <= table.last[heading]; below += 1) {
        add(scores, below, part);
      }
    }
    return scores;
  };
}
