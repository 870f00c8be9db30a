/** Keeps all files of one version together; another version waits until the user takes it. */
const scope = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `jal-studio-${VERSION}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL.map((path) => new Request(path, { cache: "reload" })))));
});

scope.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith("jal-studio-") && name !== CACHE) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(clean());
});

scope.addEventListener("message", (event) => {
  if (event.data === "take over") void scope.skipWaiting();
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  event.respondWith(answer(request, address));
});

async function answer(request: Request, address: URL): Promise<Response> {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === "navigate" && /\/(index\.html)?$/.test(address.pathname);
  const kept = isPage ? await cache.match("./") : await cache.match(request, { ignoreSearch: false });
  return kept ?? fetch(request);
}
