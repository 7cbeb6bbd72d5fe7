// A browser's database, as little of it as is used. It takes its time, as a phone's does: what
// is not waited for is not done yet.

const rows = new Map();

function answering(give) {
  const request = {};
  setImmediate(() => {
    request.result = give();
    request.onsuccess();
  });
  return request;
}

const store = {
  get: (key) => answering(() => structuredClone(rows.get(key))),
  put: (value, key) => void rows.set(key, structuredClone(value)),
  get transaction() {
    return answering(() => undefined);
  },
};

globalThis.indexedDB = {
  open: () => answering(() => ({ transaction: () => ({ objectStore: () => store }) })),
};
