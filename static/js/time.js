/** Stamps: always with date and zone, in the reader's own zone or the one chosen, the exact instant in UTC beside it. */
import { recall } from "./state.js";
import { t } from "./words.js";

const DAY_LIMIT = 8.64e15;

/** The zone of this computer, by name ("Europe/Vienna"). */
export function zoneName() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** All zones that the browser knows by name. */
export function zoneNames() {
  return typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : [];
}

/** The zone that the reader chose instead of the computer's own; undefined where none is, or where the browser does not know it. */
export function chosenZone() {
  const name = recall("zone", "");
  if (name === "") return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone && name;
  } catch {
    return undefined;
  }
}

/** @type {Map<string, [Intl.DateTimeFormat, Intl.DateTimeFormat]>} */
const stampFormats = new Map();

/**
 * Date in the reader's language; clock and zone the same everywhere ("CET" says more than "GMT+1").
 * @type {(language: string) => [Intl.DateTimeFormat, Intl.DateTimeFormat]}
 */
function stampFormat(language) {
  let formats = stampFormats.get(language);
  if (!formats) {
    const timeZone = chosenZone();
    formats = [
      new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", { year: "numeric", month: "short", day: "numeric", timeZone }),
      new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZoneName: "short", timeZone }),
    ];
    stampFormats.set(language, formats);
  }
  return formats;
}

/**
 * Is this a number of milliseconds that a Date can hold?
 * @type {(ms: unknown) => ms is number}
 */
export function readableTime(ms) {
  return typeof ms === "number" && Number.isFinite(ms) && Math.abs(ms) <= DAY_LIMIT;
}

/**
 * "13 Mar 2026, 05:57:38 CET", or null where there is no readable instant.
 * @type {(ms: unknown, language: string) => string | null}
 */
export function stampText(ms, language) {
  if (!readableTime(ms)) return null;
  const [day, clock] = stampFormat(language);
  return `${day.format(ms)}${language === "zh" ? " " : ", "}${clock.format(ms)}`;
}

/**
 * "13 Mar 2026", or null where there is no readable instant.
 * @type {(ms: unknown, language: string) => string | null}
 */
export function dayText(ms, language) {
  return readableTime(ms) ? stampFormat(language)[0].format(ms) : null;
}

/**
 * ISO 8601 in UTC with milliseconds, or null.
 * @type {(ms: unknown) => string | null}
 */
export function isoText(ms) {
  return readableTime(ms) ? new Date(ms).toISOString() : null;
}

/**
 * "40 ms", "0.8 s", "3 min 20 s", "2 h 05 min", "26 d 20 h"; null for nothing measurable.
 * @type {(ms: unknown) => string | null}
 */
export function spanText(ms) {
  if (typeof ms !== "number" || !Number.isFinite(ms) || ms < 0) return null;
  if (ms < 1000) return t("time.ms", { n: Math.round(ms) });
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t("time.s", { n: (ms / 1000).toFixed(ms < 9_950 ? 1 : 0) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t("time.min", { m: minutes, s: String(seconds % 60).padStart(2, "0") });
  const hours = Math.floor(minutes / 60);
  return hours < 72 ? t("time.h", { h: hours, m: String(minutes % 60).padStart(2, "0") }) : t("time.d", { d: Math.floor(hours / 24), h: hours % 24 });
}
