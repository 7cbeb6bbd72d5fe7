// In a frame on another website: says how high it is, whenever that changes. Whoever listens is
// told no more than a number.
const tell = () => parent.postMessage({ twenties: "height", height: document.body.scrollHeight }, "*");

if (parent !== window) new ResizeObserver(tell).observe(document.body);
