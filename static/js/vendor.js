/** Carried libraries that are needed only when something is opened: a chart, the map. */

const VENDOR_FILES = Object.freeze({ uPlot: "uPlot.iife.min.js", d3: "d3-hierarchy.min.js" });
const vendorLoads = new Map();

/** The library behind a global name, loaded once; an exported page carries it already. */
export function vendorLibrary(name) {
  if (globalThis[name]) return Promise.resolve(globalThis[name]);
  if (!vendorLoads.has(name)) {
    vendorLoads.set(name, new Promise((resolve, reject) => {
      const node = document.createElement("script");
      node.src = `/static/vendor/${VENDOR_FILES[name]}`;
      node.addEventListener("load", () => resolve(globalThis[name]));
      node.addEventListener("error", () => {
        vendorLoads.delete(name);
        reject(new Error(VENDOR_FILES[name]));
      });
      document.head.append(node);
    }));
  }
  return vendorLoads.get(name);
}
