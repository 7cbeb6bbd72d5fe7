/** Where a browser lets us, the page opens without a network the next time. */
export async function keepPage(address, worker) {
  if (!("serviceWorker" in navigator)) return; // plain HTTP: it works while it is open
  try {
    await navigator.serviceWorker.register(worker, { scope: "/play/" });
    await navigator.serviceWorker.register(worker, { scope: "/b/" }); // labels
    const pages = await caches.open("play-pages");
    if (await pages.match(address)) return;
    const page = await fetch(address); // a walled-off network answers too
    if (page.ok) await pages.put(address, page);
  } catch {
    // the browser would rather not
  }
}
