/** Carried libraries: those that a page starts with, and those that are needed when something is opened (a chart, the map). */

/** @type {Readonly<Record<keyof Libraries, string>>} */
const VENDOR_FILES = Object.freeze({ uPlot: "uPlot.iife.min.js", d3: "d3-hierarchy.min.js" });
/** @type {Map<keyof Libraries, Promise<any>>} */
const vendorLoads = new Map();

/**
 * When the libraries for the text of entries are here. A page reads them after the viewer itself, while the viewer's
 * first questions are on their way; one that could not be loaded is not waited for.
 * @type {() => Promise<unknown>}
 */
export function textLibraries() {
  // They come in their order, and this one is the last.
  if (globalThis.hljs || document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
    addEventListener("load", resolve, { once: true });
  });
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
