// How lists on the wall become columns and pages: heading 2 high, a row 1, 1 between two lists.

import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { paged } from "../../../../static/js/columns.js";

const list = (name, many) => ({ name, head: 2, row: 1, gap: 1, many });

// Each page as its columns: "A 0-5" is the rows 0 to 5 of A.
const laid = (lists, { height = 12, wide = 2 } = {}) =>
  paged(lists, height, wide).map((page) =>
    page.map((column) => column.map(({ list: of, from, to }) => `${of.name} ${from}-${to}`).join(", ")),
  );

test("a list that fits into one column is not cut", () => {
  deepEqual(laid([list("A", 8)]), [["A 0-8"]]);
  deepEqual(laid([list("A", 10)]), [["A 0-10"]]);
});

test("a longer one is parted evenly, and no line stands alone", () => {
  deepEqual(laid([list("A", 11)]), [["A 0-6", "A 6-11"]]);
  deepEqual(laid([list("A", 21)]), [
    ["A 0-6", "A 6-11"],
    ["A 11-16", "A 16-21"],
  ]);
});

test("on one column to a page it is parted into as many pages as it needs", () => {
  deepEqual(laid([list("A", 11)], { wide: 1 }), [["A 0-6"], ["A 6-11"]]);
});

test("pools that fit stand whole, in the column of another where there is room", () => {
  deepEqual(laid([list("A", 3), list("B", 4), list("C", 6)]), [["A 0-3, B 0-4", "C 0-6"]]);
  deepEqual(laid([list("A", 4), list("B", 4), list("C", 4)]), [["A 0-4", "B 0-4"], ["C 0-4"]]);
});

test("a pool that is one row too high for the rest of a column begins the next", () => {
  deepEqual(laid([list("A", 3), list("B", 5)]), [["A 0-3", "B 0-5"]]);
});

test("pages are as even as whole pools allow", () => {
  const five = ["A", "B", "C", "D", "E"].map((name) => list(name, 3));
  deepEqual(laid(five), [
    ["A 0-3, B 0-3", "C 0-3"],
    ["D 0-3, E 0-3"],
  ]);
});

test("among others a list is parted into no more columns than it needs", () => {
  deepEqual(laid([list("A", 21), list("B", 6)]), [
    ["A 0-7", "A 7-14"],
    ["A 14-21", "B 0-6"],
  ]);
});

test("a row higher than the screen still has its place, and no list has none", () => {
  deepEqual(laid([list("A", 2)], { height: 1 }), [["A 0-1", "A 1-2"]]);
  deepEqual(laid([list("A", 0), list("B", 21)]), laid([list("B", 21)]));
  deepEqual(laid([]), []);
});
