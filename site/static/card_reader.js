// Reading a pasted card in a worker, which is loaded on demand and has the modules of the terminal.
// The text is sent nowhere; the address of the page has it after the #.
"use strict";

{
  const { element } = rulebook;
  // The start of the part of the address that has the text.
  const CARD = "#card=";
  // Milliseconds without a byte or an answer after which the worker is terminated.
  const [LOAD_TIMEOUT, READ_TIMEOUT] = [60_000, 20_000];

  const place = document.querySelector(".card-reader");
  const form = place.querySelector("form");
  const field = form.querySelector("textarea");
  const status = form.querySelector("[role=status]");
  const progress = form.querySelector("progress");
  const downloadSize = form.querySelector(".size");
  const commandBox = form.querySelector(".command");
  const found = place.querySelector(".card-reading");
  const { alias, reader, bytes, others, longest } = place.dataset;
  const roles = JSON.parse(place.dataset.roles);

  // --- The worker ---------------------------------------------------------------------------

  let worker = null;
  let started = null;
  let lastId = 0;
  const pending = new Map();

  /** Terminate the worker and reject all pending requests; the next text starts a new one. */
  const terminate = (error) => {
    worker?.terminate();
    worker = started = null;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };

  const restartTimer = (request, limit) => {
    clearTimeout(request.timer);
    request.timer = setTimeout(() => terminate(new Error("timeout")), limit);
  };

  const onMessage = ({ data }) => {
    if (data.fetched) {
      progress.value = data.fetched;
      for (const each of pending.values()) restartTimer(each, LOAD_TIMEOUT);
      return;
    }
    const request = pending.get(data.id);
    pending.delete(data.id);
    clearTimeout(request?.timer);
    // After a failure the state of the worker is unknown.
    if (data.failed) terminate(new Error(data.failed));
    if (data.failed) request?.reject(new Error(data.failed));
    else request?.resolve(data.result);
  };

  /** Post a message to the worker, and return its answer. */
  const ask = (message, limit) =>
    new Promise((resolve, reject) => {
      const request = { resolve, reject, timer: 0 };
      pending.set((lastId += 1), request);
      restartTimer(request, limit);
      worker.postMessage({ ...message, id: lastId });
    });

  /** Have the service worker store the loaded files and this page, for reading offline. */
  const storeOffline = async () => {
    const registration = await navigator.serviceWorker?.ready;
    registration?.active.postMessage("keep reader");
    if (registration) await rulebook.storeRest();
  };

  const start = () => {
    if (!started) {
      const address = new URL(`${rulebook.files}${reader}/reader_worker.js`, document.baseURI);
      worker = new Worker(address, { type: "module" });
      worker.addEventListener("message", onMessage);
      worker.addEventListener("error", () => terminate(new Error("worker")));
      progress.max = Number(bytes);
      progress.value = 0;
      started = ask({ ask: "start", text: rulebook.game }, LOAD_TIMEOUT);
      started.then(storeOffline).catch(() => {});
    }
    return started;
  };

  // --- The result ---------------------------------------------------------------------------

  /** Return a part of the text as a node: with its clause, or marked as not understood. */
  const partOf = ([text, [number], unread]) => {
    const unreadable = { title: _("読み取れない部分"), ...rulebook.pageLang };
    if (unread) return element("mark", unreadable, element("span", rulebook.japanese, text));
    if (!number || !text.trim()) return text;
    return element("a", { class: "ref", href: rulebook.address(rulebook.game, number) }, text);
  };

  /** Return the parts of the text from `start` to `end`, offsets in code points. */
  const partsIn = (parts, start, end) => {
    let at = 0;
    return parts.flatMap(([text, ...rest]) => {
      const letters = Array.from(text);
      const part = letters.slice(Math.max(0, start - at), Math.max(0, end - at)).join("");
      at += letters.length;
      return part ? [[part, ...rest]] : [];
    });
  };

  const numberLink = (number) =>
    element("a", { class: "num", href: rulebook.address(rulebook.game, number) }, number);

  /** Return the text of a clause without its examples, or of the first child of a heading. */
  const clauseText = (number, texts) => {
    const clause = texts.byNumber.get(number);
    const text = clause?.text || clause?.children[0]?.text || clause?.title || "";
    return text.split("\n").filter((line) => !/^[・※]?例/.test(line)).join("\n");
  };

  /** Return the title of a clause, or of its nearest ancestor with a title. */
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

  /** Return the section of parts that are not understood in an array, empty if there are none. */
  const unreadSection = ({ unparsed }) =>
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

  /** Return a step in the language of the page as nodes; words of the card stay Japanese. */
  const stepText = ({ text, text_en, words, by, by_en }) => {
    const who = rulebook.language ? by_en : by;
    const named = !rulebook.language && text.startsWith(by);
    const agent = who && !named ? [element("b", {}, _("{who}：", { who: capitalised(who) }))] : [];
    if (!rulebook.language) return [...agent, text];
    return [...agent, text_en.slice(0, text_en.length - words.length), inJapanese(words)];
  };

  const capitalised = (word) => word[0].toUpperCase() + word.slice(1);

  /** Return a step as a list item with its clause, in full unless it is in `shown` already. */
  const stepItem = (step, depth, first, shown, texts) => {
    const number = step.clause ?? step.clauses[0];
    const children = [element("span", { class: "action" }, ...stepText(step))];
    if (number === first) children.push(" ", element("small", { class: "deciding" }, _("決め手")));
    if (step.clause && !shown.has(number)) children.push(fullClause(number, texts));
    else if (number) children.push(" ", numberLink(number));
    shown.add(number);
    return element("li", { class: `d${Math.min(depth, 3)}` }, ...children);
  };

  /** Return the steps of this ability with their depth, without those common to all abilities. */
  const ownSteps = (steps) => {
    const around = [];
    return steps.flatMap((step) => {
      while (around.at(-1) >= step.depth) around.pop();
      if (step.general && step.part === "effect") around.push(step.depth);
      if (step.general || step.part === "between") return [];
      return [[step, step.depth - around.length]];
    });
  };

  /** Return what may happen between or after the steps: folded clauses by heading, in an array. */
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

  /** Return the section of the ability at index `at`: its text, steps and clauses. */
  const abilitySection = (result, at, shown, texts) => {
    const { start, end, steps } = result.resolution.abilities[at];
    const clauses = result.annotation.governing[at];
    const parts = partsIn(result.stretches, start, end).map(partOf);
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

  /** Return the folded steps and clauses common to all abilities in an array, empty without any. */
  const commonSteps = ({ resolution }, shown, texts) => {
    const steps = resolution.abilities.flatMap(({ steps }) => steps);
    const common = new Map(steps.filter((step) => step.general).map((step) => [step.text, step]));
    const numbers = new Set(steps.filter((step) => step.part !== "between").flatMap((step) => step.clauses));
    const left = [...numbers].filter((number) => !steps.some(({ clause }) => clause === number));
    if (!left.length) return [];
    return [
      folded(
        _("どの能力にも共通の手順と条文（{count}）", { count: left.length }),
        element("ul", { class: "notes" }, ...[...common.values()].map((step) => element("li", {}, ...stepText(step)))),
        ...left.map((number) => fullClause(number, texts)),
      ),
    ];
  };

  /** Return all governing clauses of each ability, folded, with role and words, in an array. */
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

  const shareButton = () => {
    const button = element("button", { type: "button" }, _("この結果のリンクをコピー"));
    button.addEventListener("click", async () => {
      await rulebook.copyText(location.href);
      status.textContent = _("リンクをコピーしました。");
    });
    return element("p", { class: "tool-row" }, button);
  };

  const show = (result, texts) => {
    const shown = new Set();
    const abilities = result.resolution.abilities.map((_one, at) => abilitySection(result, at, shown, texts));
    const whole = element("blockquote", { class: "text", lang: "ja" }, ...result.stretches.map(partOf));
    found.replaceChildren(
      ...unreadSection(result.annotation),
      ...(abilities.length ? abilities : [whole]),
      ...commonSteps(result, shown, texts),
      ...allClauses(result, texts),
      shareButton(),
    );
    found.scrollIntoView({ block: "start" });
  };

  const showOther = (other) => {
    const title = document.documentElement.lang === "en" ? other.title_en : other.title;
    const link = element("a", { href: rulebook.cardAddress(other.id, field.value) }, title);
    found.prepend(element("p", { class: "remark" }, _("別のゲームのカードのようです："), link));
  };

  // --- The page -----------------------------------------------------------------------------

  const updateAddress = (text) => {
    try {
      const kept = location.pathname + location.search + CARD + encodeURIComponent(text);
      history.replaceState(history.state, "", kept);
    } catch {
      // Some browsers forbid this for file:// addresses; the card is read all the same.
    }
  };

  /** Return why a text cannot be read, or an empty string. */
  const refusal = (text) => {
    const length = Array.from(text).length;
    if (!text.trim()) return _("カードのテキストを入れてください。");
    if (length > Number(longest)) return _("長すぎます（{count}字）。カードは1枚ずつ読みます。", { count: length });
    return text.isWellFormed?.() === false ? _("文字が壊れています。もう一度コピーしてください。") : "";
  };

  /** Read a text in the worker, and show the result or the error. */
  const read = async (text) => {
    progress.hidden = false;
    status.textContent = worker ? _("読んでいます。") : _("読み込んでいます。");
    try {
      await start();
      progress.hidden = true;
      downloadSize.hidden = true;
      const [result, texts] = await Promise.all([
        ask({ ask: "read", text }, READ_TIMEOUT),
        rulebook.texts(rulebook.game),
      ]);
      if (result.refused) throw new Error(_("カードの文字がないか、壊れています"));
      show(result, texts);
      const { length } = result.annotation.unparsed;
      status.textContent = length ? _("読み取れない部分が{count}か所あります。", { count: length }) : _("読めました。");
      const message = { ask: "likeliest", text, others: others.split(" ") };
      const other = result.doubtful && (await ask(message, LOAD_TIMEOUT));
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
    updateAddress(text);
    read(text);
  };

  const restore = () => {
    if (location.hash.startsWith(CARD)) {
      field.value = rulebook.decoded(location.hash.slice(CARD.length));
      field.dispatchEvent(new Event("input"));
    }
  };

  // --- Without a reader ----------------------------------------------------------------------

  /** Return why cards cannot be read on this page, or an empty string. */
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

  const showCommand = (why) => {
    const code = commandBox.querySelector("code");
    const fill = () => (code.textContent = command());
    commandBox.querySelector("p").textContent = why;
    commandBox.hidden = false;
    form.querySelector("[type=submit]")?.remove();
    field.addEventListener("input", fill);
    commandBox
      .querySelector("[data-copy-command]")
      .addEventListener("click", () => rulebook.copyText(command()));
    fill();
  };

  const why = obstacle();
  if (why) showCommand(why);
  else form.addEventListener("submit", submit);
  field.addEventListener("paste", ({ clipboardData }) => {
    if (clipboardData?.files.length) status.textContent = _("画像は読めません。テキストを貼り付けてください。");
  });
  addEventListener("hashchange", restore);
  restore();
}
