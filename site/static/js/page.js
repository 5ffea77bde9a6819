// On every page: theme, keys, a suggestion on missing pages, and the service worker.
"use strict";

{
  const { element } = rulebook;
  // --- Theme --------------------------------------------------------------------------------

  const THEMES = { auto: _("端末に合わせる"), light: _("明るい"), dark: _("暗い") };
  const themeButton = document.querySelector("[data-theme-button]");

  const showTheme = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    themeButton.setAttribute("aria-label", _("配色: {theme}", { theme: THEMES[theme] }));
    themeButton.title = _("配色: {theme}", { theme: THEMES[theme] });
  };

  const nextTheme = () => {
    const names = Object.keys(THEMES);
    const now = names.indexOf(document.documentElement.dataset.theme ?? "auto");
    const next = names[(now + 1) % names.length];
    rulebook.saveSetting("theme", next === "auto" ? null : next);
    showTheme(next);
  };

  // --- Keys -----------------------------------------------------------------------------------

  const KEYS = [
    ["/", _("探す欄へ")],
    ["↑ ↓ Enter", _("結果を選んで開く")],
    ["← →", _("前と次の条文、章")],
    ["Esc", _("結果やプレビューを閉じる")],
    ["a", _("条文の番号・本文・リンクをコピー")],
    ["c l t", _("引用だけ、リンクだけ、本文だけをコピー")],
    ["?", _("この一覧")],
  ];
  const isTyping = (node) => node instanceof Element && node.matches("input, textarea, select");

  const keyItem = ([keys, does]) => {
    const shown = keys.split(" ").map((key) => element("kbd", {}, key));
    return element("div", {}, element("dt", {}, ...shown), element("dd", {}, does));
  };
  const keyList = () => element("dl", { class: "keys" }, ...KEYS.map(keyItem));

  /** Show the list of keys in a dialog. */
  const showKeys = () => {
    const close = element("button", {}, _("閉じる"));
    const form = element("form", { method: "dialog", class: "tool-row" }, close);
    const dialog = element("dialog", { "aria-label": _("キー操作") }, keyList(), form);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };

  /** Go to the previous or next page, by its link in the pager. */
  const turnPage = (rel) => document.querySelector(`.pager [rel=${rel}]`)?.click();

  rulebook.keys.set("/", () => rulebook.focusSearch());
  rulebook.keys.set("?", showKeys);
  rulebook.keys.set("ArrowLeft", () => turnPage("prev"));
  rulebook.keys.set("ArrowRight", () => turnPage("next"));

  const onKey = (event) => {
    const { key } = event;
    const act = rulebook.keys.get(key);
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target) || document.querySelector("dialog")) return;
    if (key.length === 1 && setting("keys") === "off") return;
    if (key === "/") event.preventDefault();
    act();
  };

  const startKeys = () => {
    document.addEventListener("keydown", onKey);
    document.querySelector("[data-keys]").addEventListener("click", showKeys);
    document.querySelector("[data-key-list]")?.append(keyList());
    const box = document.querySelector("[data-keys-switch]");
    if (!box) return;
    box.checked = setting("keys") !== "off";
    box.addEventListener("change", () => rulebook.saveSetting("keys", box.checked ? null : "off"));
  };

  // --- Missing pages --------------------------------------------------------------------------

  /** Offer the clause nearest to the game and number in the address of a missing page. */
  const suggestClause = async () => {
    const place = document.getElementById("guess");
    if (!place) return;
    const [folder, file = ""] = rulebook.decoded(location.pathname).split("/").slice(-2);
    const number = file.replace(/\.html$/, "");
    const parts = rulebook.partsOf(number);
    if (!rulebook.games.includes(folder) || !/^[0-9]+[a-z]?([.-]|$)/i.test(number)) return;
    const texts = await rulebook.texts(folder);
    const clause = rulebook.nearestClause(texts, parts);
    const name = `${texts.title} ${clause.number} ${rulebook.heading(clause)}`;
    const link = element("a", { href: rulebook.address(folder, clause.number) }, name);
    place.replaceChildren(element("p", {}, _("お探しの条文に近いもの: "), link));
    place.hidden = false;
  };

  // --- Offline --------------------------------------------------------------------------------

  /** Show that there is a new version, with a button by which the reader takes it. */
  const offerUpdate = (worker) => {
    const place = document.querySelector(".update");
    const button = element("button", { type: "button" }, _("更新する"));
    button.addEventListener("click", () => worker.postMessage("take over"));
    place.replaceChildren(_("サイトの新しい版があります。"), button);
    place.hidden = false;
  };

  const STORE_AFTER = 10_000;

  /** Store the rest of the site, then show in the footer that it works offline. */
  const storeAndShow = async () => {
    const { data } = await rulebook.storeRest();
    if (data === "kept") document.querySelector("[data-offline]").hidden = false;
  };

  /** Have the worker store what the first visit left out; resolve when all of it is stored. */
  rulebook.storeRest = async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = resolve;
      active.postMessage("keep the rest", [port2]);
    });
  };

  /** Register the service worker, and offer its updates. */
  const startOffline = async () => {
    const workers = navigator.serviceWorker;
    let controlled = workers.controller !== null;
    workers.addEventListener("controllerchange", () => {
      // A new version was taken, here or on another page: reload what is of the old one.
      if (controlled) location.reload();
      controlled = true;
    });
    const registration = await workers.register(new URL(`${rulebook.files}sw.js`, document.baseURI));
    const offerNext = () =>
      registration.waiting && registration.active && offerUpdate(registration.waiting);
    offerNext();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offerNext);
    });
    if (rulebook.language) (await workers.ready).active.postMessage("keep English");
    if (controlled) return;
    const version = document.querySelector("[data-version]").textContent;
    (await workers.ready).active.postMessage(`claim ${version}`);
  };

  const isServed = "serviceWorker" in navigator && location.protocol.startsWith("http");

  // --- Start ----------------------------------------------------------------------------------

  rulebook.startSearch();
  showTheme(document.documentElement.dataset.theme ?? "auto");
  themeButton.addEventListener("click", nextTheme);
  document.querySelector("a.language")?.addEventListener("click", ({ currentTarget }) => {
    currentTarget.hash = location.hash;
  });
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll(".menu[open]")) menu.open = menu.contains(target);
  });
  startKeys();
  suggestClause().catch(() => {});
  if (isServed) {
    addEventListener("load", () => startOffline().catch(() => {}));
    rulebook.whenIdle(storeAndShow, STORE_AFTER);
  }
}
