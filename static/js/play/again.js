// An empty board looks again by itself: as soon as a match is there, its page opens.

const EVERY = 5000;
const page = document.querySelector("[data-again]");

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(page.dataset.again, {
      redirect: "manual",
      cache: "no-store",
    });
    if (answer.type === "opaqueredirect" || answer.status === 410) {
      location.replace(page.dataset.again);
    }
  } catch {
    // No network: the next look may have one.
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
