// Keeps the entry page on this phone: what it is made of, and the pages that were opened.
// Reports are none of its business; the page keeps and sends those itself.
const SHELL = "play-{{ version }}";
const PAGES = "play-pages";
const FILES = [{% for file in files %}
  "{{ file|escapejs }}",{% endfor %}
];
const OFFLINE = "{% url 'play_offline' %}";
const PATIENCE = 4000;
const MOST = 20; // pages, the latest ones

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

async function tidy() {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith("play-") && name !== SHELL && name !== PAGES,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
  if (old.length) await freshen(await caches.open(PAGES));
}

// A page that was kept asks for the program of its day, which has just been thrown away.
async function freshen(pages) {
  for (const { url } of await pages.keys()) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok && !answer.redirected) await pages.put(url, answer);
    else await pages.delete(url);
  }
}

async function keep(pages, request, answer) {
  await pages.put(request, answer);
  const all = await pages.keys();
  await Promise.all(all.slice(0, -MOST).map((old) => pages.delete(old)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

const kept = async (request) =>
  (await caches.match(request, { cacheName: SHELL })) ?? fetch(request);

// The page as it is now; where the site is down or does not answer in time, as it was last.
async function page(request) {
  const pages = await caches.open(PAGES);
  const last = await pages.match(request, { ignoreSearch: true });
  const fresh = fetch(request).then(async (answer) => {
    const is = answer.ok && !answer.redirected;
    if (is) await keep(pages, request, answer.clone());
    // A proxy answers for a site that is being started.
    return answer.status >= 500 && last ? last : answer;
  });
  if (!last) return fresh.catch(offline);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, last));
  return Promise.race([fresh.catch(() => last), late]);
}

// A label that was scanned without a network, or a match this phone never opened.
async function offline(why) {
  const said = await caches.match(OFFLINE, { cacheName: SHELL });
  if (!said) throw why;
  return said;
}
