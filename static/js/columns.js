// Cuts lists into columns, and columns into pages: what fits into one column is never cut, what does
// not is cut into parts of the same length, and no page is nearly empty while another is full.

// A list is { head, row, gap, many }: how high its heading and a row are, what is after it, and
// how many rows it has. A part of it is { list, from, to, rows, high }.
function parts(lists, height, wide) {
  const whole = lists.filter((list) => list.many);
  return whole.flatMap((list) => {
    const { head, row, gap, many } = list;
    const fit = Math.max(1, Math.floor((height - head + 0.5) / row));
    let pieces = Math.ceil(many / fit);
    // alone it takes all columns of its pages
    if (pieces > 1 && whole.length === 1) pieces = Math.min(many, Math.ceil(pieces / wide) * wide);
    return Array.from({ length: pieces }, (_, at) => {
      const [from, to] = [at, at + 1].map((end) => Math.ceil((many * end) / pieces));
      return { list, from, to, rows: to - from, high: head + row * (to - from), gap };
    });
  });
}

// One part after another, into the next column or page where it does not fit; the rows of a page are limited.
function flow(all, height, wide, most) {
  const pages = [];
  let rows = 0;
  let left = 0;
  for (const part of all) {
    const page = pages.at(-1);
    if (page && rows + part.rows <= most && part.high <= left + 0.5) page.at(-1).push(part);
    else {
      if (page && rows + part.rows <= most && page.length < wide) page.push([part]);
      else {
        pages.push([[part]]);
        rows = 0;
      }
      left = height;
    }
    rows += part.rows;
    left -= part.high + part.gap;
  }
  return pages;
}

// Pages of columns of parts: as few as there must be, and as even as they can be.
export function paged(lists, height, wide) {
  const all = parts(lists, height, wide);
  const rows = all.reduce((sum, part) => sum + part.rows, 0);
  const fewest = flow(all, height, wide, rows);
  for (let most = Math.ceil(rows / Math.max(1, fewest.length)); most < rows; most += 1) {
    const pages = flow(all, height, wide, most);
    if (pages.length === fewest.length) return pages;
  }
  return fewest;
}
