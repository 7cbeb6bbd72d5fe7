// In a frame on another website: sends its height to the page around it, whenever that changes.
// That page receives no more than a number.
const tell = () => parent.postMessage({ twenties: "height", height: document.body.scrollHeight }, "*");

if (parent !== window) new ResizeObserver(tell).observe(document.body);
