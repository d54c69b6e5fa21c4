/** The error page: its words in the chosen language, with language, theme and help as on every other page. */
import { startChrome } from "./chrome.js";
import { must } from "./dom.js";
import { startHelp, startHelpKey } from "./help.js";

startChrome();
startHelpKey(startHelp());
must(".topbar-icons", HTMLElement).hidden = false;
document.title = `${(document.querySelector("h1")?.textContent || "").trim()} \u00b7 pi-inspector`;
