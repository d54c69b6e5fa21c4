/** A session index that grows: the rows that came later, joined to those already loaded. Pure. */

/**
 * A column of the rows that are loaded, as the longer file has it. Numbers of roles and whats move where the tables
 * before theirs in the common string table have grown; `rest` is the place of names beyond the limit.
 * @type {(name: string, column: (number | null)[], growth: Growth) => (number | null)[]}
 */
function columnNow(name, column, growth) {
  const { changed, parents, strings } = growth;
  const [before, after] = strings.rest;
  const by = name === "role" || name === "what" ? strings[name] : 0;
  let now = name === "parent" && parents !== null ? parents : column;
  if (by !== 0) now = now.map((number) => (number === before ? after : /** @type {number} */ (number) + by));
  const edits = Object.entries(changed[name] || {});
  if (edits.length > 0) now = now.slice();
  for (const [row, value] of edits) now[Number(row)] = value;
  return now;
}

/**
 * The index of the longer file: `growth` is the answer of the live route to a page that has `index` loaded.
 * @type {(index: SessionIndex, growth: Growth) => SessionIndex}
 */
export function grownIndex(index, growth) {
  const { head } = growth;
  const cols = { ...index.cols };
  for (const [name, values] of Object.entries(index.cols)) {
    cols[name] = columnNow(name, values, growth).concat(growth.cols[name] || []);
  }
  const ids = index.ids.concat(growth.ids);
  // An id that came again names the later entry only.
  for (const row of head.shadowed || []) if (row < growth.from) ids[row] = null;
  return { ...head, cols, ids };
}
