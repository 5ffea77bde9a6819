// What changed in the rules, where a question asks for that.
"use strict";

{
  const { element } = rulebook;
  const ASKED = /改[訂定正]|更新|履歴|変更点|変わった|バージョン|\b(?:ver|versions?|revisions?|changelog|errata)\b/u;
  const MOST = 3;

  /** The day of a revision (2026-01-13) as it is written in a language; empty where none is known. */
  const written = (day, language) =>
    day && new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

  const notesOf = async (game) => {
    await rulebook.loadScript(`${game}.revisions.js`);
    return rulebook.data.get(`revisions/${game}`).flatMap(([version, day, anchor, notes]) =>
      (notes.length ? notes : [""]).map((note) => {
        const days = `${written(day, "ja")} ${written(day, "en-GB")}`;
        const said = rulebook.fold(`${version} ${days} ${note}`);
        return { game, version, day, anchor, note, said };
      }),
    );
  };

  /** The notes of the change history that a question asks for, the newest first among equals. */
  rulebook.revisionsAnswering = async (printed, game) => {
    const { text } = rulebook.normalise(printed);
    if (!game || !ASKED.test(text)) return [];
    const asked = rulebook
      .saidTokens(text.replace(new RegExp(ASKED, "gu"), " "))
      .filter((token) => !rulebook.isHiragana(token));
    const counted = (await notesOf(game)).map((note) => ({
      ...note,
      shared: asked.filter((token) => note.said.includes(token)).length,
    }));
    const most = Math.max(...counted.map(({ shared }) => shared));
    return counted.filter(({ shared }) => shared === most).slice(0, MOST);
  };

  const line = ({ game, version, day, anchor, note }) => {
    const date = written(day, rulebook.language ? "en-GB" : "ja");
    return element(
      "li",
      {},
      element(
        "a",
        { class: "hit revision", href: `${rulebook.root}${game}/revisions.html#${anchor}` },
        element("span", { class: "path" }, _("改訂・{date}", { date })),
        element("span", { class: "line" }, `ver.${version}`),
        element("span", { class: "said", ...rulebook.japanese }, note),
      ),
    );
  };

  /** The list of notes, or nothing where there are none. */
  rulebook.revisionList = (notes) =>
    notes.length
      ? [element("ol", { class: "hits told", "aria-label": _("改訂"), ...rulebook.own }, ...notes.map(line))]
      : [];
}
