// Results as elements.  Everything is put in as text, so nothing in it can become markup.
"use strict";

{
  const { element } = rulebook;
  const MOST_BELOW = 12;

  /** `text` with the parts that the question has too in marks. */
  const marked = (text, question) => {
    const parts = [];
    let at = 0;
    for (const [start, end] of rulebook.commonSpans(text, question)) {
      parts.push(text.slice(at, start), element("mark", {}, text.slice(start, end)));
      at = end;
    }
    return [...parts, text.slice(at)];
  };

  const pathOf = (clause, texts, named) => {
    const above = rulebook.above(clause).map((c) => `${c.number} ${rulebook.heading(c)}`);
    return (named ? [texts.title, ...above] : above).join(" › ");
  };

  const numbered = (texts, clause, said) =>
    element(
      "li",
      {},
      element(
        "a",
        { href: rulebook.address(texts.game, clause.number), ...rulebook.japanese },
        element("b", { class: "num" }, clause.number),
        ` ${said}`,
      ),
    );

  /** What stands below a clause: of a heading its steps are the answer, so they are read out. */
  const below = (texts, { children }) =>
    children.length
      ? [
          element(
            "ol",
            { class: "follows", "aria-label": _("この条文の下"), ...rulebook.own },
            ...children
              .slice(0, MOST_BELOW)
              .map((child) => numbered(texts, child, child.title || child.text || child.remark)),
            ...(children.length > MOST_BELOW
              ? [element("li", {}, _("ほかに{count}条", { count: children.length - MOST_BELOW }))]
              : []),
          ),
        ]
      : [];

  /** The clauses that a clause refers to. */
  const leansOn = (texts, { targets }) =>
    targets.length
      ? [
          element(
            "ul",
            { class: "follows", "aria-label": _("参照先"), ...rulebook.own },
            ...targets.map(([number, heading]) => numbered(texts, { number }, heading)),
          ),
        ]
      : [];

  /** A step means nothing without the sentence that it is a step of. */
  const ledBy = ({ title, parent }) =>
    !title && parent?.text
      ? [element("span", { class: "led" }, `${parent.number} ${parent.text}`)]
      : [];

  /** The text of an answer with its ruling sentence marked, or else what was asked for. */
  const saidBy = ({ clause, sentence }, question) => {
    if (!sentence) return marked(clause.text, question);
    const [start, end] = sentence;
    const { text } = clause;
    const ruling = element("mark", {}, text.slice(start, end));
    return [text.slice(0, start), ruling, text.slice(end)];
  };

  /** One answer: where it is, its text, and why it was found. */
  const hit = (answer, question, named, isFirst) => {
    const { texts, clause, steps, why } = answer;
    const step = steps.length ? `#${clause.number}.${steps.join(".")}` : "";
    const link = element(
      "a",
      { class: "hit", href: rulebook.address(texts.game, clause.number) + step },
      element("span", { class: "path" }, pathOf(clause, texts, named)),
      ...(isFirst ? ledBy(clause) : []),
      element(
        "span",
        { class: "line" },
        element("b", { class: "num" }, [clause.number, ...steps].join(".")),
        " ",
        element("span", { class: "title" }, ...marked(clause.title, question)),
        ...rulebook.gloss(clause.english),
      ),
    );
    if (clause.text)
      link.append(element("span", { class: "said" }, ...saidBy(answer, question)));
    if (clause.remark) link.append(element("span", { class: "remark" }, clause.remark));
    const read = [...new Set(why)].filter((reason) => reason.includes(" = "));
    if (read.length) {
      const reasons = element("span", rulebook.japanese, read.join(_("、")));
      link.append(element("span", { class: "why", ...rulebook.own }, _("理由："), reasons));
    }
    const item = element("li", {}, link);
    if (isFirst) item.append(...below(texts, clause), ...leansOn(texts, clause));
    return item;
  };

  const termLine = (texts, term, named) => {
    const clause = texts.byNumber.get(term.clause);
    const said = clause.text || clause.children[0]?.text || clause.title;
    return element(
      "li",
      {},
      element(
        "a",
        { class: "hit word", href: rulebook.address(texts.game, term.clause) },
        element(
          "span",
          { class: "path", ...rulebook.own },
          _("用語・{kind}", { kind: rulebook.kinds[term.kind] }),
          named ? _("・{game}", { game: texts.title }) : "",
        ),
        element(
          "span",
          { class: "line" },
          element("b", {}, term.word),
          ...rulebook.gloss(term.english),
          " ",
          element("span", { class: "num" }, term.clause),
        ),
        element("span", { class: "said" }, rulebook.excerpt(said, 90)),
      ),
    );
  };

  const nearestLine = ({ texts, clause }) =>
    element(
      "li",
      {},
      element(
        "a",
        { class: "hit", href: rulebook.address(texts.game, clause.number) },
        element("span", { class: "path", ...rulebook.own }, _("近い番号")),
        element(
          "span",
          { class: "line" },
          element("b", { class: "num" }, clause.number),
          ` ${rulebook.heading(clause)}`,
        ),
      ),
    );

  // What is said of how sure it is that the first answer is right.
  const SURE = {
    sure: [_("ほぼ確か")],
    likely: [_("おそらく"), _("条文を読んで確かめてください。")],
    unsure: [_("不確か"), _("ほかの条文かもしれません。")],
    none: [_("答えなし"), _("ルールに答えは書かれていないようです。近い条文：")],
  };

  const countOf = (shown, answers) => {
    if (shown) return _("{shown}件", { shown });
    return answers.nearest ? _("この番号の条文はありません") : _("当てはまる条文が見つかりません");
  };

  /** Where the text of a card of `game` is read as one. */
  rulebook.cardAddress = (game, text) =>
    `${rulebook.root}${game}/cards.html#card=${encodeURIComponent(text)}`;

  /** A link that leads there, if the question is a card text. */
  rulebook.cardLinks = ({ isCardText, found: [first] }, question) => {
    if (!isCardText || !first?.texts.hasCards) return [];
    const address = rulebook.cardAddress(first.texts.game, question);
    const line = element("span", { class: "line" }, _("このテキストをカードとして読む"));
    return [element("a", { class: "hit word", href: address }, line)];
  };

  /** The list of answers, terms first, at most `limit`, and the words that announce it. */
  rulebook.resultsOf = (answers, question, game, limit) => {
    const named = game === null;
    const list = element("ol", { class: "hits answers", ...rulebook.japanese });
    const found = answers.found.slice(0, limit);
    const [first] = found;
    for (const texts of new Set(found.map((answer) => answer.texts))) {
      const terms = rulebook.termsCalled(texts, question);
      list.append(...terms.map((term) => termLine(texts, term, named)));
    }
    list.append(...found.map((answer, at) => hit(answer, question, named, at === 0)));
    if (!first && answers.nearest) list.append(nearestLine(answers.nearest));
    const guess = answers.guess ? _("{game}の質問として、", { game: first.texts.title }) : "";
    const card = answers.isCardText ? _("カードのテキストのようです。") : "";
    const [sure, advice = ""] = (first && SURE[answers.confidence]) || [""];
    const said = card + advice + guess + countOf(found.length, answers);
    return { list, said, sure, hasMore: answers.found.length > limit };
  };

  /** Whether the first hit is what was asked for: a number, a name, or an answer that is sure. */
  rulebook.isCertain = ({ kind, found: [first], confidence, isCardText }, question) => {
    if (!first) return false;
    const wanted = rulebook.fold(question).trim();
    const isName = ({ word, english }) => [word, english].map(rulebook.fold).includes(wanted);
    const isCard = isCardText && first.texts.hasCards;
    return kind === "number" || confidence === "sure" || isCard || first.texts.terms.some(isName);
  };
}
