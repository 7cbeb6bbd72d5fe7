// Shows the news this browser asked for while no page of the site is open. It answers
// no requests and keeps no pages: that is the business of the page where scores are entered.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const message = event.data?.json();
  if (!message) return;
  const shown = self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.about,
    renotify: true,
    data: { url: message.url, own: message.own },
    icon: "{{ icon }}",
  });
  event.waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

// What is about oneself opens one's own page, whose address only this browser knows.
async function open({ url, own }) {
  const kept = own && (await (await caches.open("own-page")).match("/own-page"));
  const address = new URL(kept ? await kept.text() : url, self.location.origin);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === address.pathname);
  if (there) return there.focus();
  return self.clients.openWindow(address.href);
}
