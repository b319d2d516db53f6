import { Catalogue } from "/catalogue.js";
import { Curve } from "/curve.js";
import { Inspector } from "/inspector.js";
import { Live } from "/live.js";
import { $, drawn, fileName, lacksToken, note, save, say, showFault, showSubject, token, useCopy } from "/page.js";
import { handleStage } from "/stage.js";

const stage = $("stage"), status = $("status");
let state = null, configuration = null, command = null, wasLost = false, makes = null;

const catalogue = new Catalogue($("thumbnails"), token, (name) => live.send({ do: "transition", name }));
const inspector = new Inspector($("parameters"), (name, value) => live.send({ do: "parameter", name, text: value }));
const curve = new Curve($("curve"), (timing) => live.send({ do: "timing", text: timing }));

// Filters: input is tried after a short delay, and errors are shown below it, with a caret.
const filters = [...document.querySelectorAll("[data-filter]")];
const unanswered = new Set();
function showFilterFault(place, message) {
  const field = $(`filter-${place}`), fault = $(`fault-${place}`);
  const sentence = message.split("\n", 1)[0];
  unanswered.delete(place);
  field.setAttribute("aria-invalid", !!message);
  fault.replaceChildren(Object.assign(document.createElement("span"), { textContent: sentence }), message.slice(sentence.length));
  fault.hidden = !message;
}
for (const field of filters) {
  let waiting = 0;
  const send = () => {
    clearTimeout(waiting);
    unanswered.add(field.dataset.filter);
    live.send({ do: "filter", name: field.dataset.filter, text: field.value.trim() || null });
  };
  field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(send, 300); });
  field.addEventListener("change", send);
}

const percent = (progress) => `${(progress * 100).toFixed(1).replace(/\.0$/, "")} %`;

const hearing = {
  configuration(message) {
    configuration = message;
    const { from, to } = message;
    showSubject(`${fileName(from)} → ${fileName(to)}`, `${from} → ${to}`);
    const [width, height] = message.levels[0];
    $("frame").style.setProperty("--ratio", width / height);
    catalogue.transitions = message.transitions;
    const offer = (list, names) => $(list).replaceChildren(...names.map((value) => Object.assign(document.createElement("option"), { value })));
    offer("curves", [...message.curves, "spring(0.8)", "spring(0.5)", "steps(8)"]);
    offer("filter-names", message.filters);
    if (message.warnings.length) note(message.warnings.join(" · "));
    if (wasLost && state) restore();
    wasLost = false;
    status.classList.remove("lost");
    live.levels = message.levels;
  },
  state(message) {
    const isOther = message.transition !== state?.transition;
    state = message;
    if (isOther) showTransition();
    inspector.values = message.parameters;
    for (const field of filters) {
      const isWrong = unanswered.has(field.dataset.filter) || field.getAttribute("aria-invalid") === "true";
      if (document.activeElement !== field && !isWrong) field.value = message.filters[field.dataset.filter] ?? "";
    }
    curve.show(message);
    if (document.activeElement !== $("timing")) $("timing").value = message.timing;
    if (document.activeElement !== $("seconds")) $("seconds").value = Number(message.duration.toFixed(3));
    $("duration").value = message.duration;
    $("loop").setAttribute("aria-pressed", message.loops);
    stage.classList.toggle("across", Math.abs(message.direction[1]) > Math.abs(message.direction[0]));
    curve.follow(live.frame.progress, live.frame.velocity);
  },
  transition(message) {
    catalogue.replace(message);
    if (state?.transition === message.name) showTransition();
  },
  command(message) { command = message; showCommand(); },
  outcome(message) { say(message === "finished" ? "Finished" : "Cancelled"); },
  filter({ filter, text }) { showFilterFault(filter, text); },
  note,
  asked() { status.dataset.exact = false; },
  // An unreadable file stays an error until it is saved again; a drawing error stays until a frame
  // is drawn.
  fault(message) { showFault(message, true); },
  undrawn(message) { showFault(message, false); },
  cured() { showFault(""); },
  export: showExport,
  frame: showFrame,
  lost() {
    wasLost = true;
    status.classList.add("lost");
    status.textContent = "Connection lost; trying again. The page shows the last frame.";
  },
};

function showTransition() {
  const listing = catalogue.listing(state.transition);
  $("title").textContent = state.transition;
  $("summary").textContent = listing.summary;
  inspector.show(listing);
  inspector.values = state.parameters;
  catalogue.mark(state.transition);
}

/// Restores the page's state after the connection was lost.
function restore() {
  const { transition, parameters, hasDuration, duration, hasTiming, timing, loops } = state;
  live.send({ do: "transition", name: transition });
  for (const name in parameters) live.send({ do: "parameter", name, text: parameters[name] });
  for (const name in state.filters) live.send({ do: "filter", name, text: state.filters[name] });
  if (hasDuration) live.send({ do: "duration", value: duration });
  if (hasTiming) live.send({ do: "timing", text: timing });
  live.send({ do: "loop", value: loops ? 1 : 0 }, { do: "seek", value: Math.min(Math.max(live.frame.progress, 0), 1) });
}

// Shows the chosen command. By default this is the command for the frame if progress is between 0 and 1,
// else for the video.
function showCommand() {
  if (!command) return;
  const { progress } = live.frame;
  const what = makes ?? (progress > 0 && progress < 1 ? "frame" : "video");
  document.querySelector(`input[name=makes][value=${what}]`).checked = true;
  $("command").textContent = command[what];
}

let told = 0;
function showFrame(frame) {
  const { progress } = frame;
  Object.assign(status.dataset, { shown: live.shown, dropped: live.dropped, lateP99: live.late(99).toFixed(1), progress: String(progress), exact: frame.isExact });
  drawn();
  $("scrub").value = progress;
  $("progress").textContent = percent(progress);
  const heading = $("heading");
  heading.hidden = !frame.isHeld;
  if (frame.isHeld) heading.style.left = `calc(8px + (100% - 16px) * ${Math.min(Math.max(frame.projected, 0), 1)})`;
  curve.follow(progress, frame.velocity);
  $("play").classList.toggle("running", frame.isRunning);
  $("play").setAttribute("aria-label", frame.isRunning ? "Pause" : "Play");
  const now = performance.now();
  if (frame.isRunning && now - told < 250) return;
  tell(frame, now);
}

let lastShown = 0;
function tell(frame, now) {
  const rate = frame.isRunning && told ? Math.round((live.shown - lastShown) * 1000 / (now - told)) : 0;
  [told, lastShown] = [now, live.shown];
  stage.setAttribute("aria-valuenow", Math.round(frame.progress * 100));
  stage.setAttribute("aria-valuetext", `${percent(frame.progress)} of ${state?.transition ?? "the transition"}`);
  status.textContent = [
    rate ? `${rate} frames/s` : frame.isHeld ? "held" : "at rest",
    `${live.shown} shown`, `${live.dropped} dropped`, `late ${live.late(50).toFixed(0)} / ${live.late(99).toFixed(0)} ms`,
    `${frame.width} × ${frame.height}`, frame.isExact ? "exact" : "draft",
  ].join(" · ");
}

async function showExport({ format, done, total, id, name, message }) {
  if (message) return note(`${format}: ${message}`);
  if (!id) return note(`${format}: ${done} of ${total || "…"} frames`);
  const answer = await fetch(`/exports/${id}`, { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status !== 200) return note(`${format}: the file is gone`);
  save(await answer.blob(), name);
  note(`${name} is downloaded`);
}

const live = token ? new Live(stage, token, (key, value) => hearing[key]?.(value)) : null;
if (live) {
  handleStage(stage, live, {
    next(way) {
      const names = catalogue.names;
      const index = (names.indexOf(state.transition) + way + names.length) % names.length;
      live.send({ do: "transition", name: names[index] });
      say(names[index]);
    },
  });
  const send = (id, name, event) => $(id).addEventListener(name, event);
  send("play", "click", () => live.send({ do: "toggle" }));
  send("reverse", "click", () => live.send({ do: "reverse" }));
  send("reset", "click", () => { makes = null; for (const field of filters) { field.blur(); showFilterFault(field.dataset.filter, ""); } live.send({ do: "reset" }); });
  send("loop", "click", () => {
    const loops = $("loop").getAttribute("aria-pressed") !== "true";
    $("loop").setAttribute("aria-pressed", loops);
    if (state) state.loops = loops;
    live.send({ do: "loop", value: loops ? 1 : 0 });
  });
  send("scrub", "input", () => live.send({ do: "seek", value: Number($("scrub").value) }));
  send("duration", "input", () => live.send({ do: "duration", value: Number($("duration").value) }));
  send("seconds", "change", () => { const value = Number($("seconds").value); if (value >= 0.001) live.send({ do: "duration", value }); });
  send("timing", "change", () => live.send({ do: "timing", text: $("timing").value.trim() || null }));
  send("find", "input", () => catalogue.find($("find").value));
  send("download", "click", () => stage.toBlob((blob) => save(blob, `segue-${state.transition}-${String(live.frame.progress)}.png`), "image/png"));
  for (const button of document.querySelectorAll("[data-export]")) {
    button.addEventListener("click", () => {
      $("formats").open = false;
      note(`${button.dataset.export}: rendering …`);
      live.send({ do: "export", name: button.dataset.export });
    });
  }
  for (const input of document.querySelectorAll("input[name=makes]")) input.addEventListener("change", () => { makes = input.value; showCommand(); });
  useCopy();
  addEventListener("resize", () => live.wake());
  document.addEventListener("click", (event) => { if (!event.target.closest("#formats")) $("formats").open = false; });
} else {
  lacksToken();
}
