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

  const numberLink = (number, texts, named) => {
    const clause = texts.byNumber.get(number);
    const told = element("b", { class: "num" }, number);
    const title = named && clause ? element("span", rulebook.japanese, ` ${rulebook.heading(clause)}`) : "";
    return element("a", { href: rulebook.address(rulebook.game, number) }, told, title);
  };

  const section = (title, ...children) =>
    element("section", {}, element("h3", {}, title), ...children);

  const unread = ({ unparsed }) =>
    unparsed.length
      ? [
          section(
            _("読み取れない部分"),
            element("ul", { class: "notes" }, ...unparsed.map(({ text }) => element("li", rulebook.japanese, text))),
          ),
        ]
      : [];

  const linkList = (clauses, texts) =>
    element(
      "ul",
      { class: "links" },
      ...clauses.map(({ number, role }) =>
        element("li", {}, numberLink(number, texts, true), " ", element("small", {}, roles[role])),
      ),
    );

  /** The clauses in a judge's order; what words mean is folded. */
  const clauseList = (clauses, texts) => {
    const means = clauses.filter(({ role }) => role === "definition");
    const list = linkList(clauses.filter((clause) => !means.includes(clause)), texts);
    const title = element("summary", {}, _("{role}（{count}）", { role: roles.definition, count: means.length }));
    return means.length ? [list, element("details", {}, title, linkList(means, texts))] : [list];
  };

  /** A step in the language of the page, but for the words of the card. */
  const stepSaid = ({ text, text_en, words }) => {
    const said = rulebook.language ? text_en : text;
    return [said.slice(0, said.length - words.length), element("span", rulebook.japanese, words)];
  };

  const stepList = (steps, texts) =>
    element(
      "ol",
      { class: "steps" },
      ...steps.map((step) => {
        const numbers = step.clauses.flatMap((number) => [" ", numberLink(number, texts, false)]);
        return element("li", { class: `d${step.depth}` }, ...stepSaid(step), element("small", {}, ...numbers));
      }),
    );

  const abilities = ({ annotation, resolution }, texts) => {
    const letters = Array.from(annotation.text);
    return resolution.abilities.flatMap(({ start, end, steps }, at) => {
      const said = letters.slice(start, end).join("").trim();
      const clauses = annotation.governing[at];
      if (!clauses.length && !steps.length) return [];
      const parts = [element("p", { class: "lead", lang: "ja" }, said)];
      if (clauses.length) parts.push(element("h4", {}, _("定める条文")), ...clauseList(clauses, texts));
      if (steps.length) parts.push(element("h4", {}, _("解決の手順")), stepList(steps, texts));
      return [section(_("能力{number}", { number: at + 1 }), ...parts)];
    });
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
    const text = element(
      "blockquote",
      { class: "text", lang: "ja" },
      ...told.stretches.map(partOf),
    );
    found.replaceChildren(text, ...unread(told.annotation), ...abilities(told, texts), share());
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
