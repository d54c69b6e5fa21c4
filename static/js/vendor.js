/** Carried libraries: those that a page starts with, and those that are needed when something is opened (a chart, the map). */

/** @type {Readonly<Record<keyof Libraries, string>>} */
const VENDOR_FILES = Object.freeze({ uPlot: "uPlot.iife.min.js", d3: "d3-hierarchy.min.js" });
/** @type {Map<keyof Libraries, Promise<any>>} */
const vendorLoads = new Map();

/** @type {Promise<void> | undefined} */
let coloursLoad;
/** @type {Set<() => void>} What is to be drawn again in colours. */
const uncoloured = new Set();

/**
 * When the libraries for the text of entries are here. A page reads them after the viewer itself, while the viewer's
 * first questions are on their way; one that could not be loaded is not waited for.
 * @type {() => Promise<unknown>}
 */
export function textLibraries() {
  // They come in their order, and this one is the last.
  if (globalThis.markedCjkFriendly !== undefined || document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
    addEventListener("load", resolve, { once: true });
  });
}

/**
 * Draw again what was drawn without colours, once there are any; an exported page has them from the start.
 * @type {(draw: () => void) => void}
 */
export function whenColours(draw) {
  if (!globalThis.hljs) uncoloured.add(draw);
}

/**
 * Load what colours code: the first paint does not wait for it. Where it cannot be loaded, code stays as it is.
 * @type {() => Promise<void>}
 */
export function loadColours() {
  const link = document.querySelector("link[data-colours]");
  const address = link?.getAttribute("href");
  if (!address) return Promise.resolve();
  coloursLoad ??= new Promise((resolve) => {
    const node = document.createElement("script");
    node.src = address;
    const end = () => {
      for (const draw of globalThis.hljs ? uncoloured : []) draw();
      uncoloured.clear();
      link?.remove(); // nothing is to come any more
      resolve();
    };
    node.addEventListener("load", end);
    node.addEventListener("error", end);
    document.head.append(node);
  });
  return coloursLoad;
}

/**
 * The library behind a global name, loaded once; an exported page carries it already.
 * @type {<K extends keyof Libraries>(name: K) => Promise<Libraries[K]>}
 */
export function vendorLibrary(name) {
  if (globalThis[name]) return Promise.resolve(globalThis[name]);
  let load = vendorLoads.get(name);
  if (!load) {
    load = new Promise((resolve, reject) => {
      const node = document.createElement("script");
      node.src = `/static/vendor/${VENDOR_FILES[name]}`;
      node.addEventListener("load", () => resolve(globalThis[name]));
      node.addEventListener("error", () => {
        vendorLoads.delete(name);
        reject(new Error(VENDOR_FILES[name]));
      });
      document.head.append(node);
    });
    vendorLoads.set(name, load);
  }
  return load;
}
