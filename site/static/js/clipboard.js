// Copying a citation, a link or the text of a clause.
"use strict";

{
  const DONE = {
    cite: "引用をコピーしました",
    link: "リンクをコピーしました",
    text: "本文をコピーしました",
  };

  /** Put `text` on the clipboard, also where the page has no right to the modern way. */
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = rulebook.element("textarea", { class: "unseen", readonly: "" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };

  /** The full address of a clause's page: the canonical one where the site knows it. */
  const linkTo = (game, number) => {
    const here = document.querySelector("link[rel=canonical]")?.href ?? document.baseURI;
    return new URL(rulebook.address(game, number), here).href;
  };

  const said = (clause) => [clause.title, clause.text].filter(Boolean).join("\n");

  /** Copy what is asked (`cite`, `link` or `text`) of a clause, and say so in `status`. */
  rulebook.copyOf = async (what, texts, clause, status) => {
    const { number } = clause;
    const made = {
      cite: () => `${texts.name} ${number}`,
      link: () => linkTo(texts.game, number),
      text: () => said(clause),
    };
    await copy(made[what]());
    if (!status) return;
    status.textContent = DONE[what];
    setTimeout(() => {
      status.textContent = "";
    }, 2500);
  };
}
