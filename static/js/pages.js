// Lays long lists out as pages that fit the screen, and turns them over one by one.
// Every page has as many columns as in the style.
// A picture is a separate page, made as large as fits.
import { paged } from "./columns.js";

const TURNS = 10000;
const MOST_GROWTH = 2;
const ROOM_IN_ROWS = 1.25;

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

// How much higher the rows may be, so that pages leave no part of the screen blank.
function growth(laid, height) {
  const rooms = laid.flat().map((column) => {
    const rows = column.reduce((sum, { list, rows }) => sum + list.row * rows, 0);
    const high = column.reduce((sum, { high, gap }) => sum + high + gap, 0);
    return 1 + (height - high) / rows;
  });
  return Math.max(1, Math.min(MOST_GROWTH, ...rooms));
}

// A short list takes the whole width, and names get more room than in two columns.
function layOut(lists, height, wide) {
  const inOne = lists.length === 1 ? paged(lists, height, 1) : [];
  return inOne.length === 1 ? inOne : paged(lists, height, wide);
}

// Letters are as large as their rows have room for without cutting a name.
function enlarge(source, grown) {
  const names = [...source.querySelectorAll(".name, .against")];
  const rows = [...source.querySelectorAll("li")];
  const fits = (row) => [...row.children].every((part) => part.clientHeight <= row.clientHeight);
  const isWhole = () =>
    names.every((name) => name.scrollWidth <= name.clientWidth) &&
    rows.every(fits);
  let size = grown * ROOM_IN_ROWS;
  do source.style.setProperty("--letters", size);
  while (size > 1 && !isWhole() && (size = Math.max(1, size - 0.05)));
  if (size > 1) source.style.setProperty("--letters", size - 0.02); // whole to a part of a pixel
}

export function lay(root) {
  pages = [];
  const source = root.querySelector("[data-pages]");
  if (!source) return show(root);
  for (const name of ["--grow", "--letters"]) source.style.removeProperty(name);
  const style = getComputedStyle(source);
  const height = source.clientHeight - parseFloat(style.paddingBlockStart) - parseFloat(style.paddingBlockEnd);
  const lists = [...source.querySelectorAll(":scope > section")].map(measured);
  const pictures = [...source.querySelectorAll(":scope > [data-fit]")];
  const laid = layOut(lists, height, columnsOf(source));
  const grown = pictures.length ? 1 : growth(laid, height);
  source.style.setProperty("--grow", grown);
  if (laid.length === 1 && laid[0].length === 1) source.style.setProperty("--columns", 1);
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
  if (!pictures.length) enlarge(source, grown);
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
