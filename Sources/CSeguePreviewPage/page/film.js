import { Catalogue } from "/catalogue.js";
import { Live } from "/live.js";
import { lanesOf, Timeline } from "/timeline.js";
import { $, drawn, fileName, lacksToken, note, save, say, showFault, showSubject, token, useCopy } from "/page.js";

const stage = $("stage"), status = $("status");
let film = null, chosen = null, wasLost = false, catalogue = null;

/// The time of `frame` in the film, with milliseconds.
function clock(frame) {
  const seconds = frame / film.rate;
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3).padStart(6, "0")}`;
}

const junction = () => film?.junctions.find(({ index }) => index === chosen);
const nameOf = (index) => index < 0 ? "Opening" : index === film.report.clips.length - 1 ? "Closing" : `Junction ${index + 1}`;

/// The film of a message: its keys, those of the report's film, the frame rate as a number, and the junctions.
/// The opening has index −1, the closing has the last clip's index.
function filmOf(message) {
  const { film: facts, clips, junctions, opening, closing } = message.report;
  const [count, seconds] = facts.fps.split("/");
  const rate = count / seconds;
  const all = junctions.map((junction, index) => ({ ...junction, index }));
  if (!message.isCycle) {
    const cut = (start) => ({ transition: "cut", start, frames: 0 });
    all.unshift({ ...(opening ?? cut(0)), index: -1 });
    all.push({ ...(closing ?? cut(facts.frames)), index: clips.length - 1 });
  }
  return { ...message, ...facts, rate, junctions: all.map((junction) => ({ ...junction, seconds: junction.frames / rate })) };
}

const hearing = {
  film(message) {
    const isFirst = !film, isRead = film?.revision !== message.revision;
    film = filmOf(message);
    const { warnings } = film.report;
    showSubject(message.name.split(", ").map(fileName).join(", "), message.name);
    $("frame").style.setProperty("--ratio", film.width / film.height);
    $("frame").style.setProperty("--lanes", lanesOf(film).length);
    $("scrub").max = film.frames - 1;
    stage.setAttribute("aria-valuemax", film.frames - 1);
    if (!junction()) chosen = null;
    timeline.show(film, chosen);
    timeline.load();
    timeline.follow(live.frame.progress);
    catalogue ??= new Catalogue($("thumbnails"), token, (name) => change(name, junction()?.seconds), message.firstStrip);
    if (isRead) catalogue.transitions = message.strips;
    showJunction();
    $("command").textContent = message.command;
    $("changed").hidden = !message.isChanged;
    $("save").hidden = !message.hasFile;
    $("save").disabled = $("reset").disabled = !message.isChanged;
    if (isFirst && warnings.length) note(warnings.join(" · "));
    if (wasLost) live.send({ do: "frame", value: Math.min(live.frame.progress, film.frames - 1) });
    wasLost = false;
    status.classList.remove("lost");
    live.levels = [[film.width, film.height]];
  },
  note,
  asked() { status.dataset.exact = false; },
  fault(message) { showFault(message, true); },
  undrawn(message) { showFault(message, false); },
  cured() { showFault(""); },
  frame: showFrame,
  lost() {
    wasLost = true;
    status.classList.add("lost");
    status.textContent = "Connection lost; trying again. The page shows the last frame.";
  },
};

function choose(index) {
  chosen = index;
  timeline.show(film, chosen);
  showJunction();
  const { start, frames } = junction();
  seek(Math.min(start + Math.floor(frames / 2), film.frames - 1));
  say(`${nameOf(index)}: ${$("transition").value}`);
}

function showJunction() {
  const now = junction();
  $("junction").hidden = !now;
  $("transitions").hidden = !now || film.isTimeline;
  catalogue?.mark(now?.transition);
  $("title").textContent = now ? nameOf(now.index) : "Junction";
  $("summary").textContent = now
    ? `Frames ${now.start}–${now.start + now.frames} of ${film.frames}${now.held ? `; ${now.held} held frames` : ""}`
    : "Select a junction on the timeline.";
  if (now && film.isTimeline) $("summary").textContent += ". To change transitions of a timeline, use the program that wrote it.";
  if (!now) return;
  const select = $("transition");
  const offered = ["cut", ...film.strips.map(({ name }) => name)];
  const names = offered.includes(now.transition) ? offered : [now.transition, ...offered];
  if (select.options.length !== names.length) select.replaceChildren(...names.map((name) => new Option(name, name)));
  select.value = now.transition;
  const isCut = now.transition === "cut";
  select.disabled = film.isTimeline;
  $("length").disabled = $("seconds").disabled = isCut || film.isTimeline;
  if (document.activeElement !== $("seconds")) $("seconds").value = isCut ? "" : Number(now.seconds.toFixed(3));
  $("length").value = now.seconds;
}

function change(name, seconds) {
  if (chosen === null) return;
  const length = Number.isFinite(seconds) && seconds > 0 ? seconds : 0.8;
  live.send({ do: "change", value: chosen, name, seconds: Number(length.toFixed(3)) });
}

function seek(frame) { live.send({ do: "frame", value: frame }); }

let told = 0, lastShown = 0;
function showFrame(frame) {
  const index = frame.progress;
  const seconds = index / (film?.rate ?? 1);
  Object.assign(status.dataset, { shown: live.shown, dropped: live.dropped, lateP99: live.late(99).toFixed(1), frame: index, seconds, exact: frame.isExact });
  drawn();
  $("scrub").value = index;
  if (film) $("progress").textContent = `${clock(index)} / ${clock(film.frames)}`;
  timeline.follow(index);
  $("play").classList.toggle("running", frame.isRunning);
  $("play").setAttribute("aria-label", frame.isRunning ? "Pause" : "Play");
  const now = performance.now();
  if (frame.isRunning && now - told < 250) return;
  const rate = frame.isRunning && told ? Math.round((live.shown - lastShown) * 1000 / (now - told)) : 0;
  [told, lastShown] = [now, live.shown];
  stage.setAttribute("aria-valuenow", index);
  if (film) stage.setAttribute("aria-valuetext", `${clock(index)}, frame ${index}`);
  status.textContent = [
    rate ? `${rate} frames/s` : "at rest", `frame ${index}`, `${frame.width} × ${frame.height}`,
    frame.isExact ? "exact" : "playing",
  ].join(" · ");
}

let timeline = null;
const live = token ? new Live(stage, token, (key, value) => hearing[key]?.(value)) : null;
if (live) {
  timeline = new Timeline($("timeline"), token, seek, choose);
  const on = (id, name, event) => $(id).addEventListener(name, event);
  on("play", "click", () => live.send({ do: "toggle" }));
  on("before", "click", () => live.send({ do: "frames", value: -1 }));
  on("after", "click", () => live.send({ do: "frames", value: 1 }));
  on("scrub", "input", () => seek(Number($("scrub").value)));
  on("transition", "change", () => change($("transition").value, junction()?.seconds));
  on("length", "change", () => change($("transition").value, Number($("length").value)));
  on("length", "input", () => { $("seconds").value = $("length").value; });
  on("seconds", "change", () => { const value = Number($("seconds").value); if (value > 0) change($("transition").value, value); });
  on("junction", "submit", (event) => event.preventDefault());
  on("save", "click", () => live.send({ do: "save" }));
  on("reset", "click", () => live.send({ do: "reset" }));
  on("download", "click", () => stage.toBlob((blob) => save(blob, `segue-frame-${live.frame.progress}.png`), "image/png"));
  useCopy();
  handleKeys();
  addEventListener("resize", () => live.wake());
} else {
  lacksToken();
}

/// Handles keys that no focused control uses.
function handleKeys() {
  const step = (value) => () => live.send({ do: "frames", value });
  const next = (way) => () => {
    const all = film.junctions.map(({ index }) => index);
    const place = all.indexOf(chosen);
    choose(all[place < 0 ? (way > 0 ? 0 : all.length - 1) : (place + way + all.length) % all.length]);
  };
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      if (!$("save").hidden) live.send({ do: "save" });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !film) return;
    const target = event.target;
    const isStage = target === stage || target === document.body;
    if (!isStage && target.closest("input, select, textarea, [role=slider], code")) return;
    const isButton = !isStage && target.closest("button");
    const second = Math.max(1, Math.round(film.rate));
    const action = {
      ArrowRight: step(event.shiftKey ? second : 1), ArrowLeft: step(event.shiftKey ? -second : -1),
      PageUp: step(second), PageDown: step(-second), Home: () => seek(0), End: () => seek(film.frames - 1),
      " ": () => live.send({ do: "toggle" }), "[": next(-1), "]": next(1),
      Escape: () => { chosen = null; timeline.show(film, null); showJunction(); },
    }[event.key];
    const isForScrolling = ["PageUp", "PageDown", "Home", "End"].includes(event.key);
    if (!action || isButton && event.key === " " || target !== stage && isForScrolling) return;
    event.preventDefault();
    action();
  });
}
