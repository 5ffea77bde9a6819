// The service worker stores the site and serves it from the store, so that all pages are of one
// version, in whatever order the files of a new version reach the host. A first visit stores what
// every page needs; the idle page then asks for the rest. Stored files are checked by their digests,
// other pages by the version that they contain. A new version is stored apart, used only when it is
// complete, and waits until the reader takes it. English pages are stored when one is opened.
"use strict";

const STORED = `rulebook-${SITE.version}`;
// Pages of single clauses, stored when visited.
const VISITED = `rulebook-visited-${SITE.version}`;
// The card reader, stored when used; its folder is named after its content.
const READER = `rulebook-${SITE.reader[0]?.split("/", 2).join("-")}`;
const DIGESTS = new Map(Object.entries({ ...SITE.kept, ...SITE.english }));
const MARK = `<span data-version>${SITE.version}</span>`;

const pathOf = (url) => {
  let path = url.slice(registration.scope.length).replace(/[?#].*/s, "");
  try {
    path = decodeURIComponent(path);
  } catch {
    // A malformed path (%zz), used unchanged.
  }
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
};
const urlOf = (path) => new URL(path, registration.scope).href;

/** Return the response without its redirects, which browsers refuse for pages. */
const withoutRedirect = (response, body) =>
  new Response(body, { status: response.status, headers: response.headers });

/** Fetch a file of this version; fails if its digest differs. */
const fetchChecked = async (path) => {
  const ask = (cache) => fetch(urlOf(path), { cache, integrity: DIGESTS.get(path) });
  // The HTTP cache may be older than the host says.
  const response = await ask("no-cache").catch(() => ask("reload"));
  return withoutRedirect(response, await response.blob());
};

const storeAll = async (paths) => {
  const found = await Promise.all(paths.map(fetchChecked));
  const cache = await caches.open(STORED);
  await Promise.all(paths.map((path, place) => cache.put(urlOf(path), found[place])));
};

/** Store the missing files of `paths` one by one, so that requests of the reader come first. */
const storeMissing = async (paths) => {
  const cache = await caches.open(STORED);
  for (const path of paths) if (!(await cache.match(urlOf(path)))) await storeAll([path]);
};

/** Whether every page needs a file; files of one game are in folders, or data with its name. */
const isForAll = (path) => !path.includes("/") || /^static\/|^data\/vocabulary\.js$/.test(path);

/** Store what is needed at once; of an update everything, so that no stored page is lost. */
const storeFirst = () => {
  const isUpdate = registration.active && !navigator.connection?.saveData;
  return storeAll(Object.keys(SITE.kept).filter((path) => isUpdate || isForAll(path)));
};

const deleteOldCaches = async () => {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith("rulebook-") && ![STORED, VISITED, READER].includes(name),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
};

const fromStore = async (path) => (await caches.open(STORED)).match(urlOf(path));

/** Return a redirect from the page of a clause to its chapter, which has its text, or null. */
const inChapter = (path) => {
  const match = /^((?:en\/)?([a-z0-9-]+))\/(([0-9]+(?:の[0-9]+)*)[0-9a-zの.-]*)\.html$/.exec(path);
  if (!match || !SITE.clauses[match[2]]?.includes(match[3])) return null;
  const chapter = `${match[1]}/chapter-${match[4]}.html`;
  return DIGESTS.has(chapter) ? Response.redirect(urlOf(`${chapter}#${match[3]}`)) : null;
};

/** Return the stored page `path` in place of another, with `status`. */
const substitute = async (path, status) => {
  const page = await fromStore(path);
  return page && new Response(page.body, { status, headers: page.headers });
};
/** Return the page for a missing page of this version. */
const notHere = () => substitute("404.html", 404);
/** Return the page for one that is not stored, without a network. */
const notStored = () => substitute("offline.html", 503);

/** Return a file that is not stored in advance: from an earlier visit, else from the network. */
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
    await visited.put(urlOf(path), withoutRedirect(response, html));
    return withoutRedirect(response, html);
  }
  // No page of another version is shown; a complete new version may be ready.
  if (response.ok) registration.update().catch(() => {});
  const missing = response.ok || response.status === 404;
  return inChapter(path) ?? ((missing && (await notHere())) || withoutRedirect(response, html));
};

let isRetired = false;

/** Delete the store and unregister, once: the host has another version with its own worker. */
const retire = async () => {
  if (isRetired) return;
  isRetired = true;
  await caches.delete(STORED);
  await registration.unregister();
};

/** Fetch and store a file that is not stored (yet); retire if the host no longer has it. */
const fetchMissing = async (request, path) => {
  try {
    const response = await fetchChecked(path);
    await (await caches.open(STORED)).put(urlOf(path), response.clone());
    return response;
  } catch {
    const response = await fetch(request).catch(() => null);
    if (!response) return (request.mode === "navigate" && (await notStored())) || Response.error();
    await retire();
    return response;
  }
};

/** Store and return an English page, or redirect to the Japanese one. */
const inEnglish = async (path) => {
  try {
    await storeAll([path]);
    return fromStore(path);
  } catch {
    return Response.redirect(urlOf(path.slice("en/".length)));
  }
};

/** Return a file of the card reader from the store, else from the network, and store it. */
const ofReader = async (path) => {
  const cache = await caches.open(READER);
  const found = await cache.match(urlOf(path));
  if (found) return found;
  const response = await fetch(urlOf(path));
  if (response.ok) cache.put(urlOf(path), response.clone()).catch(() => {});
  return response;
};

const storeReader = async () => {
  const cache = await caches.open(READER);
  for (const path of SITE.reader)
    if (!(await cache.match(urlOf(path)))) await cache.add(urlOf(path));
};

/** Return the response to a request, from the store if it has the file. */
const answer = async (request) => {
  if (isRetired) return fetch(request);
  const path = pathOf(request.url);
  if (SITE.reader.includes(path)) return ofReader(path);
  if (!DIGESTS.has(path)) return fromNetwork(request, path);
  const get = path.startsWith("en/") ? inEnglish : (path) => fetchMissing(request, path);
  return (await fromStore(path)) ?? get(path);
};

addEventListener("install", (event) => event.waitUntil(storeFirst()));
addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take over") skipWaiting();
  if (data === "keep reader") event.waitUntil(storeReader().catch(() => {}));
  if (data === "keep English") event.waitUntil(storeMissing(Object.keys(SITE.english)).catch(() => {}));
  if (data === "keep the rest") {
    const say = (word) => event.ports[0]?.postMessage(word);
    const stored = storeMissing(Object.keys(SITE.kept));
    event.waitUntil(stored.then(() => say("kept"), () => say("not kept")));
  }
  // A page from the network asks for control by the worker of its version.
  if (data === `claim ${SITE.version}`) clients.claim();
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope))
    event.respondWith(answer(event.request));
});
