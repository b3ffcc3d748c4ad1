// @ts-check
/** Teaching a copy of the game, shot by shot: the empty board, then each piece as the picture shows it. */

import { call } from "../ask.js";
import { BASE } from "../base.js";
import { button, fill, h, icon } from "../h.js";
import { t, tn } from "../i18n.js";
import { busy, notice, say, tell } from "../notices.js";
import { head } from "../parts.js";
import { photoButton, ready, unreadable } from "../photo.js";
import { go } from "../router.js";
import { kinds, pieceImage } from "../square.js";
import { keep, kept } from "../store.js";

/** @type {MediaStream | null} */
let stream = null;

/** @param {HTMLElement} root */
export async function teach(root) {
  const body = h("div.cards");
  const foot = h("footer.foot");
  root.append(head(t("Teach your copy")), body, foot);
  /** @type {any} what was taught until now */
  let taught = null;
  /** @type {Record<string, string>} */
  const names = {};
  try {
    const { areas } = await kinds("demo");
    for (const one of Object.values(areas).flat()) names[one.kind] = one.name;
    if (kept("teaching")) taught = await call("GET", `/api/drafts/${kept("teaching")}`).catch((problem) => (problem.code === "not_found" ? null : Promise.reject(problem)));
  } catch (problem) {
    tell(problem);
  }

  async function start() {
    const known = await call("GET", "/api/copies").catch(tell);
    if (!known) return;
    const name = h("input.field", { type: "text", maxlength: 30, pattern: "[a-z][a-z0-9_]*", value: freeName(known.copies), autocapitalize: "none" });
    const mine = known.copies.filter((copy) => !copy.built_in);
    fill(body,
      h("p", t("Photos are read by comparing them with your own board and pieces. Show each of them once: 14 photos, a few minutes. You can stop and go on later.")),
      h("label", h("span", t("A name for it, in small letters")), name),
      mine.length > 0 && h("h2", t("Copies that are known")), mine.length > 0 && h("ul.spare", mine.map(copyItem)),
      h("label.wide", t("Take on a copy file"), h("input.unseen", { type: "file", accept: ".zip", onchange: (event) => takeOn(event.target) })));
    fill(foot, button(".primary.wide", t("Begin with the empty board"), async () => {
      taught = await busy(t("One moment…"), () => call("POST", "/api/drafts", { json: { name: name.value.trim() } }));
      if (!taught) return;
      keep("teaching", taught.id);
      draw();
    }, { "data-do": "begin" }));
  }

  function copyItem(copy) {
    return h("li.entry", h("strong", copy.name), copy.broken && h("p.small", copy.broken),
      h("div.row", h("a.tool", { href: `/api/copies/${copy.name}/file`, download: `${copy.name}.zip` }, t("Save as a file")),
        button(".tool", t("Delete"), async () => {
          if (!confirm(t("Delete {name} for good?", { name: copy.name }))) return;
          await call("DELETE", `/api/copies/${copy.name}`).catch(tell);
          start();
        })));
  }

  async function takeOn(input) {
    const [file] = input.files;
    if (!file) return;
    const form = new FormData();
    form.append("file", new Blob([await file.arrayBuffer()]), "copy");
    const copy = await busy(t("One moment…"), () => call("POST", "/api/copies", { form }));
    if (copy) start();
  }

  const next = () => (taught.board ? taught.missing[0] ?? null : "board");

  function draw(given = "") {
    if (!taught) return start();
    const shot = given || next();
    const seen = (taught.board ? 1 : 0) + Object.keys(taught.pieces).length;
    const all = seen + taught.missing.length + (taught.board ? 0 : 1);
    const steps = h("ol.steps", { "aria-label": tn("{n} photo kept", "{n} photos kept", seen) }, Array.from({ length: all }, (_, n) => h(`li${n < seen ? ".done" : ""}`)));
    if (!shot) return finished(steps);
    const flipped = shot.endsWith("_flipped");
    const kind = shot.replace("_flipped", "");
    const words = shot === "board"
      ? t("Now the empty board, without any piece. Its Start Zone to the left, all of it in the photo, from above.")
      : flipped ? t("Now the {piece}, turned over to its other side, its arrow to the right.", { piece: names[kind] })
      : t("Now the {piece}, alone on the table, its arrow to the right.", { piece: names[kind] });
    fill(body, steps, h("div.pose", shot === "board" ? h("img.empty", { src: `${BASE}art/board.svg`, alt: "" }) : pieceImage(kind, { flipped }), h("p", { "data-shot": shot }, words)), h("div.finder"),
      h("div.row.wrap", taught.board && shot !== "board" && button(".plain", t("I have no such piece"), () => skip(shot)), seen > 0 && button(".plain", t("Take the last one again"), again)));
    fill(foot,
      taught.ready && button(".wide", t("That is all I have"), () => finished(steps)),
      navigator.mediaDevices && !stream && button(".wide", t("Use the viewfinder"), () => viewfinder(shot)),
      photoButton(".wide", t("Choose a photo"), { got: (photo) => took(shot, photo) }),
      stream ? button(".primary.wide", [icon("camera"), t("Take it")], () => snap(shot)) : photoButton(".primary.wide", [icon("camera"), t("Photograph it")], { camera: true, got: (photo) => took(shot, photo), look: { "data-do": "shoot" } }));
    if (stream) show();
    say(words);
  }

  async function took(shot, photo) {
    if (!photo) return tell(unreadable());
    const told = await busy(t("Looking at your photo…"), async () => {
      const { blob } = await ready(photo);
      const form = new FormData();
      form.append("photo", blob, "photo");
      return call("PUT", shot === "board" ? `/api/drafts/${taught.id}/board` : `/api/drafts/${taught.id}/pieces/${shot}`, { form });
    });
    if (!told) return draw(shot);
    taught = told;
    last = shot;
    draw();
  }
  let last = "";

  function again() {
    draw(last || "board");
  }

  function skip(shot) {
    taught = { ...taught, missing: [...taught.missing.filter((one) => one !== shot), shot] };
    skipped.add(shot);
    draw(taught.missing.find((one) => !skipped.has(one)) ?? null);
  }
  const skipped = new Set();

  function finished(steps) {
    stopView();
    fill(body, steps, h("p.lead", t("Your copy is ready to be kept.")), taught.missing.length > 0 && h("p.small", t("Not shown, so read as unknown: {pieces}", { pieces: taught.missing.map((one) => names[one.replace("_flipped", "")] ?? one).join(", ") })));
    fill(foot, button(".primary.wide", t("Keep this copy"), async () => {
      const copy = await busy(t("One moment…"), () => call("POST", `/api/drafts/${taught.id}/copy`, { json: { overwrite: false } }));
      if (!copy) return;
      keep("teaching", null);
      notice("taught", t("{name} is taught: photos are read with it from now on.", { name: copy.name }));
      go("");
    }, { "data-do": "keep" }));
  }

  async function viewfinder(shot) {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 2560 } } });
      draw(shot);
    } catch {
      notice("camera", t("The camera cannot be used inside the page here."), t("Use the photo button."));
    }
  }

  function show() {
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

  draw();
  return { leave: stopView };
}

function freeName(copies) {
  const taken = copies.map((copy) => copy.name);
  for (let n = 1; ; n += 1) if (!taken.includes(n === 1 ? "mine" : `mine${n}`)) return n === 1 ? "mine" : `mine${n}`;
}
