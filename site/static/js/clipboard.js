// Copying a citation, a link or the text of a clause.
"use strict";

{
  const DONE = {
    cite: _("引用をコピーしました"),
    link: _("リンクをコピーしました"),
    text: _("本文をコピーしました"),
    all: _("コピーしました"),
  };

  /** Put `text` on the clipboard, also where the page has no right to the modern way. */
  rulebook.copyText = async (text) => {
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

  /** Hand number, words and address of a clause to the device's own way of sharing. */
  rulebook.share = (texts, clause) =>
    navigator.share({
      title: `${texts.name} ${clause.number}`,
      text: `${texts.name} ${clause.number}\n${said(clause)}`,
      url: linkTo(texts.game, clause.number),
    });

  /** Copy what is asked (`cite`, `link`, `text` or `all`) of a clause, and say so in `status`. */
  rulebook.copyOf = async (what, texts, clause, status) => {
    const { number } = clause;
    const made = {
      cite: () => `${texts.name} ${number}`,
      link: () => linkTo(texts.game, number),
      text: () => said(clause),
      all: () => [`${texts.name} ${number}`, said(clause), linkTo(texts.game, number)].join("\n"),
    };
    await rulebook.copyText(made[what]());
    if (!status) return;
    status.textContent = DONE[what];
    setTimeout(() => {
      status.textContent = "";
    }, 2500);
  };
}
