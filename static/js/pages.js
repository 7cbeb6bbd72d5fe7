// Lays long lists out as pages that fit the screen, and turns them over one by one.
// Every page has as many columns as in the style.
// A picture is a separate page, made as large as fits.
import { paged } from "./columns.js";

const TURNS = 10000;
const MOST_GROWTH = 2;

let pages = [];
let at = 0;

function columnsOf(source) {
  return Math.max(1, Number(getComputedStyle(source).getPropertyValue("--columns")) || 1);
}

// A section as columns.js knows it: how high a heading and a row are, with what is between them.
function measured(section) {
  const [head, list] = section.children;
  const rows = list.children;
  const first = rows[0]?.getBoundingClientRect();
  const row = rows.length > 1 ? rows[1].getBoundingClientRect().top - first.top : first?.height;
  const top = section.getBoundingClientRect().top;
  return {
    section,
    rows: [...rows],
    head: (first?.top ?? head.getBoundingClientRect().bottom) - top,
    row: row ?? 0,
    gap: parseFloat(getComputedStyle(section).marginBlockEnd) || 0,
    many: rows.length,
  };
}

function part(section, rows) {
  const piece = section.cloneNode(false);
  const list = section.children[1].cloneNode(false);
  list.append(...rows);
  piece.append(section.children[0].cloneNode(true), list);
  return piece;
}

function fit(picture, source) {
  const wide = source.clientWidth / picture.scrollWidth;
  const high = source.clientHeight / picture.scrollHeight;
  picture.style.transform = `scale(${Math.min(wide, high)})`;
}

// How much higher the rows of the only page may be, so that it leaves no part of the screen blank.
function growth(laid, height) {
  if (laid.length !== 1) return 1;
  const rooms = laid[0].map((column) => {
    const rows = column.reduce((sum, { list, rows }) => sum + list.row * rows, 0);
    const high = column.reduce((sum, { high, gap }) => sum + high + gap, 0);
    return 1 + (height - high) / rows;
  });
  return Math.max(1, Math.min(MOST_GROWTH, ...rooms));
}

export function lay(root) {
  pages = [];
  const source = root.querySelector("[data-pages]");
  if (!source) return show(root);
  source.style.removeProperty("--grow");
  const style = getComputedStyle(source);
  const height = source.clientHeight - parseFloat(style.paddingBlockStart) - parseFloat(style.paddingBlockEnd);
  const lists = [...source.querySelectorAll(":scope > section")].map(measured);
  const pictures = [...source.querySelectorAll(":scope > [data-fit]")];
  const laid = paged(lists, height, columnsOf(source));
  if (!pictures.length) source.style.setProperty("--grow", growth(laid, height));
  for (const columns of laid) {
    const page = document.createElement("div");
    for (const column of columns) {
      const box = document.createElement("div");
      box.append(...column.map(({ list, from, to }) => part(list.section, list.rows.slice(from, to))));
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
