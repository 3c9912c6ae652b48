// Keeps the console's page and its files in a cache, so that the page opens even if the service cannot be reached. It
// keeps nothing else and handles no other request: all answers come from the service.

const SHELL = {{ shell|safe }};
const SCOPE = registration.scope;
const OURS = `utilitysvc ${SCOPE} `; // other services of this origin have caches too
const CACHE = `${OURS}{{ release }}`;
const TIMEOUT = 5000; // milliseconds to wait for the service
const AWAY = new Set([502, 503, 504]); // the statuses of a proxy that cannot reach the service
const kept = new Set(); // the client ids of the pages that came from the cache

const addresses = new Set(Object.keys(SHELL).map((path) => new URL(path, SCOPE).href));

// Keep all files of this release or none. While a new release is rolled out, a server of the other release may answer: a
// file with another digest ends the installation.
async function install() {
  const headers = { Accept: "text/html, */*;q=0.5" };
  const requests = Object.entries(SHELL).map(([path, integrity]) => new Request(new URL(path, SCOPE), { integrity, headers }));
  try {
    await (await caches.open(CACHE)).addAll(requests);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await skipWaiting();
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The page from the service, or else from the cache. */
async function page(request, client) {
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT));
  const response = await Promise.race([fetch(request).catch(() => undefined), late]);
  if (response && !AWAY.has(response.status)) return response;
  kept.add(client);
  return file(SCOPE);
}

async function file(address) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address, { ignoreVary: true })) ?? Response.error();
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request, clientId, resultingClientId } = event;
  const [address] = request.url.split("#");
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (address === SCOPE) event.respondWith(page(request, resultingClientId));
  } else if (kept.has(clientId) && addresses.has(address)) {
    event.respondWith(file(address)); // so that a page has the files of its own release
  }
});
