// The thumbnails: each is a strip of frames that shows the middle, and plays while pointed at or
// focused.

const count = 25;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Catalogue {
  #list; #token; #choose; #first; #items = new Map(); #waiting = []; #loading = 0; #seen;

  /// `first` is the index of the first transition's thumbnail.
  constructor(list, token, choose, first = 0) {
    this.#first = first;
    this.#list = list;
    this.#token = token;
    this.#choose = choose;
    this.#seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.#seen.unobserve(target);
        this.#waiting.push(this.#items.get(target.dataset.transition));
      }
      this.#load();
    }, { rootMargin: "200px" });
  }

  get names() { return [...this.#items.keys()]; }

  listing(name) { return this.#items.get(name)?.listing; }

  set transitions(transitions) {
    this.#list.replaceChildren();
    this.#items.clear();
    transitions.forEach((transition, index) => this.#add(transition, index));
  }

  #add({ name, revision, listing }, index) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.transition = name;
    button.title = listing.summary;
    const canvas = document.createElement("canvas");
    canvas.width = 192;
    canvas.height = 108;
    canvas.setAttribute("aria-hidden", "true");
    const label = document.createElement("span");
    label.textContent = name;
    button.append(canvas, label);
    const item = { name, revision, listing, index, button, canvas, strip: null, playing: 0, isOver: false };
    this.#items.set(name, item);
    button.addEventListener("click", () => this.#choose(name));
    const on = () => { if (!calm.matches) { item.isOver = true; this.#play(item); } };
    const off = () => { item.isOver = false; };
    button.addEventListener("pointerenter", on);
    button.addEventListener("focus", on);
    button.addEventListener("pointerleave", off);
    button.addEventListener("blur", off);
    const place = document.createElement("li");
    place.append(button);
    this.#list.append(place);
    this.#seen.observe(button);
  }

  /// Replaces a transition whose file was saved: its parameters and its strip.
  replace({ name, revision, listing }) {
    const item = this.#items.get(name);
    if (!item) return;
    Object.assign(item, { revision, listing });
    item.button.title = listing.summary;
    this.#waiting.push(item);
    this.#load();
  }

  async #load() {
    while (this.#loading < 2 && this.#waiting.length) {
      const item = this.#waiting.shift();
      this.#loading++;
      // A thumbnail without its strip is grey.
      this.#fetch(item).catch(() => {}).finally(() => { this.#loading--; this.#load(); });
    }
  }

  async #fetch(item) {
    const answer = await fetch(`/thumbnails/${this.#first + item.index}`, { headers: { Authorization: `Bearer ${this.#token}` } });
    if (answer.status !== 200) return;
    item.strip = await createImageBitmap(await answer.blob());
    item.canvas.width = item.strip.width;
    item.canvas.height = item.strip.height / count;
    item.button.dataset.loaded = "true";
    this.#draw(item, (count - 1) / 2);
  }

  #draw(item, place) {
    const { width, height } = item.canvas;
    item.canvas.getContext("2d", { alpha: false }).drawImage(item.strip, 0, Math.round(place) * height, width, height, 0, 0, width, height);
  }

  #play(item) {
    if (item.playing || !item.strip) return;
    const start = performance.now();
    const length = Math.min(Math.max(item.listing.duration ?? 0.6, 0.4), 1.5) * 1000;
    const step = (now) => {
      if (!item.isOver) {
        item.playing = 0;
        return this.#draw(item, (count - 1) / 2);
      }
      // Plays forwards, pauses at the end, and repeats.
      const part = ((now - start) % (length + 400)) / length;
      this.#draw(item, Math.min(Math.max(part, 0), 1) * (count - 1));
      item.playing = requestAnimationFrame(step);
    };
    item.playing = requestAnimationFrame(step);
  }

  mark(name) {
    for (const item of this.#items.values()) {
      if (item.name === name) item.button.setAttribute("aria-current", "true");
      else item.button.removeAttribute("aria-current");
    }
  }

  find(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { name, listing, button } of this.#items.values()) {
      const all = `${name} ${listing.summary}`.toLowerCase();
      button.parentElement.hidden = !words.every((word) => all.includes(word));
    }
  }
}
