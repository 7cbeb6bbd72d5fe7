// Lays long lists out as pages that fit the screen, and turns them over one by one.
// Every page has as many columns as the style says; a list goes on in the next column.
// A picture is a page of its own, made as large as fits.
const TURNS = 10000;

let pages = [];
let at = 0;

function columnsOf(source) {
  return Math.max(1, Number(getComputedStyle(source).getPropertyValue("--columns")) || 1);
}

// How high a heading and a row are, with what stands between them.
function heights(section) {
  const [head, list] = section.children;
  const rows = list.children;
  const first = rows[0]?.getBoundingClientRect();
  const row = rows.length > 1 ? rows[1].getBoundingClientRect().top - first.top : first?.height;
  const top = section.getBoundingClientRect().top;
  return { head: (first?.top ?? head.getBoundingClientRect().bottom) - top, row: row ?? 0 };
}

function part(section, rows) {
  const piece = section.cloneNode(false);
  const list = section.children[1].cloneNode(false);
  list.append(...rows);
  piece.append(section.children[0].cloneNode(true), list);
  return piece;
}

// The sections cut into columns: a column takes another section while two rows of it fit.
function columns(sections, height) {
  const made = [];
  let left = 0;
  for (const section of sections) {
    const { head, row } = heights(section);
    const rows = [...section.children[1].children];
    const gap = parseFloat(getComputedStyle(section).marginBlockEnd) || 0;
    for (let from = 0; from < rows.length; ) {
      const least = head + row * Math.min(2, rows.length - from);
      if (!made.length || left < least) {
        made.push([]);
        left = height;
      }
      const many = Math.max(1, Math.floor((left - head + 0.5) / row));
      const taken = rows.slice(from, from + many);
      made.at(-1).push([section, taken]);
      left -= head + row * taken.length + gap;
      from += many;
    }
  }
  return made;
}

function fit(picture, source) {
  const wide = source.clientWidth / picture.scrollWidth;
  const high = source.clientHeight / picture.scrollHeight;
  picture.style.transform = `scale(${Math.min(wide, high)})`;
}

export function lay(root) {
  pages = [];
  const source = root.querySelector("[data-pages]");
  if (!source) return show(root);
  const style = getComputedStyle(source);
  const height = source.clientHeight - parseFloat(style.paddingBlockStart) - parseFloat(style.paddingBlockEnd);
  const cut = columns([...source.querySelectorAll(":scope > section")], height);
  const pictures = [...source.querySelectorAll(":scope > [data-fit]")];
  const wide = columnsOf(source);
  for (let from = 0; from < cut.length; from += wide) {
    const page = document.createElement("div");
    page.className = "wall-page";
    for (const column of cut.slice(from, from + wide)) {
      const box = document.createElement("div");
      box.append(...column.map(([section, rows]) => part(section, rows)));
      page.append(box);
    }
    pages.push(page);
  }
  pages.push(...pictures);
  source.replaceChildren(...pages);
  for (const picture of pictures) fit(picture, source);
  source.classList.add("laid");
  at = Math.min(at, Math.max(0, pages.length - 1));
  show(root);
}

setInterval(() => {
  if (pages.length < 2) return;
  at = (at + 1) % pages.length;
  show(document);
}, TURNS);

function show(root) {
  pages.forEach((page, number) => (page.hidden = number !== at));
  const mark = root.querySelector("#pages");
  if (mark) mark.textContent = pages.length > 1 ? `${at + 1} / ${pages.length}` : "";
}

export function first() {
  at = 0;
}
