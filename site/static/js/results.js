// Results as elements.  Everything is put in as text, so that nothing in it can become markup.
"use strict";

{
  const { element } = rulebook;

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

  const follows = (clause) =>
    element(
      "ul",
      { class: "follows" },
      ...clause.children
        .slice(0, 6)
        .map((child) =>
          element(
            "li",
            {},
            element("b", { class: "num" }, child.number),
            ` ${rulebook.heading(child)}`,
          ),
        ),
    );

  /** One answer: where it stands, its text with what was asked for marked, what is below it. */
  const hit = ({ texts, clause, steps, why }, question, named) => {
    const step = steps.length ? `#${clause.number}.${steps.join(".")}` : "";
    const link = element(
      "a",
      { class: "hit", href: rulebook.address(texts.game, clause.number) + step },
      element("span", { class: "path" }, pathOf(clause, texts, named)),
      element(
        "span",
        { class: "line" },
        element("b", { class: "num" }, [clause.number, ...steps].join(".")),
        " ",
        element("span", { class: "title" }, ...marked(clause.title, question)),
      ),
    );
    if (clause.text)
      link.append(element("span", { class: "said" }, ...marked(clause.text, question)));
    if (clause.remark) link.append(element("span", { class: "remark" }, clause.remark));
    const read = [...new Set(why)].filter((reason) => reason.includes(" = "));
    if (read.length) link.append(element("span", { class: "why" }, read.join("、")));
    const item = element("li", {}, link);
    if (clause.children.length) item.append(follows(clause));
    return item;
  };

  const termLine = (texts, term) => {
    const clause = texts.byNumber.get(term.clause);
    const said = clause.text || clause.children[0]?.text || clause.title;
    return element(
      "li",
      {},
      element(
        "a",
        { class: "hit word", href: rulebook.address(texts.game, term.clause) },
        element("span", { class: "path" }, `用語・${term.kind}`),
        element(
          "span",
          { class: "line" },
          element("b", {}, term.word),
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
        element("span", { class: "path" }, "近い番号"),
        element(
          "span",
          { class: "line" },
          element("b", { class: "num" }, clause.number),
          ` ${rulebook.heading(clause)}`,
        ),
      ),
    );

  // What is said of how sure the answers are; of the others nothing, for most are right.
  const SURE = {
    none: "ルールに答えは書かれていないようです。近い条文：",
    unsure: "確かではありませんが、",
  };

  const countOf = (answers) => {
    if (answers.found.length) return `${answers.found.length}件`;
    return answers.nearest ? "この番号の条文はありません" : "当てはまる条文が見つかりません";
  };

  /** The list of answers, terms first, and the words that announce it. */
  rulebook.resultsOf = (answers, question, game) => {
    const named = game === null;
    const list = element("ol", { class: "hits" });
    const [first] = answers.found;
    if (first && !named) {
      list.append(
        ...rulebook.termsCalled(first.texts, question).map((t) => termLine(first.texts, t)),
      );
    }
    list.append(...answers.found.map((answer) => hit(answer, question, named)));
    if (!first && answers.nearest) list.append(nearestLine(answers.nearest));
    const guess = answers.guess ? `${first.texts.title}の質問として、` : "";
    const card = answers.isCardText ? "カードのテキストのようです。" : "";
    const sure = SURE[answers.confidence] ?? "";
    return { list, said: card + sure + guess + countOf(answers) };
  };
}
