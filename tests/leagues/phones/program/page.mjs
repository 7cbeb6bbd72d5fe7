// What the modules expect of a browser, as little of it as they use. Nothing is kept on disk:
// without a database what a phone keeps lasts as long as the page.

export const went = []; // where the page was sent
/** The other tabs: how often they got a message, and who hears them. */
export const tabs = {
  posted: 0,
  postMessage: () => (tabs.posted += 1),
  addEventListener: (_, listener) => (tabs.listener = listener),
};
globalThis.BroadcastChannel = function () {
  return tabs;
};
globalThis.self = globalThis;
globalThis.sessionStorage = {};
globalThis.document = {
  getElementById: () => ({
    content: { children: [{ dataset: { word: "not-done" }, textContent: "no" }] },
  }),
  documentElement: { lang: "en" },
};
globalThis.location = {
  assign: (to) => went.push(["assign", to]),
  replace: (to) => went.push(["replace", to]),
};

/** What the site was asked: [address, body]. */
export const asked = [];

/** The site answers these, one a request: {status, body}, an error, or what a function makes. */
export function site(...answers) {
  asked.length = 0;
  globalThis.fetch = async (address, { body, headers }) => {
    asked.push([address, body && JSON.parse(body), headers]);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    const { status, body: said } =
      typeof answer === "function" ? answer(body && JSON.parse(body)) : answer;
    return new Response(said === undefined ? "<h1>gateway</h1>" : JSON.stringify(said), {
      status,
    });
  };
}

/** Two lines, as the site sends them: that it is safe, and its answer when it has looked. */
export function twoLines(...lines) {
  const bytes = (line) =>
    typeof line === "string" ? new TextEncoder().encode(line) : line;
  const stream = new ReadableStream({
    async start(out) {
      for (const line of lines) out.enqueue(bytes(await line));
      out.close();
    },
  });
  return new Response(stream, { headers: { "Content-Type": "application/x-ndjson" } });
}
