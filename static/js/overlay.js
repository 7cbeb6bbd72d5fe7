// The overlay of a stream follows its match. Viewers don't see that a connection is lost.
import { follow, renew } from "./follow.js";

function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("now");
  if (fresh) document.getElementById("now").replaceWith(fresh);
  return fresh?.dataset.mark;
}

const { now: address, revisions } = document.body.dataset;
const following = follow({
  address,
  revisions,
  changed: put,
  gone: () => {
    document.getElementById("now").hidden = true;
    renew();
  },
  lost: () => {},
});
following.see(document.getElementById("now").dataset.mark);
