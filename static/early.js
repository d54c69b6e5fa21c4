/* Runs before the first paint: that there are scripts, and the remembered theme, so that the page does not flash in the other one. */
(function () {
  "use strict";
  document.documentElement.dataset.scripts = "1";
  try {
    var theme = localStorage.getItem("pi-inspector.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (error) {
    // No storage: the system's theme it is.
  }
})();
