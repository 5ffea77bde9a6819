// Buttons and keys that copy and share the clause of the page.
"use strict";

{
  const tools = document.querySelector(".copy");

  /** Return the clause of a page of another edition, from the page: the data has the current one. */
  const clauseOfEdition = () => {
    const { number, edition, name } = tools.dataset;
    const blocks = [...document.querySelectorAll("#text > :not(.remark)")];
    const text = blocks.map((block) => block.innerText).join("\n");
    const title = document.querySelector("h1 .words")?.firstChild.data ?? "";
    return { texts: { name, game: `${rulebook.game}/${edition}` }, clause: { number, title, text } };
  };

  /** Return the clause in the preview, else that of the page, else that of the address, or null. */
  const currentClause = async () => {
    if (rulebook.shownInPreview()) return rulebook.shownInPreview();
    if (tools?.dataset.edition) return clauseOfEdition();
    const number = tools?.dataset.number ?? rulebook.decoded(location.hash.slice(1));
    if (!rulebook.game || !number) return null;
    const texts = await rulebook.texts(rulebook.game);
    const clause = texts.byNumber.get(number);
    return clause ? { texts, clause } : null;
  };

  const copy = async (what) => {
    const current = await currentClause();
    const status = document.querySelector(".preview:not([hidden]) .done, .copy .done");
    if (current) rulebook.copyClause(what, current.texts, current.clause, status);
  };

  for (const [key, what] of Object.entries({ a: "all", c: "cite", l: "link", t: "text" })) {
    rulebook.keys.set(key, () => copy(what));
  }
  if (tools) {
    const button = tools.querySelector("[data-share]");
    button.hidden = !navigator.share;
    button.addEventListener("click", async () => {
      const { texts, clause } = await currentClause();
      rulebook.share(texts, clause).catch(() => {}); // cancelled by the reader
    });
    tools.querySelector("[data-copy]").addEventListener("click", () => copy("all"));
  }
}
