/* An exported page carries its scripts packed, as it carries its data: a small session would else be mostly scripts. The
   content policy names each script by the hash of its text, so that nothing but these texts can run. */
(function () {
  "use strict";

  /** @type {(holder: HTMLScriptElement) => Promise<void>} */
  async function run(holder) {
    const bytes = Uint8Array.from(atob((holder.textContent || "").trim()), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const script = document.createElement("script");
    if (holder.dataset.module) script.type = "module";
    script.textContent = await new Response(stream).text();
    document.head.append(script);
    holder.remove();
  }

  async function runAll() {
    /** @type {NodeListOf<HTMLScriptElement>} */
    const holders = document.querySelectorAll('script[type="application/gzip"]');
    for (const holder of holders) await run(holder);
  }

  runAll().catch(function () {
    const notice = document.createElement("div");
    notice.className = "notice bad";
    notice.textContent = "This browser is too old to unpack the page; a newer one shows it. · 浏览器版本过旧，无法解开此页面，请用较新的浏览器打开。";
    (document.getElementById("notices") || document.body).append(notice);
    document.documentElement.dataset.failed = "1";
  });
})();
