// @ts-check
/** Teaching a copy of the game, shot by shot: the empty board, then each piece as the picture shows it. */

import { call } from "../ask.js";
import { BASE } from "../base.js";
import { forgetCorners } from "../corner_tool.js";
import { button, fill, h, icon, s } from "../h.js";
import { t } from "../i18n.js";
import { busy, notice, say } from "../notices.js";
import { head, sureSheet } from "../parts.js";
import { photoButton } from "../photo.js";
import { back, go } from "../router.js";
import { kinds, pieceImage } from "../square.js";
import { BOARD, beginTeaching, finishTeaching, forgetTeaching, note, resumed, shotPhoto, showShot, taught } from "../teaching.js";

/** @type {MediaStream | null} */
let stream = null;

/** @param {HTMLElement} root */
export async function teach(root) {
  const body = h("div.cards");
  const foot = h("footer.foot");
  root.append(head(t("Teach your copy")), body, foot);
  const { areas } = await kinds("demo");
  const names = Object.fromEntries(Object.values(areas).flat().map((one) => [one.kind, one.name]));
  /** @type {any} what the service has seen until now */
  let draft = null;
  if (taught()) {
    let problem = null;
    draft = await busy(t("Going on where you stopped…"), () => resumed().catch((failed) => void (problem = failed)));
    if (problem) throw problem;
  }

  const named = (shot) => shot === BOARD ? t("Empty board") : shot.endsWith("_flipped") ? t("{piece}, turned over", { piece: names[shot.replace("_flipped", "")] }) : names[shot];

  async function start() {
    const known = await call("GET", "/api/copies");
    const mine = known.copies.filter((copy) => !copy.built_in);
    const field = h("input.field", { type: "text", maxlength: 30, value: freeName(known.copies), autocapitalize: "none" });
    async function begin() {
      const name = written(field.value);
      if (known.copies.some((copy) => copy.name === name)) return notice("taken", t("There is a copy called {name} already.", { name }), t("Choose another name."));
      draft = await busy(t("One moment…"), () => beginTeaching(name));
      if (draft) draw();
    }
    fill(body,
      h("p", t("So that photos of your own game can be read, show the page your board and each piece once.")),
      h("p", t("You need the empty board and one of each piece, on a plain table in good light: 14 photos, a few minutes. You can stop and go on later.")),
      h("label", h("span.small", t("What your copy is called here")), field),
      mine.length > 0 && h("section", h("h2", t("Copies you have taught")), h("ul.spare", mine.map(copyItem))),
      h("label.wide", t("Open a copy saved as a file"), h("input.unseen", { type: "file", accept: ".zip", onchange: (event) => takeOn(event.target) })));
    fill(foot, button(".primary.wide", t("Begin with the empty board"), begin, { "data-do": "begin" }));
  }

  function copyItem(copy) {
    return h("li.entry", h("strong", { translate: "no" }, copy.name), copy.broken && h("p.small", copy.broken),
      h("div.row", h("a.tool", { href: `/api/copies/${copy.name}/file`, download: `${copy.name}.zip` }, t("Save as a file")),
        button(".tool", t("Delete"), () => go(`teach/delete/${copy.name}`), { "data-delete": copy.name })));
  }

  function deleteSheet(name) {
    return !draft && sureSheet(t("Delete"), t("Delete {name} for good?", { name }), t("Delete"), async () => {
      await busy(t("One moment…"), () => call("DELETE", `/api/copies/${name}`));
      await start();
      back();
    });
  }

  async function takeOn(input) {
    const [file] = input.files;
    if (!file) return;
    const form = new FormData();
    form.append("file", new Blob([await file.arrayBuffer()]), "copy");
    const copy = await busy(t("One moment…"), () => call("POST", "/api/copies", { form }));
    if (copy) start();
  }

  /** What is to be shown next; nothing once all was shown or is not there. */
  const next = () => (draft.board ? draft.missing.find((one) => !taught()?.skipped.includes(one)) : BOARD);

  /** @param {{shot?: string, problem?: any}} [wanted] a shot out of turn, and what was wrong with its photo */
  async function draw({ shot = next(), problem } = {}) {
    if (!shot) return finished();
    const seen = (draft.board ? 1 : 0) + Object.keys(draft.pieces).length, all = seen + draft.missing.length + (draft.board ? 0 : 1);
    const done = seen + (taught()?.skipped.length ?? 0);
    const kind = shot.replace("_flipped", "");
    const words = shot === BOARD ? t("From above, all of it, its Start Zone to the left.")
      : kind !== shot ? t("Its other side up, alone on the table, turned as in the picture.") : t("Alone on the table, turned as in the picture.");
    const got = (photo) => took(shot, photo);
    fill(body,
      h("div.steps", { "aria-hidden": "true" }, Array.from({ length: all }, (_, n) => h(`i${n < done ? ".done" : ""}`))),
      problem ? h("section.wrong", { role: "alert" }, h("p", h("strong", problem.message)), problem.code === "not_taught" ? null : problem.tip && h("p", problem.tip)) : !stream && (await lastSeen()),
      shot === BOARD && taught()?.unfound && button(".wide", t("Set the corners by hand"), () => go("teach_corners"), { "data-do": "corners" }),
      h("div.finder"),
      h("section.pose", shot === BOARD ? h("img.empty", { src: `${BASE}art/board.svg`, alt: "" }) : pieceImage(kind, { flipped: kind !== shot }),
        h("div", h("p.small", t("Photo {number} of {all}", { number: Math.min(done + 1, all), all })), h("h2", { "data-shot": shot }, named(shot)), h("p", words))),
      stream && !problem && (await lastSeen()),
      h("div.row.wrap.between", draft.board && shot !== BOARD && !draft.pieces[shot] && button(".plain", t("I do not have it"), () => skip(shot), { "data-do": "skip" }),
        draft.ready && button(".plain", t("That is all I have"), finished, { "data-do": "all" }),
        button(".plain", t("Start over"), () => go("teach/anew"), { "data-do": "anew" })));
    fill(foot,
      h("div.row", navigator.mediaDevices && !stream && button(".tool", t("Camera in the page"), () => viewfinder(shot)), photoButton(".tool", t("Choose a photo"), { got })),
      stream ? button(".primary.wide", [icon("camera"), t("Take it")], () => snap(shot)) : photoButton(".primary.wide", [icon("camera"), t("Photograph it")], { camera: true, got, look: { "data-do": "shoot" } }));
    if (stream) showView();
    scrollTo(0, 0);
    say(`${named(shot)}. ${words}`);
  }

  /** What was made out in the last photo, to be looked at and taken again. */
  async function lastSeen() {
    const last = taught()?.last;
    const photo = last && (await shotPhoto(last.shot));
    if (!last || !photo) return null;
    const { size: [width, height], corners } = last;
    const url = URL.createObjectURL(photo);
    const xs = corners.map(([x]) => x), ys = corners.map(([, y]) => y);
    const rim = 0.2 * (Math.max(...xs) - Math.min(...xs)), left = Math.min(...xs) - rim, top = Math.min(...ys) - rim;
    const around = [left, top, Math.max(...xs) + rim - left, Math.max(...ys) + rim - top];
    return h("section.row.seen", s("svg.crop", { viewBox: around.join(" "), role: "img", "aria-label": t("Your photo") }, s("image", { href: url, width, height, onload: () => URL.revokeObjectURL(url) }), s("polygon.edge", { points: corners.join(" ") })),
      h("p", t("Seen: {what}", { what: named(last.shot) })), button(".plain.end", t("Take it again"), () => draw({ shot: last.shot }), { "data-do": "again" }));
  }

  async function took(shot, photo) {
    const told = await busy(t("Looking at your photo…"), () => showShot(shot, photo));
    if (!told) return;
    if (shot === BOARD) forgetCorners();
    draft = told.draft ?? draft;
    await draw(told.problem ? { shot, problem: told.problem } : {});
  }

  function skip(shot) {
    note({ skipped: [...(taught()?.skipped ?? []), shot], last: null });
    draw();
  }

  function startOverSheet() {
    return draft && sureSheet(t("Start over"), t("Forget all photos of this copy?"), t("Start over"), async () => {
      stopView();
      call("DELETE", `/api/drafts/${taught()?.id}`).catch(() => {});
      forgetTeaching();
      draft = null;
      await start();
      back();
    });
  }

  async function finished() {
    stopView();
    const missing = draft.missing;
    fill(body, await lastSeen(), h("p.lead", missing.length ? t("Enough was shown to read photos of your game.") : t("All was shown.")),
      missing.length > 0 && h("section", h("p", t("What was not shown is read as unknown. Show it after all:")), h("div.row.wrap", missing.map((shot) => button(".tool", named(shot), () => draw({ shot }), { "data-show": shot })))));
    fill(foot, button(".primary.wide", t("Keep this copy"), () => keepCopy(false), { "data-do": "keep" }));
    scrollTo(0, 0);
    say(t("Keep this copy"));
  }

  /** @param {boolean} overwrite */
  async function keepCopy(overwrite) {
    const kept = await busy(t("One moment…"), () => finishTeaching(overwrite).catch((problem) => (problem.code === "name_taken" && !overwrite ? problem : Promise.reject(problem))));
    if (kept?.code) return go("teach/replace");
    if (!kept) return;
    notice("taught", t("Your copy is taught."), t("Photograph a board: it is read with your copy."));
    await go("", { replace: overwrite });
  }

  function replaceSheet() {
    const name = taught()?.name;
    return name && sureSheet(t("Keep this copy"), t("{what} Replace it?", { what: t("There is a copy called {name} already.", { name }) }), t("Replace it"), () => keepCopy(true));
  }

  async function viewfinder(shot) {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 2560 } } });
      draw({ shot });
    } catch {
      notice("camera", t("The camera cannot be used inside the page here."), t("Use the photo button."));
    }
  }

  function showView() {
    const video = h("video.viewfinder", { autoplay: true, playsinline: true, muted: true });
    video.srcObject = stream;
    fill(/** @type {any} */ (body.querySelector(".finder")), video);
  }

  async function snap(shot) {
    const video = body.querySelector("video");
    if (!video) return;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    const photo = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
    await took(shot, photo);
  }

  function stopView() {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
  }

  if (draft) await draw();
  else await start();
  const sheets = { delete: deleteSheet, anew: startOverSheet, replace: replaceSheet };
  return { sheet: ([name, of]) => sheets[name]?.(of) || null, leave: stopView };
}

function freeName(copies) {
  const taken = copies.map((copy) => copy.name);
  for (let n = 1; ; n += 1) if (!taken.includes(n === 1 ? "mine" : `mine${n}`)) return n === 1 ? "mine" : `mine${n}`;
}

/** A name as the service takes it: small letters, digits and lines between them. @param {string} name */
function written(name) {
  const plain = name.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "");
  return plain || "mine";
}
