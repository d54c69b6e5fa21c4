/* Runs before the first paint: that there are scripts, and the remembered theme, so that the page does not flash in the other
   one; and a session page asks for what it shows first. */
(function () {
  "use strict";
  document.documentElement.dataset.scripts = "1";
  try {
    var theme = localStorage.getItem("pi-inspector.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (error) {
    // No storage: the system's theme it is.
  }
  // A session page that opens at the end of its session: what it shows first is asked for along with it.
  var opening = document.documentElement.dataset.opening;
  if (!opening || location.hash.length > 1) return;
  var link = document.createElement("link");
  link.rel = "preload";
  link.as = "fetch";
  link.crossOrigin = "anonymous";
  link.href = opening;
  document.head.append(link);
})();
