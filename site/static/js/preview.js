// The small preview that shows a clause beside the link to it: on hover, on keyboard focus, on tap.
"use strict";

{
  const LINKS = "a.ref, a.term, a.num, .links a, .numbers a, .notice a, .formerly a";
  // Links that a tap shows first and opens with the second tap.
  const TAPPED = "a.ref, a.term, .reading a.num, .children a.num";
  const OPENS_AFTER = 220;
  const CLOSES_AFTER = 260;

  const preview = rulebook.element("div", { class: "preview", id: "preview", role: "dialog", ...rulebook.japanese, hidden: "" });
  let shown = null;
  let timer = 0;

  const later = (work, delay) => {
    clearTimeout(timer);
    timer = setTimeout(work, delay);
  };

  /** The game and clause number that a link leads to, or null. */
  const targetOf = (link) => {
    const { pathname, hash } = new URL(link.href);
    const [folder, file] = rulebook.decoded(pathname).split("/").slice(-2);
    const named = hash ? rulebook.decoded(hash.slice(1)) : file.replace(/\.html$/, "");
    const number = named.replace(/(\.[A-Z]+)+$/, ""); // a step is shown as its clause
    return rulebook.games.includes(folder) ? { game: folder, number } : null;
  };

  /** The English name of the term that a link is, else of the heading that it leads to. */
  const englishOf = ({ terms }, clause, { textContent }) =>
    terms.find(({ word, spellings }) => [word, ...spellings].includes(textContent))?.english ||
    clause.english;

  const fill = (texts, clause, link) => {
    const path = rulebook
      .above(clause)
      .map((c) => `${c.number} ${rulebook.heading(c)}`)
      .join(" › ");
    const head = rulebook.element(
      "p",
      { class: "preview-head" },
      rulebook.element("b", { class: "num" }, clause.number),
      ` ${clause.title}`,
      ...rulebook.gloss(englishOf(texts, clause, link)),
    );
    const parts = [rulebook.element("p", { class: "preview-path" }, path || texts.title), head];
    const said =
      clause.text ||
      clause.children
        .map((c) => `${c.number} ${c.title || rulebook.excerpt(c.text, 60)}`)
        .join("\n");
    if (said) parts.push(rulebook.element("p", { class: "preview-text" }, said));
    for (const note of [clause.remark, link.dataset.note]) {
      if (note) parts.push(rulebook.element("p", { class: "preview-note" }, note));
    }
    const open = rulebook.element(
      "a",
      { href: rulebook.address(texts.game, clause.number) },
      _("開く"),
    );
    const done = rulebook.element("span", { class: "done", role: "status" });
    parts.push(
      rulebook.element(
        "p",
        { class: "tool-row", ...rulebook.own },
        open,
        rulebook.element("button", { type: "button", "data-copy": "all" }, _("コピー")),
        done,
      ),
    );
    preview.replaceChildren(...parts);
    preview.setAttribute("aria-label", `${texts.title} ${clause.number}`);
  };

  /** Put the preview below the link, or above it where there is more room; a phone has it below. */
  const place = (link) => {
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
    place(link);
    link.setAttribute("aria-describedby", "preview");
    shown = { link, texts, clause };
  };

  const hide = () => {
    clearTimeout(timer);
    shown?.link.removeAttribute("aria-describedby");
    preview.hidden = true;
    shown = null;
  };

  /** What the preview shows: texts and clause, or null. */
  rulebook.shownInPreview = () => shown;

  const linkAt = (event) => (event.target instanceof Element ? event.target.closest(LINKS) : null);
  const inPreview = (node) => node instanceof Node && preview.contains(node);

  const close = () => {
    hide();
    rulebook.closeLayer("preview");
  };

  /** Follow a link in the place of the preview's entry, so one step back leads to the page. */
  const follow = (event, link) => {
    event.preventDefault();
    hide();
    location.replace(link.getAttribute("href"));
  };

  const onTap = async (event) => {
    const link = linkAt(event);
    const leads = event.target.closest?.("a[href]");
    if (event.pointerType === "touch" && link?.matches(TAPPED) && shown?.link !== link) {
      event.preventDefault();
      await show(link);
      if (shown) rulebook.openLayer("preview", hide);
    } else if (leads && rulebook.isLayer("preview") && !event.ctrlKey && !event.metaKey) {
      follow(event, leads);
    } else if (shown && !inPreview(event.target) && event.target !== shown.link) {
      close();
    }
  };

  const onCopy = (event) => {
    const what = event.target.closest?.("[data-copy]")?.dataset.copy;
    if (what) rulebook.copyOf(what, shown.texts, shown.clause, preview.querySelector(".done"));
  };

  document.body.append(preview);
  preview.addEventListener("click", onCopy);
  document.addEventListener("click", onTap);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const link = linkAt(event);
    if (inPreview(event.target)) clearTimeout(timer);
    else if (link) later(() => show(link), OPENS_AFTER);
    else if (shown) later(hide, CLOSES_AFTER);
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
    const back = inPreview(document.activeElement);
    event.stopImmediatePropagation();
    close();
    if (back) link.focus({ preventScroll: true });
  });
}
