/** Numbers as people read them. */

/**
 * 1234567 as "1,234,567".
 * @type {(value: unknown) => string}
 */
export function countText(value) {
  return typeof value === "number" && Number.isFinite(value) ? value.toLocaleString("en-US") : "?";
}

/**
 * How many of some rows to show where `limit` are meant to be: a button takes as much room as the one row it would hide.
 * @type {(count: number, limit: number) => number}
 */
export function rowsShown(count, limit) {
  return count - limit === 1 ? count : limit;
}

/**
 * Tokens in short: 950, 12.3k, 1.2M.
 * @type {(value: unknown) => string}
 */
export function tokenText(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "?";
  if (Math.abs(value) < 1000) return String(value);
  if (Math.abs(value) < 100_000) return `${(value / 1000).toFixed(1)}k`;
  return Math.abs(value) < 1_000_000 ? `${Math.round(value / 1000)}k` : `${(value / 1_000_000).toFixed(2)}M`;
}

/**
 * US dollars as the terminal shows them: four places below one dollar, two above.
 * @type {(value: unknown) => string}
 */
export function costText(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "?";
  if (value === 0) return "$0";
  // Nobody counts the digits.
  if (Math.abs(value) >= 1e15) return `$${value.toExponential(2)}`;
  const places = Math.abs(value) >= 1 ? 2 : 4;
  return `$${value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places })}`;
}

/**
 * Bytes in binary units, as the terminal shows them: 812 B, 4.1 KiB, 1.3 MiB.
 * @type {(value: unknown) => string}
 */
export function byteText(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "?";
  if (value < 1024) return `${countText(value)} B`;
  const units = ["KiB", "MiB", "GiB"];
  let amount = value / 1024;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount.toFixed(1)} ${units[unit]}`;
}
