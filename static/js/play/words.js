// The page's own words, translated by the server and kept in a template.

const said = new Map();
for (const word of document.getElementById("words").content.children) {
  said.set(word.dataset.word, word.textContent);
}

/** A sentence of the page with its gaps filled: say("round", {number: 3}). */
export const say = (word, gaps = {}) =>
  said.get(word).replace(/\{(\w+)\}/g, (_, gap) => String(gaps[gap] ?? ""));

const plural = new Intl.PluralRules(document.documentElement.lang);

/** As many as n of it, in the form that the page's language has for this number. */
export const count = (word, n) => {
  const form = `${word}.${plural.select(n)}`;
  return say(said.has(form) ? form : `${word}.other`, { n });
};

/** Numbers side by side, the way people write a result. */
export const versus = (numbers) => numbers.map((number) => number ?? "?").join("–");

const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "numeric",
  minute: "2-digit",
});
/** As the server writes it: 19:30, or 7:30 pm. */
export const timeOf = (iso) =>
  clock.format(new Date(iso)).replace(/\s([AP]M)$/, (half) => `\u00a0${half.trim().toLowerCase()}`);
