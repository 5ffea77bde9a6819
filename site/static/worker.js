// The service worker: the whole site is kept on the first visit and read from there, so that all
// pages are of one version.  A new version is fetched beside and waits until the reader takes it.
"use strict";

const KEPT = `rulebook-${SITE.version}`;
// Pages of single clauses, kept as they are visited.
const VISITED = `rulebook-visited-${SITE.version}`;
const KNOWN = new Set(SITE.kept);

const pathOf = (url) => {
  const path = decodeURIComponent(new URL(url).pathname).slice(
    decodeURIComponent(new URL(registration.scope).pathname).length,
  );
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
};
const urlOf = (path) => new URL(path, registration.scope).href;

const keepAll = async () => {
  const cache = await caches.open(KEPT);
  await cache.addAll(SITE.kept.map((path) => new Request(urlOf(path), { cache: "no-cache" })));
};

const forgetOld = async () => {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith("rulebook-") && name !== KEPT && name !== VISITED,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
};

/** A clause's text is in its chapter too: lead there where its own page is not at hand. */
const inChapter = (path) => {
  const match = /^([a-z0-9-]+)\/(([0-9]+)[0-9.-]*)\.html$/.exec(path);
  const chapter = match && `${match[1]}/chapter-${match[3]}.html`;
  return KNOWN.has(chapter) ? Response.redirect(urlOf(`${chapter}#${match[2]}`)) : null;
};

const fromNetwork = async (request, path) => {
  const cache = await caches.open(VISITED);
  try {
    const response = await fetch(request);
    if (response.ok && path.endsWith(".html")) cache.put(urlOf(path), response.clone());
    return response;
  } catch (error) {
    const found = (await cache.match(urlOf(path))) ?? inChapter(path);
    if (found) return found;
    if (request.mode === "navigate") return caches.match(urlOf("404.html"));
    throw error;
  }
};

const answer = async (request) => {
  const path = pathOf(request.url);
  const kept = KNOWN.has(path) && (await (await caches.open(KEPT)).match(urlOf(path)));
  return kept || fromNetwork(request, path);
};

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOld()));
addEventListener("message", (event) => event.data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope))
    event.respondWith(answer(event.request));
});
