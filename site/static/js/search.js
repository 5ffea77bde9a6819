// The field that answers as one types.
"use strict";

{
  const form = document.querySelector("form.search");
  const field = form?.elements.namedItem("q");
  const panel = document.getElementById("results");
  const count = rulebook.element("p", { class: "status" });
  // The answers on the screen: whether Enter may open the first of them.
  let isCertain = false;
  // What a screen reader is told, when the reader has paused; it must be there before it speaks.
  const live = rulebook.element("p", { class: "unseen", role: "status" });
  const body = rulebook.element("div", {});
  const more = rulebook.element("button", { type: "button", class: "further", hidden: "" }, _("もっと見る"));
  // So many answers are shown at first, and so many more each time that more are asked for.
  const [FIRST, FURTHER] = [5, 10];
  let limit = FIRST;
  // Whether the question is that of the address: then its entry in the history is there.
  let isRestored = false;
  let turn = 0;
  let pause = 0;
  let answering = Promise.resolve();

  /** The game that is asked: its id, or null for all. */
  const gameAsked = () => {
    const chosen = form.elements.namedItem("g").value;
    return chosen === "all" ? null : chosen;
  };

  const keepInAddress = (question) => {
    const query = new URLSearchParams(question ? { q: question, g: gameAsked() ?? "all" } : {});
    try {
      history.replaceState(
        history.state,
        "",
        `${location.pathname}${question ? `?${query}` : ""}${location.hash}`,
      );
    } catch {
      // Some browsers forbid this for file:// addresses; the search works all the same.
    }
  };

  /** Say how sure the first answer is, in words that stand out, and what was found. */
  const say = (text, sure = "", level = "") => {
    count.replaceChildren(text);
    if (sure) count.prepend(rulebook.element("b", { class: level === "sure" ? "sure is-sure" : "sure" }, sure), " ");
    clearTimeout(pause);
    pause = setTimeout(() => {
      live.textContent = count.textContent;
    }, 500);
  };

  const clear = () => {
    turn += 1;
    panel.hidden = true;
    document.documentElement.classList.remove("asked");
    say("");
    body.replaceChildren();
  };

  /** The results get an entry in the history, but where the address that was opened has them. */
  const openPanel = () => {
    if (!isRestored || history.state?.layer === "results") rulebook.openLayer("results", forget);
    isRestored = false;
  };

  const find = async () => {
    const question = field.value.trim();
    if (question && panel.hidden) openPanel();
    keepInAddress(question);
    if (!question) return clear();
    turn += 1;
    const mine = turn;
    const game = gameAsked();
    try {
      const named = rulebook.cardsOfLibrary(question, game).catch(() => []);
      if (rulebook.isId(question)) {
        const cards = await named;
        const rulings = cards.length ? [] : await rulebook.rulingsOfId(question, game ? [game] : rulebook.games);
        if (mine !== turn) return;
        if (cards.length || rulings.length) return showNamed(cards, rulings);
      }
      const answers = await rulebook.ask(question, game, limit + 1);
      await rulebook.pause();
      if (mine !== turn) return;
      const { list, said, sure, hasMore } = rulebook.resultsOf(answers, question, game, limit);
      isCertain = rulebook.isCertain(answers, question);
      body.replaceChildren(...rulebook.cardLinks(answers, question), list);
      more.hidden = !hasMore;
      say(said, sure, answers.confidence);
      panel.hidden = false;
      await rulebook.drawn();
      const [cards, rulings, notes] = await Promise.all([
        named,
        rulebook.rulingsAnswering(question, answers.found).catch(() => []),
        rulebook.revisionsAnswering(question, answers.guess ?? game).catch(() => []),
      ]);
      if (mine !== turn) return;
      body.prepend(...rulebook.revisionList(notes));
      body.append(...rulebook.rulingList(rulings));
      const isExact = Boolean(cards[0]?.isExact);
      const isFirst = isExact || ["unsure", "none"].includes(answers.confidence);
      body[isFirst ? "prepend" : "append"](...rulebook.cardList(cards));
      isCertain = isExact || (isCertain && !notes.length);
    } catch {
      if (mine !== turn) return;
      body.replaceChildren();
      more.hidden = true;
      say(_("データを読み込めません。通信を確かめて、もう一度お試しください。"));
    }
    panel.hidden = false;
  };

  /** Show the cards or the ruling that an id names, and nothing else. */
  const showNamed = (cards, rulings) => {
    isCertain = rulings.length > 0 || cards.length === 1 || cards[0].isExact;
    body.replaceChildren(...rulebook.cardList(cards), ...rulebook.rulingList(rulings));
    more.hidden = true;
    say(cards.length ? _("カード{count}枚", { count: cards.length }) : _("裁定"));
    panel.hidden = false;
  };

  const answer = () => {
    limit = FIRST;
    answering = find();
  };

  /** Show further answers, and go to the first of them. */
  const further = async () => {
    const shown = limit;
    limit += FURTHER;
    answering = find();
    await answering;
    body.querySelectorAll(".answers > li > a:not(.word)")[shown]?.focus();
  };

  const hits = () => [...panel.querySelectorAll("a.hit")];

  /** Move from the field into the results, along them, and back. */
  const move = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing || panel.hidden) return;
    const all = hits();
    const next = all.indexOf(document.activeElement) + step;
    if (next >= all.length) return;
    event.preventDefault();
    (next < 0 ? field : all[next]).focus();
  };

  const forget = () => {
    field.value = "";
    answer();
  };

  const dismiss = () => {
    forget();
    rulebook.closeLayer("results");
    field.focus();
  };

  const leave = (event) => {
    if (event.key !== "Escape" || event.isComposing || panel.hidden) return;
    event.preventDefault();
    dismiss();
  };

  /** Open the first hit, once it is there, if it is certain; else go to it, for the next Enter. */
  const open = async (event) => {
    event.preventDefault();
    await answering;
    const [first] = hits();
    if (isCertain) first?.click();
    else first?.focus();
  };

  const warmUp = () => {
    rulebook.warmUp(gameAsked() ?? "all");
  };

  /** Set what the address or an earlier visit says: the game, and the question. */
  const restore = () => {
    const asked = new URLSearchParams(location.search);
    const choice = form.elements.namedItem("g");
    // As theme.js, which has the data loaded meanwhile.
    const wanted = asked.get("g") ?? rulebook.recall("game") ?? (asked.has("q") ? "all" : null);
    if (choice instanceof RadioNodeList && [...choice].some((radio) => radio.value === wanted)) {
      choice.value = wanted;
    }
    if (asked.get("q")) field.value = asked.get("q");
    leadToGame();
    isRestored = asked.has("q");
    if (field.value) answer();
  };

  /** Have the links beside the field lead to the game that is chosen, as far as it has such pages. */
  const leadToGame = () => {
    for (const way of document.querySelectorAll("[data-way]")) {
      const games = way.dataset.games.split(" ");
      const game = gameAsked() ?? games[0];
      way.hidden = !games.includes(game);
      way.href = `${rulebook.root}${game}/${way.dataset.way}.html`;
    }
  };

  const choose = () => {
    leadToGame();
    rulebook.remember("game", form.elements.namedItem("g").value);
    warmUp();
    answer();
  };

  rulebook.goToSearch = () => {
    field.focus();
    field.select();
  };

  rulebook.startSearch = () => {
    if (!form || !panel) return;
    panel.append(count, body, more);
    form.append(live);
    more.addEventListener("click", further);
    form.querySelector("[data-clear]").addEventListener("click", dismiss);
    form.addEventListener("submit", open);
    field.addEventListener("input", answer);
    field.addEventListener("focus", warmUp);
    form.addEventListener("change", (event) => event.target.name === "g" && choose());
    for (const part of [form, panel]) {
      part.addEventListener("keydown", move);
      part.addEventListener("keydown", leave);
    }
    addEventListener("popstate", ({ state }) => state?.layer === "results" && restore());
    restore();
    const isAtHome = form.matches(".large") && !field.value;
    if (isAtHome) rulebook.whenStill(() => rulebook.fetchAhead(gameAsked() ?? "all"));
  };
}
