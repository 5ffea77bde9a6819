// Reading a pasted card: a worker is loaded when the reader asks for it, and says what the terminal
// says.  Nothing of a text is sent anywhere; its address carries it behind the #.
"use strict";

{
  const { element } = rulebook;
  // What the address says before a text.
  const CARD = "#card=";
  // Milliseconds without a byte or an answer after which a worker is given up.
  const [LOADS, READS] = [60_000, 20_000];

  const place = document.querySelector(".card-reader");
  const form = place.querySelector("form");
  const field = form.querySelector("textarea");
  const status = form.querySelector("[role=status]");
  const progress = form.querySelector("progress");
  const weight = form.querySelector(".weight");
  const instead = form.querySelector(".instead");
  const found = place.querySelector(".card-reading");
  const { alias, reader, bytes, others, longest } = place.dataset;
  const roles = JSON.parse(place.dataset.roles);

  // --- The worker ---------------------------------------------------------------------------

  let worker = null;
  let started = null;
  let lastId = 0;
  const waiting = new Map();

  const giveUp = (error) => {
    worker?.terminate();
    worker = started = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const watch = (one, limit) => {
    clearTimeout(one.timer);
    one.timer = setTimeout(() => giveUp(new Error("timeout")), limit);
  };

  const onMessage = ({ data }) => {
    if (data.fetched) {
      progress.value = data.fetched;
      for (const one of waiting.values()) watch(one, LOADS);
      return;
    }
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    clearTimeout(one?.timer);
    // After a failure nobody knows in what state it is: the next text gets a new one.
    if (data.failed) giveUp(new Error(data.failed));
    if (data.failed) one?.reject(new Error(data.failed));
    else one?.resolve(data.said);
  };

  const ask = (question, limit) =>
    new Promise((resolve, reject) => {
      const one = { resolve, reject, timer: 0 };
      waiting.set((lastId += 1), one);
      watch(one, limit);
      worker.postMessage({ ...question, id: lastId });
    });

  /** What was loaded is kept for reading without a network, and this page with it. */
  const keepOffline = async () => {
    const registration = await navigator.serviceWorker?.ready;
    registration?.active.postMessage("keep reader");
    if (registration) await rulebook.keepRest();
  };

  const start = () => {
    if (!started) {
      const address = new URL(`${rulebook.files}${reader}/reader_worker.js`, document.baseURI);
      worker = new Worker(address, { type: "module" });
      worker.addEventListener("message", onMessage);
      worker.addEventListener("error", () => giveUp(new Error("worker")));
      progress.max = Number(bytes);
      progress.value = 0;
      started = ask({ ask: "start", text: rulebook.game }, LOADS);
      started.then(keepOffline).catch(() => {});
    }
    return started;
  };

  // --- What it says -------------------------------------------------------------------------

  const partOf = ([text, [number], unread]) => {
    const unreadable = { title: _("読み取れない部分"), ...rulebook.own };
    if (unread) return element("mark", unreadable, element("span", rulebook.japanese, text));
    if (!number || !text.trim()) return text;
    return element("a", { class: "ref", href: rulebook.address(rulebook.game, number) }, text);
  };

  /** The stretches of the text from `start` to `end`, in code points. */
  const stretchesIn = (stretches, start, end) => {
    let at = 0;
    return stretches.flatMap(([text, ...rest]) => {
      const letters = Array.from(text);
      const part = letters.slice(Math.max(0, start - at), Math.max(0, end - at)).join("");
      at += letters.length;
      return part ? [[part, ...rest]] : [];
    });
  };

  const numberLink = (number) =>
    element("a", { class: "num", href: rulebook.address(rulebook.game, number) }, number);

  /** The text of a clause without its examples; that of a heading is what follows it. */
  const clauseText = (number, texts) => {
    const clause = texts.byNumber.get(number);
    const text = clause?.text || clause?.children[0]?.text || clause?.title || "";
    return text.split("\n").filter((line) => !/^[・※]?例/.test(line)).join("\n");
  };

  /** The title of a clause, or of the nearest one above that has a title. */
  const sectionTitle = (number, texts) => {
    let clause = texts.byNumber.get(number);
    while (clause && !clause.title) clause = clause.parent;
    return clause?.title ?? "";
  };

  const inJapanese = (text) => element("span", rulebook.japanese, text);

  const fullClause = (number, texts) =>
    element("p", { class: "cited" }, numberLink(number), " ", inJapanese(clauseText(number, texts)));

  const folded = (title, ...children) =>
    element("details", {}, element("summary", {}, title), ...children);

  const unread = ({ unparsed }) =>
    unparsed.length
      ? [
          element(
            "section",
            {},
            element("h3", {}, _("読み取れない部分")),
            element("ul", { class: "notes" }, ...unparsed.map(({ text }) => element("li", rulebook.japanese, text))),
          ),
        ]
      : [];

  /** A step in the language of the page; the words of the card stay in Japanese. */
  const stepSaid = ({ text, text_en, words, by, by_en }) => {
    const who = rulebook.language ? by_en : by;
    const named = !rulebook.language && text.startsWith(by);
    const agent = who && !named ? [element("b", {}, _("{who}：", { who: capitalised(who) }))] : [];
    if (!rulebook.language) return [...agent, text];
    return [...agent, text_en.slice(0, text_en.length - words.length), inJapanese(words)];
  };

  const capitalised = (word) => word[0].toUpperCase() + word.slice(1);

  /** A step with its clause: in full where `shown` does not have it yet. */
  const stepItem = (step, depth, first, shown, texts) => {
    const number = step.clause ?? step.clauses[0];
    const said = [element("span", { class: "said" }, ...stepSaid(step))];
    if (number === first) said.push(" ", element("small", { class: "deciding" }, _("決め手")));
    if (step.clause && !shown.has(number)) said.push(fullClause(number, texts));
    else if (number) said.push(" ", numberLink(number));
    shown.add(number);
    return element("li", { class: `d${Math.min(depth, 3)}` }, ...said);
  };

  /** The steps that only this ability has; those around all effects are left out. */
  const ownSteps = (steps) => {
    let level = 0;
    return steps.flatMap((step) => {
      if (step.general) level = Number(step.part === "effect");
      if (step.general || step.part === "between") return [];
      if (!step.depth) level = 0;
      return [[step, step.depth - level]];
    });
  };

  /** What may come between or after, a line for each heading of the rules, its clauses folded. */
  const mayFollow = (steps, texts) => {
    const bySection = new Map();
    for (const { part, clause } of steps) {
      if (part !== "between" || !clause) continue;
      const title = sectionTitle(clause, texts);
      bySection.set(title, [...new Set([...(bySection.get(title) ?? []), clause])]);
    }
    const lines = [...bySection].map(([title, numbers]) =>
      folded(
        element("span", {}, _("起こりうる："), inJapanese(title), " ", numbers.join(" ")),
        ...numbers.map((number) => fullClause(number, texts)),
      ),
    );
    return lines.length ? [element("div", { class: "may-follow" }, ...lines)] : [];
  };

  const ability = (told, at, shown, texts) => {
    const { start, end, steps } = told.resolution.abilities[at];
    const clauses = told.annotation.governing[at];
    const parts = stretchesIn(told.stretches, start, end).map(partOf);
    const own = ownSteps(steps);
    const first = clauses[0]?.number;
    const hasFirst = own.some(([step]) => (step.clause ?? step.clauses[0]) === first);
    const deciding = first && !hasFirst ? [fullClause(first, texts)] : [];
    const items = own.map(([step, depth]) => stepItem(step, depth, first, shown, texts));
    return element(
      "section",
      { class: "ability" },
      element("h3", { class: "unseen" }, _("能力{number}", { number: at + 1 })),
      element("blockquote", { class: "text", lang: "ja" }, ...parts),
      ...deciding,
      ...(items.length ? [element("ol", { class: "steps" }, ...items)] : []),
      ...mayFollow(steps, texts),
    );
  };

  /** What is the same for every ability: the steps of playing it, and their clauses. */
  const general = ({ resolution }, shown, texts) => {
    const steps = resolution.abilities.flatMap(({ steps }) => steps);
    const said = new Map(steps.filter((step) => step.general).map((step) => [step.text, step]));
    const numbers = new Set(steps.filter((step) => step.part !== "between").flatMap((step) => step.clauses));
    const left = [...numbers].filter((number) => !steps.some(({ clause }) => clause === number));
    if (!left.length) return [];
    return [
      folded(
        _("どの能力にも共通の手順と条文（{count}）", { count: left.length }),
        element("ul", { class: "notes" }, ...[...said.values()].map((step) => element("li", {}, ...stepSaid(step)))),
        ...left.map((number) => fullClause(number, texts)),
      ),
    ];
  };

  /** Every clause that governs an ability, in a judge's order, with the words that it is for. */
  const allClauses = ({ annotation, resolution }, texts) => {
    const letters = Array.from(annotation.text);
    const lists = annotation.governing.map((clauses, at) =>
      clauses.map(({ number, role, spans }) => {
        const { start, end } = resolution.abilities[at];
        const words = spans.filter((span) => span.end - span.start < end - start);
        const of = words.length ? `「${letters.slice(words[0].start, words[0].end).join("")}」` : "";
        const why = element("small", {}, roles[role], " ", inJapanese(of));
        return element("li", {}, fullClause(number, texts), why);
      }),
    );
    const count = new Set(annotation.governing.flat().map(({ number }) => number)).size;
    if (!count) return [];
    const ordered = lists.map((items) => element("ol", { class: "links" }, ...items));
    return [folded(_("すべての条文（{count}）", { count }), ...ordered)];
  };

  const share = () => {
    const button = element("button", { type: "button" }, _("この結果のリンクをコピー"));
    button.addEventListener("click", async () => {
      await rulebook.copyText(location.href);
      status.textContent = _("リンクをコピーしました。");
    });
    return element("p", { class: "tool-row" }, button);
  };

  const show = (told, texts) => {
    const shown = new Set();
    const abilities = told.resolution.abilities.map((_one, at) => ability(told, at, shown, texts));
    const whole = element("blockquote", { class: "text", lang: "ja" }, ...told.stretches.map(partOf));
    found.replaceChildren(
      ...unread(told.annotation),
      ...(abilities.length ? abilities : [whole]),
      ...general(told, shown, texts),
      ...allClauses(told, texts),
      share(),
    );
    found.scrollIntoView({ block: "start" });
  };

  const showOther = (other) => {
    const title = document.documentElement.lang === "en" ? other.title_en : other.title;
    const link = element("a", { href: rulebook.cardAddress(other.id, field.value) }, title);
    found.prepend(element("p", { class: "remark" }, _("別のゲームのカードのようです："), link));
  };

  // --- The page -----------------------------------------------------------------------------

  const keepInAddress = (text) => {
    try {
      const kept = location.pathname + location.search + CARD + encodeURIComponent(text);
      history.replaceState(history.state, "", kept);
    } catch {
      // A browser that forbids it reads all the same.
    }
  };

  /** Why a text cannot be taken, or nothing. */
  const refusal = (text) => {
    const length = Array.from(text).length;
    if (!text.trim()) return _("カードのテキストを入れてください。");
    if (length > Number(longest)) return _("長すぎます（{count}字）。カードは1枚ずつ読みます。", { count: length });
    return text.isWellFormed?.() === false ? _("文字が壊れています。もう一度コピーしてください。") : "";
  };

  const read = async (text) => {
    progress.hidden = false;
    status.textContent = worker ? _("読んでいます。") : _("読み込んでいます。");
    try {
      await start();
      progress.hidden = true;
      weight.hidden = true;
      const [told, texts] = await Promise.all([
        ask({ ask: "read", text }, READS),
        rulebook.texts(rulebook.game),
      ]);
      if (told.refused) throw new Error(_("カードの文字がないか、壊れています"));
      show(told, texts);
      const { length } = told.annotation.unparsed;
      status.textContent = length ? _("読み取れない部分が{count}か所あります。", { count: length }) : _("読めました。");
      const asked = { ask: "likeliest", text, others: others.split(" ") };
      const other = told.doubtful && (await ask(asked, LOADS));
      if (other) showOther(other);
    } catch (error) {
      status.textContent = _("読めませんでした（{error}）。もう一度お試しください。", { error: error.message });
    }
    progress.hidden = true;
  };

  const submit = (event) => {
    event.preventDefault();
    const text = field.value;
    const why = refusal(text);
    found.replaceChildren();
    status.textContent = why;
    if (why) return;
    keepInAddress(text);
    read(text);
  };

  const restore = () => {
    if (location.hash.startsWith(CARD)) {
      field.value = rulebook.decoded(location.hash.slice(CARD.length));
      field.dispatchEvent(new Event("input"));
    }
  };

  // --- Where it cannot be read here ----------------------------------------------------------

  const obstacle = () => {
    if (!reader) return _("このサイトには、カードを読むプログラムが入っていません。");
    if (!location.protocol.startsWith("http")) return _("ファイルとして開いたページでは読めません。");
    if (!globalThis.WebAssembly || !globalThis.Worker) return _("このブラウザでは読めません。");
    return "";
  };

  const command = () => {
    const text = (field.value || "…").replaceAll("'", `'\\''`);
    return ["annotate", "resolve"].map((name) => `rulebook ${name} -g ${alias} '${text}'`).join("\n");
  };

  const showInstead = (why) => {
    const told = instead.querySelector("code");
    const fill = () => (told.textContent = command());
    instead.querySelector("p").textContent = why;
    instead.hidden = false;
    form.querySelector("[type=submit]")?.remove();
    field.addEventListener("input", fill);
    instead
      .querySelector("[data-copy-command]")
      .addEventListener("click", () => rulebook.copyText(command()));
    fill();
  };

  const why = obstacle();
  if (why) showInstead(why);
  else form.addEventListener("submit", submit);
  field.addEventListener("paste", ({ clipboardData }) => {
    if (clipboardData?.files.length) status.textContent = _("画像は読めません。テキストを貼り付けてください。");
  });
  addEventListener("hashchange", restore);
  restore();
}
