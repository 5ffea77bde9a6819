// Copying and sharing the clause of the page, by button and by key.
"use strict";

{
  const tools = document.querySelector(".take");

  /** The clause of a page of another edition, as it stands there: the data has today's only. */
  const clauseOfEdition = () => {
    const { number, edition, name } = tools.dataset;
    const said = [...document.querySelectorAll("#text > :not(.remark)")];
    const text = said.map((block) => block.innerText).join("\n");
    const title = document.querySelector("h1 .words")?.firstChild.data ?? "";
    return { texts: { name, game: `${rulebook.game}/${edition}` }, clause: { number, title, text } };
  };

  /** The clause in the preview, else that of the page, else the one that the address names. */
  const clauseMeant = async () => {
    if (rulebook.shownInPreview()) return rulebook.shownInPreview();
    if (tools?.dataset.edition) return clauseOfEdition();
    const number = tools?.dataset.number ?? rulebook.decoded(location.hash.slice(1));
    if (!rulebook.game || !number) return null;
    const texts = await rulebook.texts(rulebook.game);
    const clause = texts.byNumber.get(number);
    return clause ? { texts, clause } : null;
  };

  const copy = async (what) => {
    const meant = await clauseMeant();
    const status = document.querySelector(".preview:not([hidden]) .done, .take .done");
    if (meant) rulebook.copyOf(what, meant.texts, meant.clause, status);
  };

  for (const [key, what] of Object.entries({ a: "all", c: "cite", l: "link", t: "text" })) {
    rulebook.keys.set(key, () => copy(what));
  }
  if (tools) {
    const button = tools.querySelector("[data-share]");
    button.hidden = !navigator.share;
    button.addEventListener("click", async () => {
      const { texts, clause } = await clauseMeant();
      rulebook.share(texts, clause).catch(() => {}); // the reader thought better of it
    });
    tools.querySelector("[data-copy]").addEventListener("click", () => copy("all"));
  }
}
