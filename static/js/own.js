// A player's own page, opened by a personal link or an account, tells this browser whose it
// is: public pages mark their rows, as after "That's me". Nothing of it is sent anywhere.
const { own: pk, name } = document.querySelector("[data-own]").dataset;

try {
  localStorage.setItem("me", JSON.stringify({ pk, name }));
} catch {
  // storage is switched off
}
