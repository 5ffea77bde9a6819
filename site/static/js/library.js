// Cards of the library that the question names, among the results.
"use strict";

{
  const { element } = rulebook;
  const SHOWN = 5;
  const LONGEST = 60;

  /** Whether a question may be the id of a card or ruling: one word of letters and digits. */
  rulebook.isId = (question) =>
    /^(?=.*[a-z])(?=.*[0-9])[!-~]{3,}$/i.test(question.normalize("NFKC"));

  /** The cards that `question` is the id of, begins the id of, or is in the name of. */
  rulebook.cardsOfLibrary = async (question, game) => {
    const games = rulebook.libraries.filter((each) => !game || each === game);
    if (!games.length || question.length > LONGEST) return [];
    if (!rulebook.cardsCalled) await rulebook.loadScript("static/card_search.js", rulebook.root);
    const found = await Promise.all(games.map((each) => rulebook.cardsCalled(each, question)));
    const wanted = rulebook.fold(question).trim();
    const called = ({ id, name }) => [id, name].map(rulebook.fold).includes(wanted);
    return found.flat().map((card) => ({ ...card, isExact: called(card) }));
  };

  const line = ({ id, name, summary, href }) =>
    element(
      "li",
      {},
      element(
        "a",
        { class: "hit word", href, hreflang: "ja", ...rulebook.japanese },
        element("span", { class: "path", ...rulebook.own }, _("カード・{id}", { id })),
        element("span", { class: "line" }, name),
        element("span", { class: "said" }, summary),
      ),
    );

  /** The list of cards, or nothing where there are none. */
  rulebook.cardList = (cards) =>
    cards.length
      ? [
          element(
            "ol",
            { class: "hits", "aria-label": _("カード"), ...rulebook.own },
            ...cards.slice(0, SHOWN).map(line),
            ...(cards.length > SHOWN
              ? [element("li", { class: "status" }, _("ほかに{count}枚", { count: cards.length - SHOWN }))]
              : []),
          ),
        ]
      : [];
}
