// @ts-check
/** The page without a connection, and the page when a new one is out: offered, never forced, never in mid-run. */

import { RELEASE } from "./base.js";
import { t } from "./i18n.js";
import { notice } from "./notices.js";
import { loadPython } from "./python.js";

const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 2000));

export function keepUpToDate() {
  // Absent, not refused, on plain http: then the page lives without.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("pageshow", (event) => event.persisted && look());
  idle(() => look());
}

async function look() {
  const told = await fetch("/page/release", { cache: "no-store" }).then((answer) => answer.json()).catch(() => null);
  if (!told) return;
  if (told.release !== RELEASE) return notice("new", t("There is a new version of this page."), "", { words: t("Use it now"), press: renew });
  // Some megabytes: not where the phone is to save them.
  if (told.python && !navigator.connection?.saveData) idle(() => loadPython().catch(() => {}));
}

/** Let the new service worker take over, then load the page that goes with it. */
async function renew() {
  const known = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (known) {
    await known.update().catch(() => {});
    const next = known.waiting ?? known.installing;
    if (next) {
      const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
      if (next.state !== "installed") await new Promise((done) => next.addEventListener("statechange", done, { once: true }));
      next.postMessage("take over");
      await Promise.race([taken, new Promise((done) => setTimeout(done, 4000))]);
    }
  }
  location.reload();
}
