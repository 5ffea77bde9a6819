// Copying a citation, a link or the text of a clause.
"use strict";

{
  const DONE = {
    cite: _("引用をコピーしました"),
    link: _("リンクをコピーしました"),
    text: _("本文をコピーしました"),
    all: _("コピーしました"),
  };

  /** Copy `text` to the clipboard, also where the page may not use the Clipboard API. */
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

  /** Return the absolute URL of a clause's page, below the canonical URL of the site if there is one. */
  const linkTo = (game, number) => {
    const here = document.querySelector("link[rel=canonical]")?.href ?? document.baseURI;
    return new URL(rulebook.address(game, number), here).href;
  };

  const wholeText = (clause) => [clause.title, clause.text].filter(Boolean).join("\n");

  /** Share number, text and URL of a clause by the device's own dialog. */
  rulebook.share = (texts, clause) =>
    navigator.share({
      title: `${texts.name} ${clause.number}`,
      text: `${texts.name} ${clause.number}\n${wholeText(clause)}`,
      url: linkTo(texts.game, clause.number),
    });

  /** Copy `what` of a clause (`cite`, `link`, `text` or `all`), and confirm it in `status`. */
  rulebook.copyClause = async (what, texts, clause, status) => {
    const { number } = clause;
    const makers = {
      cite: () => `${texts.name} ${number}`,
      link: () => linkTo(texts.game, number),
      text: () => wholeText(clause),
      all: () => [`${texts.name} ${number}`, wholeText(clause), linkTo(texts.game, number)].join("\n"),
    };
    await rulebook.copyText(makers[what]());
    if (!status) return;
    status.textContent = DONE[what];
    setTimeout(() => {
      status.textContent = "";
    }, 2500);
  };
}
