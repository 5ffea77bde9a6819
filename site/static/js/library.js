// Cards of the library whose id or name the question is, among the results.
"use strict";

{
  const { element } = rulebook;
  const MAX_CARDS = 5;
  const LONGEST_NAME = 60;

  /** Whether a question may be the id of a card or ruling: one word of letters and digits. */
  rulebook.isId = (question) =>
    /^(?=.*[a-z])(?=.*[0-9])[!-~]{3,}$/i.test(question.normalize("NFKC"));

  /** Return the cards whose id begins with `question` or whose name contains it. */
  rulebook.libraryCards = async (question, game) => {
    const games = rulebook.libraries.filter((each) => !game || each === game);
    if (!games.length || question.length > LONGEST_NAME) return [];
    if (!rulebook.findCards) await rulebook.loadScript("static/card_search.js", rulebook.root);
    const found = await Promise.all(games.map((each) => rulebook.findCards(each, question)));
    const folded = rulebook.fold(question).trim();
    const isCalled = ({ id, name }) => [id, name].map(rulebook.fold).includes(folded);
    return found.flat().map((card) => ({ ...card, isExact: isCalled(card) }));
  };

  const cardItem = ({ id, name, summary, href }) =>
    rulebook.linkItem(
      { class: "hit word", href, hreflang: "ja", ...rulebook.japanese },
      element("span", { class: "path", ...rulebook.pageLang }, _("カード・{id}", { id })),
      element("span", { class: "line" }, name),
      element("span", { class: "snippet" }, summary),
    );

  /** Return the labelled list of cards in an array, empty without cards. */
  rulebook.cardList = (cards) => {
    const left = cards.length - MAX_CARDS;
    const more = left > 0 ? [element("li", { class: "status" }, _("ほかに{count}枚", { count: left }))] : [];
    return rulebook.labelledList("hits", _("カード"), [...cards.slice(0, MAX_CARDS).map(cardItem), ...more]);
  };
}
