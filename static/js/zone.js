// Proposes the time zone this browser is in, unless one is chosen already.
const choice = document.querySelector("select[data-zone-here]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const sentBefore = document.querySelector(".error-summary");

if (choice && !sentBefore && choice.querySelector(`option[value="${CSS.escape(here)}"]`)) {
  choice.value = here;
}
