/** The Share page works without this: how far a long run is, a way to stop it, one masked value looked at. */
import { must } from "./dom.js";

const POLL = 400; // ms between two questions how far it is
const PATIENCE = 700; // ms before a run counts as a long one

/**
 * What the server says to a question about this page; null where it says nothing.
 * @param {string} address
 * @param {Record<string, string>} values
 * @returns {Promise<any>}
 */
async function askServer(address, values) {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  try {
    const answer = await fetch(address, { method: "POST", body, cache: "no-store", credentials: "same-origin" });
    return await answer.json();
  } catch {
    return null;
  }
}

/** The line that says how far it is. */
class WorkLine {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.page = must("[name=page]", HTMLInputElement, form);
    this.run = must("[name=turn]", HTMLInputElement, form);
    this.node = must("#working", HTMLElement, form);
    this.text = must(".working-text", HTMLElement, this.node);
    this.bar = must("progress", HTMLProgressElement, this.node);
    this.stopButton = must("[data-stop]", HTMLButtonElement, this.node);
    this.turn = 0;
    this.sent = false;
    this.stopButton.addEventListener("click", () => this.#stop());
    form.addEventListener("submit", (event) => this.#begin(event));
    // Shown again from the browser's memory, a page has nothing under way.
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#end(); });
  }

  /**
   * A preview is worked out behind the page, which stays usable, and asked for again when the server has it.
   * @param {SubmitEvent} event
   */
  #begin(event) {
    const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
    const download = submitter?.value === "download";
    if (this.sent || (!download && submitter?.value !== "preview")) {
      this.sent = false;
      return;
    }
    this.turn += 1;
    const { turn } = this;
    const still = () => this.turn === turn;
    this.run.value = String(turn); // tells this run from the one before
    if (!download) {
      event.preventDefault();
      this.#preview(submitter, still);
    }
    setTimeout(() => { if (still()) this.#buttons(true); }, 0); // a button that is off at once is not sent along
    setTimeout(() => { if (still()) this.#follow(download, still); }, PATIENCE);
  }

  /**
   * @param {HTMLButtonElement} submitter
   * @param {() => boolean} still
   */
  async #preview(submitter, still) {
    try {
      const answer = await fetch(this.form.action, { method: "POST", body: new FormData(this.form, submitter), cache: "no-store", credentials: "same-origin" });
      await answer.text();
    } catch {
      // The form itself will show what is wrong.
    }
    if (!still()) return;
    this.#buttons(false);
    this.sent = true;
    this.form.requestSubmit(submitter);
  }

  /**
   * @param {boolean} download
   * @param {() => boolean} still
   */
  async #follow(download, still) {
    const run = this.run.value;
    while (still()) {
      const told = await this.#ask({});
      if (!still()) return;
      const ours = told?.turn === run;
      if (ours && download && told.state === "ended") {
        this.turn += 1;
        this.#finish("made");
        return;
      }
      if (ours && told.state !== "ended") this.#show(told.state, told.done, true);
      await new Promise((resolve) => { setTimeout(resolve, POLL); });
    }
  }

  /**
   * @param {Record<string, string>} more
   * @returns {Promise<any>}
   */
  #ask(more) {
    return askServer(this.form.dataset.progress || "", { page: this.page.value, ...more });
  }

  /**
   * @param {string} state
   * @param {number} done
   * @param {boolean} stoppable
   */
  #show(state, done, stoppable) {
    const words = this.node.dataset[state] || "";
    this.node.hidden = false;
    if (this.text.textContent !== words) this.text.textContent = words;
    this.bar.hidden = !stoppable;
    this.bar.value = done;
    this.stopButton.hidden = !stoppable;
  }

  /** @param {string} state */
  #finish(state) {
    this.#buttons(false);
    this.#show(state, 1, false);
  }

  async #stop() {
    this.turn += 1;
    await this.#ask({ stop: "1" });
    window.stop();
    this.#finish("stopped");
  }

  #end() {
    this.turn += 1;
    this.#buttons(false);
    this.node.hidden = true;
  }

  /** @param {boolean} off */
  #buttons(off) {
    for (const node of this.form.querySelectorAll("button")) if (node.closest(".share-buttons")) node.disabled = off;
  }
}

/**
 * A value is fetched when it is to be seen, and gone from the page when it is not.
 * @param {HTMLButtonElement} button
 * @param {string} address
 */
async function toggleValue(button, address) {
  const { show = "", hide = "", gone = "", reveal = "" } = button.dataset;
  const head = /** @type {HTMLElement} */ (button.closest("p"));
  const shown = head.nextElementSibling?.matches(".masked-value") ? head.nextElementSibling : null;
  button.setAttribute("aria-expanded", String(shown === null));
  button.textContent = shown === null ? hide : show;
  if (shown !== null) {
    shown.remove();
    return;
  }
  const box = document.createElement("p");
  box.className = "masked-value";
  box.tabIndex = 0; // a long one scrolls
  head.after(box);
  const told = await askServer(address, { mark: reveal });
  box.textContent = typeof told?.value === "string" ? told.value : gone;
}

function startShare() {
  const form = must("#share", HTMLFormElement, document);
  new WorkLine(form);
  const stale = form.querySelector("[data-stale]");
  form.addEventListener("input", () => { if (stale instanceof HTMLElement) stale.hidden = false; });
  for (const button of form.querySelectorAll("button")) {
    if (button.dataset.reveal === undefined) continue;
    button.hidden = false;
    button.addEventListener("click", () => toggleValue(button, form.dataset.value || ""));
  }
}

startShare();
