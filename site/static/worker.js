// The service worker: the site is kept and read from there, so that all pages are of one version, in
// whatever order the files of a new one reach the host.  A first visit keeps what every page needs;
// the rest comes when the page is still and asks for it.  What is kept
// is checked against its digest, any other page against the version that it carries.  A new version
// is fetched beside, counts only when it is whole, and waits until the reader takes it.
// English pages are kept when the reader has opened one.
"use strict";

const KEPT = `rulebook-${SITE.version}`;
// Pages of single clauses, kept as they are visited.
const VISITED = `rulebook-visited-${SITE.version}`;
// What reads cards, kept when the reader has asked for it; its folder is named after its content.
const READER = `rulebook-${SITE.reader[0]?.split("/", 2).join("-")}`;
const DIGESTS = new Map(Object.entries({ ...SITE.kept, ...SITE.english }));
const MARK = `<span data-version>${SITE.version}</span>`;

const pathOf = (url) => {
  let path = url.slice(registration.scope.length).replace(/[?#].*/s, "");
  try {
    path = decodeURIComponent(path);
  } catch {
    // No path of ours (%zz): it is looked for as it is.
  }
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
};
const urlOf = (path) => new URL(path, registration.scope).href;

/** The same answer without the way that it came: a page may not be read from a redirected one. */
const plain = (response, body) =>
  new Response(body, { status: response.status, headers: response.headers });

/** A file as it was when this version was built; fails for any other. */
const fetchWhole = async (path) => {
  const ask = (cache) => fetch(urlOf(path), { cache, integrity: DIGESTS.get(path) });
  // What the browser has may be older than the host says.
  const response = await ask("no-cache").catch(() => ask("reload"));
  return plain(response, await response.blob());
};

const keepAll = async (paths) => {
  const found = await Promise.all(paths.map(fetchWhole));
  const cache = await caches.open(KEPT);
  await Promise.all(paths.map((path, place) => cache.put(urlOf(path), found[place])));
};

/** Keep what is missing of `paths`, one after the other, so that the reader comes first. */
const keepMissing = async (paths) => {
  const cache = await caches.open(KEPT);
  for (const path of paths) if (!(await cache.match(urlOf(path)))) await keepAll([path]);
};

/** Whether every page needs a file: those of one game lie in folders, their data has its name. */
const isForAll = (path) => !path.includes("/") || /^static\/|^data\/vocabulary\.js$/.test(path);

/** What is kept at once: of a new version all, so that nothing is lost that could be read before. */
const keepFirst = () => {
  const isUpdate = registration.active && !navigator.connection?.saveData;
  return keepAll(Object.keys(SITE.kept).filter((path) => isUpdate || isForAll(path)));
};

const forgetOld = async () => {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith("rulebook-") && ![KEPT, VISITED, READER].includes(name),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
};

const fromKept = async (path) => (await caches.open(KEPT)).match(urlOf(path));

/** A clause's text is in its chapter too: lead there where its own page is not at hand. */
const inChapter = (path) => {
  const match = /^((?:en\/)?([a-z0-9-]+))\/(([0-9]+)[0-9a-z.-]*)\.html$/.exec(path);
  if (!match || !SITE.clauses[match[2]]?.includes(match[3])) return null;
  const chapter = `${match[1]}/chapter-${match[4]}.html`;
  return DIGESTS.has(chapter) ? Response.redirect(urlOf(`${chapter}#${match[3]}`)) : null;
};

/** A stored page shown instead of another, with the status that says why. */
const instead = async (path, status) => {
  const page = await fromKept(path);
  return page && new Response(page.body, { status, headers: page.headers });
};
/** What is shown where this version has no such page. */
const notHere = () => instead("404.html", 404);
/** What is shown where a page is not stored and the network cannot be reached. */
const notStored = () => instead("offline.html", 503);

/** A page or file that is not kept: from an earlier visit, or from the network. */
const fromNetwork = async (request, path) => {
  const visited = await caches.open(VISITED);
  const found = await visited.match(urlOf(path));
  if (found) return found;
  let response;
  try {
    response = await fetch(request);
  } catch (error) {
    const other = inChapter(path) ?? (request.mode === "navigate" && (await notStored()));
    if (other) return other;
    throw error;
  }
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  const html = await response.text();
  if (response.ok && html.includes(MARK)) {
    await visited.put(urlOf(path), plain(response, html));
    return plain(response, html);
  }
  // Nothing of another version is shown; maybe the new one can be had by now.
  if (response.ok) registration.update().catch(() => {});
  const missing = response.ok || response.status === 404;
  return inChapter(path) ?? ((missing && (await notHere())) || plain(response, html));
};

let isRetired = false;

/** Go out of the way, once: what comes is of another version, and has its own worker. */
const retire = async () => {
  if (isRetired) return;
  isRetired = true;
  await caches.delete(KEPT);
  await registration.unregister();
};

/** What is not kept yet, or no more: get it, or retire where this version is gone for good. */
const notKept = async (request, path) => {
  try {
    const response = await fetchWhole(path);
    await (await caches.open(KEPT)).put(urlOf(path), response.clone());
    return response;
  } catch {
    const response = await fetch(request).catch(() => null);
    if (!response) return (request.mode === "navigate" && (await notStored())) || Response.error();
    await retire();
    return response;
  }
};

/** An English page, kept from now on; where it cannot be had, its Japanese twin. */
const inEnglish = async (path) => {
  try {
    await keepAll([path]);
    return fromKept(path);
  } catch {
    return Response.redirect(urlOf(path.slice("en/".length)));
  }
};

/** A file of what reads cards: kept from an earlier time, or from the network and kept from now. */
const ofReader = async (path) => {
  const cache = await caches.open(READER);
  const found = await cache.match(urlOf(path));
  if (found) return found;
  const response = await fetch(urlOf(path));
  if (response.ok) cache.put(urlOf(path), response.clone()).catch(() => {});
  return response;
};

const keepReader = async () => {
  const cache = await caches.open(READER);
  for (const path of SITE.reader)
    if (!(await cache.match(urlOf(path)))) await cache.add(urlOf(path));
};

const answer = async (request) => {
  if (isRetired) return fetch(request);
  const path = pathOf(request.url);
  if (SITE.reader.includes(path)) return ofReader(path);
  if (!DIGESTS.has(path)) return fromNetwork(request, path);
  const get = path.startsWith("en/") ? inEnglish : (path) => notKept(request, path);
  return (await fromKept(path)) ?? get(path);
};

addEventListener("install", (event) => event.waitUntil(keepFirst()));
addEventListener("activate", (event) => event.waitUntil(forgetOld()));
addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take over") skipWaiting();
  if (data === "keep reader") event.waitUntil(keepReader().catch(() => {}));
  if (data === "keep English") event.waitUntil(keepMissing(Object.keys(SITE.english)).catch(() => {}));
  if (data === "keep the rest") {
    const say = (word) => event.ports[0]?.postMessage(word);
    const kept = keepMissing(Object.keys(SITE.kept));
    event.waitUntil(kept.then(() => say("kept"), () => say("not kept")));
  }
  // A page that came from the network asks for its worker, and gets it if both are of one version.
  if (data === `claim ${SITE.version}`) clients.claim();
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope))
    event.respondWith(answer(event.request));
});
