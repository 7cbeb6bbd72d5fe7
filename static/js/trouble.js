// When htmx is answered with an error, the page shows that; the words are in the page.
const flashes = document.getElementById("flashes");

document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  const words =
    document.getElementById(`trouble-${status}`) ?? document.getElementById("trouble");
  if (!flashes || !words) return;
  flashes.replaceChildren(words.content.cloneNode(true));
  flashes.scrollIntoView({ block: "nearest" });
});
