// The search field, which answers while the user types.
"use strict";

{
  const { element } = rulebook;
  const form = document.querySelector("form.search");
  const field = form?.elements.namedItem("q");
  const panel = document.getElementById("results");
  const count = element("p", { class: "status" });
  // Whether Enter opens the first answer shown.
  let isCertain = false;
  // The text for screen readers, set when typing pauses; it must exist before, to be announced.
  const live = element("p", { class: "unseen", role: "status" });
  const body = element("div", {});
  const more = element("button", { type: "button", class: "further", hidden: "" }, _("もっと見る"));
  // The number of answers shown at first, and added for each click on `more`.
  const [FIRST_COUNT, ADDED_COUNT] = [5, 10];
  let limit = FIRST_COUNT;
  // Whether the question is from the address, so the history has an entry for its results.
  let isRestored = false;
  let turn = 0;
  let pause = 0;
  let answering = Promise.resolve();

  /** Return the id of the chosen game, or null for all games. */
  const chosenGame = () => {
    const chosen = form.elements.namedItem("g").value;
    return chosen === "all" ? null : chosen;
  };

  const updateAddress = (question) => {
    const query = new URLSearchParams(question ? { q: question, g: chosenGame() ?? "all" } : {});
    const address = `${location.pathname}${question ? `?${query}` : ""}${location.hash}`;
    try {
      history.replaceState(history.state, "", address);
    } catch {
      // Some browsers forbid this for file:// addresses; the search works all the same.
    }
  };

  /** Show how sure the first answer is, emphasised, and what was found. */
  const showStatus = (text, sure = "", level = "") => {
    count.replaceChildren(text);
    if (sure) count.prepend(element("b", { class: level === "sure" ? "sure is-sure" : "sure" }, sure), " ");
    clearTimeout(pause);
    pause = setTimeout(() => {
      live.textContent = count.textContent;
    }, 500);
  };

  const clear = () => {
    turn += 1;
    panel.hidden = true;
    document.documentElement.classList.remove("asked");
    showStatus("");
    body.replaceChildren();
  };

  /** Open the panel of results as a layer, unless the entry of the opened address has it already. */
  const openPanel = () => {
    if (!isRestored || history.state?.layer === "results") rulebook.openLayer("results", reset);
    isRestored = false;
  };

  /** Answer the question in the field, unless another one is typed meanwhile. */
  const find = async () => {
    const question = field.value.trim();
    if (question && panel.hidden) openPanel();
    updateAddress(question);
    if (!question) return clear();
    turn += 1;
    const run = turn;
    const game = chosenGame();
    try {
      const found = rulebook.libraryCards(question, game).catch(() => []);
      if (rulebook.isId(question)) {
        const cards = await found;
        const rulings = cards.length ? [] : await rulebook.rulingsById(question, game ? [game] : rulebook.games);
        if (run !== turn) return;
        if (cards.length || rulings.length) return showById(cards, rulings);
      }
      const answers = await rulebook.ask(question, game, limit + 1);
      await rulebook.pause();
      if (run !== turn) return;
      const { list, status, sure, hasMore } = rulebook.resultsOf(answers, question, game, limit);
      isCertain = rulebook.isCertain(answers, question);
      body.replaceChildren(...rulebook.cardLinks(answers, question), list);
      more.hidden = !hasMore;
      showStatus(status, sure, answers.confidence);
      panel.hidden = false;
      await rulebook.painted();
      const [cards, rulings, notes] = await Promise.all([
        found,
        rulebook.rulingsAnswering(question, answers.found).catch(() => []),
        rulebook.revisionsAnswering(question, answers.guess ?? game).catch(() => []),
      ]);
      if (run !== turn) return;
      body.prepend(...rulebook.revisionList(notes));
      body.append(...rulebook.rulingList(rulings));
      const isExact = Boolean(cards[0]?.isExact);
      const isFirst = isExact || ["unsure", "none"].includes(answers.confidence);
      body[isFirst ? "prepend" : "append"](...rulebook.cardList(cards));
      isCertain = isExact || (isCertain && !notes.length);
    } catch {
      if (run !== turn) return;
      body.replaceChildren();
      more.hidden = true;
      showStatus(_("データを読み込めません。通信を確かめて、もう一度お試しください。"));
    }
    panel.hidden = false;
  };

  /** Show only the cards or the ruling whose id was typed. */
  const showById = (cards, rulings) => {
    isCertain = rulings.length > 0 || cards.length === 1 || cards[0].isExact;
    body.replaceChildren(...rulebook.cardList(cards), ...rulebook.rulingList(rulings));
    more.hidden = true;
    showStatus(cards.length ? _("カード{count}枚", { count: cards.length }) : _("裁定"));
    panel.hidden = false;
  };

  const answer = () => {
    limit = FIRST_COUNT;
    answering = find();
  };

  /** Show more answers, and focus the first of them. */
  const showMore = async () => {
    const shown = limit;
    limit += ADDED_COUNT;
    answering = find();
    await answering;
    body.querySelectorAll(".answers > li > a:not(.word)")[shown]?.focus();
  };

  const hits = () => [...panel.querySelectorAll("a.hit")];

  /** Move the focus by arrow keys from the field into the results, along them, and back. */
  const moveFocus = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing || panel.hidden) return;
    const all = hits();
    const next = all.indexOf(document.activeElement) + step;
    if (next >= all.length) return;
    event.preventDefault();
    (next < 0 ? field : all[next]).focus();
  };

  const reset = () => {
    field.value = "";
    answer();
  };

  const dismiss = () => {
    reset();
    rulebook.closeLayer("results");
    field.focus();
  };

  const closeOnEscape = (event) => {
    if (event.key !== "Escape" || event.isComposing || panel.hidden) return;
    event.preventDefault();
    dismiss();
  };

  /** Open the first hit, when found, if it is certain; else focus it, to be opened by Enter. */
  const openFirst = async (event) => {
    event.preventDefault();
    await answering;
    const [first] = hits();
    if (isCertain) first?.click();
    else first?.focus();
  };

  const preload = () => {
    rulebook.preload(chosenGame() ?? "all");
  };

  /** Set the game and the question from the address, or the game from an earlier visit. */
  const restore = () => {
    const parameters = new URLSearchParams(location.search);
    const choice = form.elements.namedItem("g");
    // In the order of theme.js, which preloads the data of this game.
    const game = parameters.get("g") ?? setting("game") ?? (parameters.has("q") ? "all" : null);
    if (choice instanceof RadioNodeList && [...choice].some((radio) => radio.value === game)) {
      choice.value = game;
    }
    if (parameters.get("q")) field.value = parameters.get("q");
    updateLinks();
    isRestored = parameters.has("q");
    if (field.value) answer();
  };

  /** Point the links below the field to pages of the chosen game; hide those that it lacks. */
  const updateLinks = () => {
    for (const link of document.querySelectorAll("[data-way]")) {
      const games = link.dataset.games.split(" ");
      const game = chosenGame() ?? games[0];
      link.hidden = !games.includes(game);
      link.href = `${rulebook.root}${game}/${link.dataset.way}.html`;
    }
  };

  const changeGame = () => {
    updateLinks();
    rulebook.saveSetting("game", form.elements.namedItem("g").value);
    preload();
    answer();
  };

  rulebook.focusSearch = () => {
    field.focus();
    field.select();
  };

  rulebook.startSearch = () => {
    if (!form || !panel) return;
    panel.append(count, body, more);
    form.append(live);
    more.addEventListener("click", showMore);
    form.querySelector("[data-clear]").addEventListener("click", dismiss);
    form.addEventListener("submit", openFirst);
    field.addEventListener("input", answer);
    field.addEventListener("focus", preload);
    form.addEventListener("change", (event) => event.target.name === "g" && changeGame());
    for (const part of [form, panel]) {
      part.addEventListener("keydown", moveFocus);
      part.addEventListener("keydown", closeOnEscape);
    }
    addEventListener("popstate", ({ state }) => state?.layer === "results" && restore());
    restore();
    const isAtHome = form.matches(".large") && !field.value;
    if (isAtHome) rulebook.whenIdle(() => rulebook.prefetch(chosenGame() ?? "all"));
  };
}
