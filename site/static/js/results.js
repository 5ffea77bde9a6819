// Results as elements. All texts become text nodes, so nothing in them can become markup.
"use strict";

{
  const { element } = rulebook;
  const MAX_CHILDREN = 12;

  /** Return `text` as nodes, with words that the question has too in marks. */
  const marked = (text, question) => {
    const parts = [];
    let at = 0;
    for (const [start, end] of rulebook.commonSpans(text, question)) {
      parts.push(text.slice(at, start), element("mark", {}, text.slice(start, end)));
      at = end;
    }
    return [...parts, text.slice(at)];
  };

  const clauseItem = (texts, number, text) =>
    rulebook.linkItem(
      { href: rulebook.address(texts.game, number), ...rulebook.japanese },
      element("b", { class: "num" }, number),
      ` ${text}`,
    );

  /** Return the list of the children of a clause, since the steps below a heading are the answer. */
  const childList = (texts, { children }) => {
    const itemOf = ({ number, title, text, remark }) => clauseItem(texts, number, title || text || remark);
    const left = children.length - MAX_CHILDREN;
    const more = left > 0 ? [element("li", {}, _("ほかに{count}条", { count: left }))] : [];
    const items = [...children.slice(0, MAX_CHILDREN).map(itemOf), ...more];
    return rulebook.labelledList("related", _("この条文の下"), items);
  };

  /** Return the list of the clauses that a clause refers to. */
  const targetList = (texts, { targets }) => {
    const items = targets.map(([number, heading]) => clauseItem(texts, number, heading));
    return rulebook.labelledList("related", _("参照先"), items, "ul");
  };

  /** Return the text of the parent of an untitled clause: a step alone cannot be understood. */
  const parentText = ({ title, parent }) =>
    !title && parent?.text
      ? [element("span", { class: "parent" }, `${parent.number} ${parent.text}`)]
      : [];

  /** Return the text of an answer with its ruling sentence marked, else words of the question. */
  const markedText = ({ clause, sentence }, question) => {
    if (!sentence) return marked(clause.text, question);
    const [start, end] = sentence;
    const { text } = clause;
    const ruling = element("mark", {}, text.slice(start, end));
    return [text.slice(0, start), ruling, text.slice(end)];
  };

  /** Return an answer as a list item: its place in the rules, its text, and why it was found. */
  const answerItem = (answer, question, named, isFirst) => {
    const { texts, clause, steps, why } = answer;
    const step = steps.length ? `#${clause.number}.${steps.join(".")}` : "";
    const number = element("b", { class: "num" }, [clause.number, ...steps].join("."));
    const title = element("span", { class: "title" }, ...marked(clause.title, question));
    const link = element(
      "a",
      { class: "hit", href: rulebook.address(texts.game, clause.number) + step },
      element("span", { class: "path" }, rulebook.pathOf(clause, ...(named ? [texts.title] : []))),
      ...(isFirst ? parentText(clause) : []),
      element("span", { class: "line" }, number, " ", title, ...rulebook.gloss(clause.english)),
    );
    if (clause.text)
      link.append(element("span", { class: "snippet" }, ...markedText(answer, question)));
    if (clause.remark) link.append(element("span", { class: "remark" }, clause.remark));
    const read = [...new Set(why)].filter((reason) => reason.includes(" = "));
    if (read.length) {
      const reasons = element("span", rulebook.japanese, read.join(_("、")));
      link.append(element("span", { class: "why", ...rulebook.pageLang }, _("理由："), reasons));
    }
    const item = element("li", {}, link);
    if (isFirst) item.append(...childList(texts, clause), ...targetList(texts, clause));
    return item;
  };

  const termItem = (texts, term, named) => {
    const clause = texts.byNumber.get(term.clause);
    const text = clause.text || clause.children[0]?.text || clause.title;
    const kind = _("用語・{kind}", { kind: rulebook.kinds[term.kind] });
    const game = named ? _("・{game}", { game: texts.title }) : "";
    const number = element("span", { class: "num" }, term.clause);
    return rulebook.linkItem(
      { class: "hit word", href: rulebook.address(texts.game, term.clause) },
      element("span", { class: "path", ...rulebook.pageLang }, kind, game),
      element("span", { class: "line" }, element("b", {}, term.word), ...rulebook.gloss(term.english), " ", number),
      element("span", { class: "snippet" }, rulebook.excerpt(text, 90)),
    );
  };

  const nearestItem = ({ texts, clause }) => {
    const number = element("b", { class: "num" }, clause.number);
    return rulebook.linkItem(
      { class: "hit", href: rulebook.address(texts.game, clause.number) },
      element("span", { class: "path", ...rulebook.pageLang }, _("近い番号")),
      element("span", { class: "line" }, number, ` ${rulebook.heading(clause)}`),
    );
  };

  // How sure it is that the first answer is right, and advice.
  const CONFIDENCE = {
    sure: [_("ほぼ確か")],
    likely: [_("おそらく"), _("条文を読んで確かめてください。")],
    unsure: [_("不確か"), _("ほかの条文かもしれません。")],
    none: [_("答えなし"), _("ルールに答えは書かれていないようです。近い条文：")],
  };

  const countOf = (shown, answers) => {
    if (shown) return _("{shown}件", { shown });
    return answers.nearest ? _("この番号の条文はありません") : _("当てはまる条文が見つかりません");
  };

  /** Return the URL of the page that reads `text` as a card of `game`. */
  rulebook.cardAddress = (game, text) =>
    `${rulebook.root}${game}/cards.html#card=${encodeURIComponent(text)}`;

  /** Return a link to that page in an array, empty if the question is no card text. */
  rulebook.cardLinks = ({ isCardText, found: [first] }, question) => {
    if (!isCardText || !first?.texts.hasCards) return [];
    const address = rulebook.cardAddress(first.texts.game, question);
    const line = element("span", { class: "line" }, _("このテキストをカードとして読む"));
    return [element("a", { class: "hit word", href: address }, line)];
  };

  /** Return the list of at most `limit` answers, terms first, and the text that announces it. */
  rulebook.resultsOf = (answers, question, game, limit) => {
    const named = game === null;
    const list = element("ol", { class: "hits answers", ...rulebook.japanese });
    const found = answers.found.slice(0, limit);
    const [first] = found;
    for (const texts of new Set(found.map((answer) => answer.texts))) {
      const terms = rulebook.termsNamed(texts, question);
      list.append(...terms.map((term) => termItem(texts, term, named)));
    }
    list.append(...found.map((answer, at) => answerItem(answer, question, named, at === 0)));
    if (!first && answers.nearest) list.append(nearestItem(answers.nearest));
    const guess = answers.guess ? _("{game}の質問として、", { game: first.texts.title }) : "";
    const card = answers.isCardText ? _("カードのテキストのようです。") : "";
    const [sure, advice = ""] = (first && CONFIDENCE[answers.confidence]) || [""];
    const numbers = answers.missing?.join(_("、"));
    const missing = numbers ? _("{numbers}という条文はありません。", { numbers }) : "";
    const other = answers.isOfOther ? _("ほかのゲームの質問のようです。") : "";
    const status = missing + other + card + advice + guess + countOf(found.length, answers);
    return { list, status, sure, hasMore: answers.found.length > limit };
  };

  /** Whether the first hit is certain, so that Enter opens it: a number, a name, or a sure answer. */
  rulebook.isCertain = ({ kind, found: [first], confidence, isCardText }, question) => {
    if (!first) return false;
    const name = rulebook.fold(question).trim();
    const isName = ({ word, english }) => [word, english].map(rulebook.fold).includes(name);
    const isCard = isCardText && first.texts.hasCards;
    return kind === "number" || confidence === "sure" || isCard || first.texts.terms.some(isName);
  };
}
