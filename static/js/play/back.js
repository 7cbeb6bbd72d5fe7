// Without a network: the way back to the match that this phone opened last, and keeps.
const back = document.querySelector("[data-back]");
const pages = await caches.open("play-pages");
const last = (await pages.keys()).pop();
if (last) {
  back.href = last.url;
  back.hidden = false;
}
