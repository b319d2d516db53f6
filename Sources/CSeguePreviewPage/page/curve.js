// The timing curve, the moving dot, and the handles of a Bézier curve.

const space = "http://www.w3.org/2000/svg";
const left = 16, right = 224, top = 18, bottom = 162;

export class Curve {
  #svg; #change; #parts = {}; #values = [0, 1]; #low = 0; #high = 1; #handles = null; #duration = 1; #drag = -1; #place = 0;

  constructor(svg, change) {
    this.#svg = svg;
    this.#change = change;
    const add = (name, tag, attributes = {}) => {
      const part = document.createElementNS(space, tag);
      for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
      svg.append(part);
      return this.#parts[name] = part;
    };
    add("zero", "path", { class: "grid" });
    add("one", "path", { class: "grid" });
    add("arm0", "path", { class: "arm" });
    add("arm1", "path", { class: "arm" });
    add("graph", "path", { class: "graph" });
    add("speed", "path", { class: "speed" });
    add("dot", "circle", { class: "dot", r: 5 });
    for (const index of [0, 1]) {
      const handle = add(`handle${index}`, "circle", { class: "handle", r: 6.5, tabindex: 0, role: "slider", "aria-valuemin": 0, "aria-valuemax": 1, "aria-label": `Handle ${index + 1} of the curve` });
      handle.addEventListener("pointerdown", (event) => { this.#drag = index; handle.setPointerCapture(event.pointerId); event.preventDefault(); handle.focus(); });
      handle.addEventListener("pointermove", (event) => { if (this.#drag === index) this.#move(index, event); });
      for (const name of ["pointerup", "pointercancel"]) handle.addEventListener(name, () => { this.#drag = -1; });
      handle.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (!step || !this.#handles) return;
        event.preventDefault();
        const size = event.shiftKey ? 0.1 : 0.01;
        this.#set(index, this.#handles[2 * index] + step[0] * size, this.#handles[2 * index + 1] + step[1] * size);
      });
    }
  }

  #x(part) { return left + part * (right - left); }
  #y(value) { return bottom - (value - this.#low) / (this.#high - this.#low) * (bottom - top); }

  #move(index, event) {
    const box = this.#svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * 240, y = (event.clientY - box.top) / box.height * 180;
    this.#set(index, (x - left) / (right - left), this.#low + (bottom - y) / (bottom - top) * (this.#high - this.#low));
  }

  #set(index, x, y) {
    const round = (value) => Math.round(value * 100) / 100;
    const handles = [...this.#handles];
    handles[2 * index] = round(Math.min(Math.max(x, 0), 1));
    handles[2 * index + 1] = round(Math.min(Math.max(y, -1), 2));
    this.#handles = handles;
    this.#change(`cubic-bezier(${handles.join(",")})`);
    this.#draw();
  }

  show({ values, handles, duration }) {
    this.#values = values;
    this.#duration = duration;
    if (this.#drag < 0) {
      this.#handles = handles ?? null;
      this.#low = Math.min(0, ...values);
      this.#high = Math.max(1, ...values);
    }
    this.#draw();
  }

  #draw() {
    const last = this.#values.length - 1;
    this.#parts.graph.setAttribute("d", "M" + this.#values.map((value, index) => `${this.#x(index / last).toFixed(2)} ${this.#y(value).toFixed(2)}`).join("L"));
    for (const [name, value] of [["zero", 0], ["one", 1]]) this.#parts[name].setAttribute("d", `M${left} ${this.#y(value)}H${right}`);
    for (const index of [0, 1]) {
      const shown = !!this.#handles;
      this.#parts[`handle${index}`].toggleAttribute("hidden", !shown);
      this.#parts[`arm${index}`].toggleAttribute("hidden", !shown);
      for (const name of ["handle", "arm"]) this.#parts[name + index].setAttribute("visibility", shown ? "visible" : "hidden");
      this.#parts[`handle${index}`].setAttribute("tabindex", shown ? 0 : -1);
      if (!shown) continue;
      const [x, y] = [this.#handles[2 * index], this.#handles[2 * index + 1]];
      this.#parts[`handle${index}`].setAttribute("cx", this.#x(x));
      this.#parts[`handle${index}`].setAttribute("cy", this.#y(y));
      this.#parts[`handle${index}`].setAttribute("aria-valuenow", x);
      this.#parts[`handle${index}`].setAttribute("aria-valuetext", `time ${x}, progress ${y}`);
      this.#parts[`arm${index}`].setAttribute("d", `M${this.#x(index)} ${this.#y(index)}L${this.#x(x)} ${this.#y(y)}`);
    }
  }

  /// Places the dot at this progress on the curve, near its last position, with the velocity as its
  /// direction.
  follow(progress, velocity) {
    const last = this.#values.length - 1;
    let best = 0, nearest = Infinity;
    for (let index = 0; index <= last; index++) {
      const distance = Math.abs(this.#values[index] - progress) + Math.abs(index / last - this.#place) * 0.02;
      if (distance < nearest) [best, nearest] = [index, distance];
    }
    this.#place = best / last;
    const x = this.#x(this.#place), y = this.#y(progress);
    this.#parts.dot.setAttribute("cx", x.toFixed(2));
    this.#parts.dot.setAttribute("cy", y.toFixed(2));
    // The tangent spans a twelfth of the duration.
    const run = (right - left) / 12, rise = velocity * this.#duration / 12 / (this.#high - this.#low) * (bottom - top);
    this.#parts.speed.setAttribute("d", velocity ? `M${x} ${y}l${run} ${-Math.min(Math.max(rise, -80), 80)}` : "");
  }
}
