/** Stamps: always with date and zone, in the reader's own zone, the exact instant in UTC beside it. */

const DAY_LIMIT = 8.64e15;

/** The reader's time zone, by name ("Europe/Vienna"). */
export function zoneName() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

const stampFormats = new Map();

/** Date in the reader's language; clock and zone the same everywhere ("CET" says more than "GMT+1"). */
function stampFormat(language) {
  if (!stampFormats.has(language)) {
    stampFormats.set(language, [
      new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", { year: "numeric", month: "short", day: "numeric" }),
      new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZoneName: "short" }),
    ]);
  }
  return stampFormats.get(language);
}

/** Is this a number of milliseconds that a Date can hold? */
export function readableTime(ms) {
  return typeof ms === "number" && Number.isFinite(ms) && Math.abs(ms) <= DAY_LIMIT;
}

/** "13 Mar 2026, 05:57:38 CET", or null where there is no readable instant. */
export function stampText(ms, language) {
  if (!readableTime(ms)) return null;
  const [day, clock] = stampFormat(language);
  return `${day.format(ms)}${language === "zh" ? " " : ", "}${clock.format(ms)}`;
}

/** ISO 8601 in UTC with milliseconds, or null. */
export function isoText(ms) {
  return readableTime(ms) ? new Date(ms).toISOString() : null;
}

/** "40 ms", "0.8 s", "3 min 20 s", "2 h 05 min"; null for nothing measurable. */
export function spanText(ms) {
  if (typeof ms !== "number" || !Number.isFinite(ms) || ms < 0) return null;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${String(Math.round((ms % 60_000) / 1000)).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
