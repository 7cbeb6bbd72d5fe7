// Loaded into Playwright's driver before it starts (NODE_OPTIONS in tests/browser/conftest.py).
// Firefox ESR doesn't know every command of WebDriver BiDi that Playwright sends to each page
// it opens: the themes and the size of the screen are emulated where that is known.
const { prototype } = require("module");
const compile = prototype._compile;
const UNKNOWN = /(this(?:\.\w+)+)\.send\("(emulation\.set(?:MediaFeatures|ScreenSettings|ScreenOrientation)Override)", /g;

prototype._compile = function (text, file) {
  const may_fail = '((what) => $1.send("$2", what).catch(() => {}))(';
  return compile.call(this, text.replace(UNKNOWN, may_fail), file);
};
