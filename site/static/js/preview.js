// The preview of a clause beside a link to it, shown on hover, keyboard focus or tap.
"use strict";

{
  const { element } = rulebook;
  const LINKS = "a.ref, a.term, a.num, .links a, .numbers a, .notice a, .formerly a";
  // Links whose first tap shows the preview, and whose second tap opens the page.
  const TAPPED = "a.ref, a.term, .reading a.num, .children a.num";
  const OPENS_AFTER = 220;
  const CLOSES_AFTER = 260;

  const preview = element("div", { class: "preview", id: "preview", role: "dialog", ...rulebook.japanese, hidden: "" });
  let shown = null;
  let timer = 0;

  const schedule = (work, delay) => {
    clearTimeout(timer);
    timer = setTimeout(work, delay);
  };

  /** Return the game and clause number that a link leads to, or null. */
  const targetOf = (link) => {
    const { pathname, hash } = new URL(link.href);
    const [folder, file] = rulebook.decoded(pathname).split("/").slice(-2);
    const named = hash ? rulebook.decoded(hash.slice(1)) : file.replace(/\.html$/, "");
    const number = named.replace(/(\.[A-Z]+)+$/, ""); // a step: its clause
    return rulebook.games.includes(folder) ? { game: folder, number } : null;
  };

  /** Return the English name of the term on a link, else of the heading that it leads to. */
  const englishOf = ({ terms }, clause, { textContent }) =>
    terms.find(({ word, spellings }) => [word, ...spellings].includes(textContent))?.english ||
    clause.english;

  /** Fill the preview with headings, text and remarks of a clause, and buttons. */
  const fill = (texts, clause, link) => {
    const head = element(
      "p",
      { class: "preview-head" },
      element("b", { class: "num" }, clause.number),
      ` ${clause.title}`,
      ...rulebook.gloss(englishOf(texts, clause, link)),
    );
    const parts = [element("p", { class: "preview-path" }, rulebook.pathOf(clause) || texts.title), head];
    const below = clause.children.map((c) => `${c.number} ${c.title || rulebook.excerpt(c.text, 60)}`);
    const text = clause.text || below.join("\n");
    if (text) parts.push(element("p", { class: "preview-text" }, text));
    for (const note of [clause.remark, link.dataset.note]) {
      if (note) parts.push(element("p", { class: "preview-note" }, note));
    }
    const open = element("a", { href: rulebook.address(texts.game, clause.number) }, _("開く"));
    const copy = element("button", { type: "button", "data-copy": "all" }, _("コピー"));
    const done = element("span", { class: "done", role: "status" });
    parts.push(element("p", { class: "tool-row", ...rulebook.pageLang }, open, copy, done));
    preview.replaceChildren(...parts);
    preview.setAttribute("aria-label", `${texts.title} ${clause.number}`);
  };

  /** Place the preview below the link, or above it if there is more room; phones show it at the bottom. */
  const position = (link) => {
    const box = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const room = document.documentElement.clientWidth - preview.offsetWidth - 12;
    const below = box.bottom + preview.offsetHeight + 12 < innerHeight || box.top < innerHeight / 2;
    const top = below ? box.bottom + 6 : box.top - preview.offsetHeight - 6;
    preview.style.left = `${Math.max(12, Math.min(box.left, room)) + scrollX}px`;
    preview.style.top = `${Math.max(0, top + scrollY)}px`;
  };

  const show = async (link) => {
    const target = targetOf(link);
    if (!target) return;
    const texts = await rulebook.texts(target.game).catch(() => null);
    const clause = texts?.byNumber.get(target.number);
    if (!clause || !link.isConnected) return;
    hide();
    fill(texts, clause, link);
    preview.hidden = false;
    position(link);
    link.setAttribute("aria-describedby", "preview");
    shown = { link, texts, clause };
  };

  const hide = () => {
    clearTimeout(timer);
    shown?.link.removeAttribute("aria-describedby");
    preview.hidden = true;
    shown = null;
  };

  /** Return the texts and the clause that the preview shows, or null. */
  rulebook.shownInPreview = () => shown;

  const linkAt = (event) => (event.target instanceof Element ? event.target.closest(LINKS) : null);
  const inPreview = (node) => node instanceof Node && preview.contains(node);

  const close = () => {
    hide();
    rulebook.closeLayer("preview");
  };

  /** Follow a link, replacing the preview's history entry, so that one step back leads to the page. */
  const follow = (event, link) => {
    event.preventDefault();
    hide();
    location.replace(link.getAttribute("href"));
  };

  /** Show the preview at the first tap of a link; follow links inside it; close it elsewhere. */
  const onTap = async (event) => {
    const link = linkAt(event);
    const followed = event.target.closest?.("a[href]");
    if (event.pointerType === "touch" && link?.matches(TAPPED) && shown?.link !== link) {
      event.preventDefault();
      await show(link);
      if (shown) rulebook.openLayer("preview", hide);
    } else if (followed && rulebook.hasLayer("preview") && !event.ctrlKey && !event.metaKey) {
      follow(event, followed);
    } else if (shown && !inPreview(event.target) && event.target !== shown.link) {
      close();
    }
  };

  const onCopy = (event) => {
    const what = event.target.closest?.("[data-copy]")?.dataset.copy;
    if (what) rulebook.copyClause(what, shown.texts, shown.clause, preview.querySelector(".done"));
  };

  document.body.append(preview);
  preview.addEventListener("click", onCopy);
  document.addEventListener("click", onTap);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const link = linkAt(event);
    if (inPreview(event.target)) clearTimeout(timer);
    else if (link) schedule(() => show(link), OPENS_AFTER);
    else if (shown) schedule(hide, CLOSES_AFTER);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    if (inPreview(event.target)) return;
    const link = linkAt(event);
    if (link?.matches(":focus-visible")) show(link);
    else if (shown && link !== shown.link) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !shown) return;
    const { link } = shown;
    const hadFocus = inPreview(document.activeElement);
    event.stopImmediatePropagation();
    close();
    if (hadFocus) link.focus({ preventScroll: true });
  });
}
