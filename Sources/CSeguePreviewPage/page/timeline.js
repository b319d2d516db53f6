// The film's timeline: a lane each for clips, titles, overlays and subtitles. Pressing the timeline seeks.

/// The lanes of `film` that have parts: class, name and parts.
export const lanesOf = ({ report: { titles = [], overlays = [] }, subtitles }) => [
  ["titles", "Titles", titles], ["overlays", "Overlays", overlays],
  ["subtitles", "Subtitles", subtitles.map(([start, end]) => ({ start, end }))],
].filter(([, , parts]) => parts.length);

export class Timeline {
  #element; #lanes; #needle; #token; #seek; #choose; #film = null; #revision = -1; #pictures = new Map(); #isLoading = false; #pressed = null;

  /// `seek` gets a frame, `choose` the index of a junction.
  constructor(element, token, seek, choose) {
    [this.#element, this.#token, this.#seek, this.#choose] = [element, token, seek, choose];
    this.#lanes = element.querySelector("#lanes");
    this.#needle = element.querySelector("#needle");
    element.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0 || event.target.closest("button")) return;
      this.#pressed = event.pointerId;
      element.setPointerCapture(event.pointerId);
      this.#follow(event);
    });
    element.addEventListener("pointermove", (event) => { if (event.pointerId === this.#pressed) this.#follow(event); });
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => { this.#pressed = null; });
  }

  #follow(event) {
    const { left, width } = this.#lanes.getBoundingClientRect();
    const frame = Math.floor((event.clientX - left) / width * this.#film.frames);
    this.#seek(Math.min(Math.max(frame, 0), this.#film.frames - 1));
  }

  /// Shows `film`, with the junction `chosen` marked.
  show(film, chosen) {
    this.#film = film;
    if (film.revision !== this.#revision) {
      for (const address of this.#pictures.values()) URL.revokeObjectURL(address);
      this.#pictures.clear();
      this.#isLoading = false;
    }
    this.#revision = film.revision;
    const clips = this.#lane("clips", "Clips");
    film.report.clips.forEach((clip, index) => clips.append(this.#clip(clip, index)));
    for (const junction of film.junctions) clips.append(this.#junction(junction, chosen));
    const others = lanesOf(film).map(([key, name, parts]) => {
      const lane = this.#lane(key, name);
      lane.append(...parts.map((part) => this.#part(part)));
      return lane;
    });
    const focused = document.activeElement?.dataset?.junction;
    this.#lanes.replaceChildren(clips, ...others);
    if (focused !== undefined) this.#lanes.querySelector(`[data-junction="${focused}"]`)?.focus();
  }

  #lane(key, name) {
    const lane = document.createElement("div");
    lane.className = `lane ${key}`;
    lane.setAttribute("role", "group");
    lane.setAttribute("aria-label", name);
    return lane;
  }

  #place(element, start, end) {
    const { frames } = this.#film;
    element.style.left = `${start / frames * 100}%`;
    element.style.width = `${(end - start) / frames * 100}%`;
    return element;
  }

  #part({ text = "", source: name = text, start, end, enter, exit }) {
    const part = document.createElement("div");
    part.className = "part";
    part.textContent = name.replaceAll("\n", " ");
    part.title = `${name} · frames ${start}–${end - 1}`;
    // A layer with transitions at its ends has ramps of their lengths.
    if (enter || exit) {
      const share = (junction) => (junction?.frames ?? 0) / (end - start) * 100;
      part.style.clipPath = `polygon(0 100%, ${share(enter)}% 0, ${100 - share(exit)}% 0, 100% 100%)`;
    }
    return this.#place(part, start, end);
  }

  #clip(clip, index) {
    const part = this.#part({ ...clip, source: clip.source.split("/").at(-1) });
    part.dataset.clip = index;
    const known = this.#pictures.get(index);
    if (known) part.style.backgroundImage = `url(${known})`;
    return part;
  }

  #junction({ index, transition, start, frames, held }, chosen) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = frames ? "junction" : "junction cut";
    button.dataset.junction = index;
    button.setAttribute("aria-pressed", index === chosen);
    const last = this.#film.report.clips.length - 1;
    const name = index < 0 ? "opening" : index === last ? "closing" : `junction ${index + 1}`;
    button.setAttribute("aria-label", `${name}: ${frames ? transition : "none"}`);
    button.title = `${name}: ${frames ? `${transition}, ${frames} frames` : "cut"}${held ? `, ${held} of them held` : ""}`;
    button.addEventListener("click", () => this.#choose(index));
    this.#place(button, start, start + frames);
    // A cut has no width; at the film's ends its mark stays within the timeline.
    if (!frames) button.style.setProperty("--shift", index < 0 ? "0" : index === last ? "-100%" : "-50%");
    return button;
  }

  /// Fetches the clips' missing pictures one after the other.
  async load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const revision = this.#revision;
    try {
      for (let index = 0; index < this.#film.report.clips.length; index++) {
        if (this.#pictures.has(index)) continue;
        const answer = await fetch(`/thumbnails/${index}`, { headers: { Authorization: `Bearer ${this.#token}` } });
        const picture = answer.status === 200 ? await answer.blob() : null;
        if (revision !== this.#revision) return;
        if (!picture) continue;
        const address = URL.createObjectURL(picture);
        this.#pictures.set(index, address);
        const part = this.#lanes.querySelector(`[data-clip="${index}"]`);
        if (part) part.style.backgroundImage = `url(${address})`;
      }
    } finally {
      // The flag is reset even if the server does not answer, so that the next film message tries again.
      if (revision === this.#revision) this.#isLoading = false;
    }
  }

  /// Moves the needle to `frame`.
  follow(frame) {
    if (!this.#film) return;
    const share = (frame + 0.5) / this.#film.frames;
    this.#needle.style.left = `calc(12px + (100% - 24px) * ${share})`;
  }
}
