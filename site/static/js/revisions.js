// Notes of the change history, for questions about what changed in the rules.
"use strict";

{
  const { element } = rulebook;
  const CHANGE_WORDS = /改[訂定正]|更新|履歴|変更点|変わった|バージョン|\b(?:ver|versions?|revisions?|changelog|errata)\b/u;
  const MAX_NOTES = 3;

  /** Return the day of a revision (2026-01-13) as a language writes it; empty if it is unknown. */
  const written = (day, language) =>
    day && new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

  /** Return all notes of the change history of a game, with the folded text to search. */
  const notesOf = async (game) => {
    await rulebook.loadScript(`${game}.revisions.js`);
    return rulebook.data.get(`revisions/${game}`).flatMap(([version, day, anchor, notes]) =>
      (notes.length ? notes : [""]).map((note) => {
        const days = `${written(day, "ja")} ${written(day, "en-GB")}`;
        const folded = rulebook.fold(`${version} ${days} ${note}`);
        return { game, version, day, anchor, note, folded };
      }),
    );
  };

  /** Return the notes of the change history that answer a question; newer ones first if equal. */
  rulebook.revisionsAnswering = async (printed, game) => {
    const { text } = rulebook.normalise(printed);
    if (!game || !CHANGE_WORDS.test(text)) return [];
    const tokens = rulebook
      .subjectTokens(text.replace(new RegExp(CHANGE_WORDS, "gu"), " "))
      .filter((token) => !rulebook.isHiragana(token));
    const counted = (await notesOf(game)).map((note) => ({
      ...note,
      shared: tokens.filter((token) => note.folded.includes(token)).length,
    }));
    const most = Math.max(...counted.map(({ shared }) => shared));
    return counted.filter(({ shared }) => shared === most).slice(0, MAX_NOTES);
  };

  const noteItem = ({ game, version, day, anchor, note }) => {
    const date = written(day, rulebook.language ? "en-GB" : "ja");
    return rulebook.linkItem(
      { class: "hit revision", href: `${rulebook.root}${game}/revisions.html#${anchor}` },
      element("span", { class: "path" }, _("改訂・{date}", { date })),
      element("span", { class: "line" }, `ver.${version}`),
      element("span", { class: "snippet", ...rulebook.japanese }, note),
    );
  };

  /** Return the labelled list of notes in an array, empty without notes. */
  rulebook.revisionList = (notes) => rulebook.labelledList("hits extra", _("改訂"), notes.map(noteItem));
}
