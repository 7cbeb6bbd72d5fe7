/** Where a browser lets us, the page opens without a network the next time: as it came. Asked for
    again are only its headers, its policy among them. */
export async function keepPage(address, worker, came) {
  if (!("serviceWorker" in navigator)) return; // plain HTTP: it works while it is open
  try {
    await navigator.serviceWorker.register(worker, { scope: "/play/" });
    await navigator.serviceWorker.register(worker, { scope: "/b/" }); // labels
    const pages = await caches.open("play-pages");
    if (await pages.match(address)) return;
    const { ok, redirected, headers } = await fetch(address, { method: "HEAD" });
    if (ok && !redirected) await pages.put(address, new Response(came, { headers }));
  } catch {
    // the browser would rather not
  }
}
