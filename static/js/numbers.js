/** Numbers as people read them. */

/** 1234567 as "1,234,567". */
export function countText(value) {
  return typeof value === "number" && Number.isFinite(value) ? value.toLocaleString("en-US") : "?";
}

/** Tokens in short: 950, 12.3k, 1.2M. */
export function tokenText(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "?";
  if (Math.abs(value) < 1000) return String(value);
  if (Math.abs(value) < 100_000) return `${(value / 1000).toFixed(1)}k`;
  return Math.abs(value) < 1_000_000 ? `${Math.round(value / 1000)}k` : `${(value / 1_000_000).toFixed(2)}M`;
}

/** US dollars, with as many places as a small amount needs. */
export function costText(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "?";
  if (value === 0) return "$0";
  return Math.abs(value) < 0.01 ? `$${value.toFixed(4)}` : `$${value.toFixed(Math.abs(value) < 1 ? 3 : 2)}`;
}

/** Bytes in decimal units: 812 B, 4.2 kB, 1.3 MB. */
export function byteText(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "?";
  if (value < 1000) return `${value} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let amount = value / 1000;
  let unit = 0;
  while (amount >= 999.95 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${amount.toFixed(amount < 100 ? 1 : 0)} ${units[unit]}`;
}
