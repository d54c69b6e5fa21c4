/** A session index that grows: the rows that came later, joined to those already loaded. Pure. */

const STRING_COLUMNS = ["kind", "role", "what"];

/** Numbers into the old string table as numbers into the new one, which holds all the old texts. */
function renumbered(column, before, after) {
  if (before.length === after.length) return column;
  const place = new Map();
  after.forEach((text, at) => {
    if (!place.has(text)) place.set(text, at);
  });
  const table = before.map((text) => place.get(text) ?? 0);
  return column.map((number) => table[number]);
}

/** The index of the longer file: `growth` is the answer of the live route to a page that has `index` loaded. */
export function grownIndex(index, growth) {
  const { head } = growth;
  const cols = {};
  for (const [name, values] of Object.entries(index.cols)) {
    const before = name === "parent" && growth.parents ? growth.parents : STRING_COLUMNS.includes(name) ? renumbered(values, index.strings, head.strings) : values;
    cols[name] = before.concat(growth.cols[name] || []);
  }
  const ids = index.ids.concat(growth.ids);
  // An id that came again names the later entry only.
  for (const row of head.shadowed || []) if (row < growth.from) ids[row] = null;
  return { ...head, cols, ids };
}
