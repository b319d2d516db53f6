// The parameters as controls, generated from the catalogue's metadata. Values are texts, as on the
// command line.

const text = (value) => value == null ? "" : Array.isArray(value) ? value.join(",") : String(value);

function make(tag, properties = {}) { return Object.assign(document.createElement(tag), properties); }

/// A slider's bounds; without bounds in the parameter, a range around its default.
function bounds({ type, minimum, maximum, default: value }) {
  const size = Math.abs(Number(value)) || 1;
  const low = minimum ?? (Number(value) < 0 ? -4 * size : 0);
  const high = maximum ?? Math.max(low + 1, 4 * size);
  const step = type === "int" ? 1 : 10 ** Math.floor(Math.log10((high - low) / 100));
  return { low, high, step };
}

const tidy = (number, step) => String(Number(number.toFixed(Math.max(0, Math.ceil(-Math.log10(step))) + 1)));

export class Inspector {
  #form; #change; #controls = new Map();

  constructor(form, change) {
    this.#form = form;
    this.#change = change;
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  /// Shows the controls for a transition's parameters.
  show(listing) {
    this.#controls.clear();
    this.#form.replaceChildren(...listing.parameters.map((parameter) => this.#row(parameter)));
  }

  /// Sets the given values; the others get their defaults.
  set values(values) {
    for (const [name, { row, set, isBusy, parameter }] of this.#controls) {
      row.classList.toggle("changed", name in values);
      if (!isBusy()) set(values[name] ?? text(parameter.default));
    }
  }

  #row(parameter) {
    const { name, type, summary, unit } = parameter;
    const row = make("div", { className: `row ${type}`, title: summary });
    const id = `parameter-${name}`;
    const label = make("label", { htmlFor: id, textContent: name });
    let last = -Infinity;
    const busy = () => { last = performance.now(); };
    const isBusy = () => performance.now() - last < 300;
    const send = (value) => { busy(); this.#change(name, value); };
    const reset = () => { last = -Infinity; this.#change(name, null); };
    const control = this.#control(parameter, id, send, row, label);
    if (unit) row.append(make("span", { className: "unit", textContent: unit, title: unit }));
    label.addEventListener("dblclick", reset);
    label.title = "Double-click for the default";
    this.#controls.set(name, { row, parameter, isBusy, set: control });
    return row;
  }

  /// Fills the row, and returns the setter of its value.
  #control(parameter, id, send, row, label) {
    const { name, type, choices } = parameter;
    const mark = (control) => { control.dataset.parameter = name; control.id = id; return control; };
    if (type === "bool") {
      const box = mark(make("input", { type: "checkbox" }));
      box.addEventListener("change", () => send(String(box.checked)));
      row.append(label, box);
      return (value) => { box.checked = value === "true"; };
    }
    if (type === "choice") {
      const select = mark(make("select"));
      select.append(...choices.map((word) => make("option", { value: word, textContent: word })));
      select.addEventListener("change", () => send(select.value));
      row.append(label, select);
      return (value) => { select.value = value; };
    }
    if (type === "color") {
      const color = mark(make("input", { type: "color" }));
      const hex = make("input", { type: "text", spellcheck: false });
      hex.setAttribute("aria-label", `${name} as text`);
      color.addEventListener("input", () => { hex.value = color.value; send(color.value); });
      hex.addEventListener("change", () => send(hex.value.trim()));
      row.append(label, color, hex);
      return (value) => { hex.value = value; if (/^#[0-9a-f]{6}/i.test(value)) color.value = value.slice(0, 7); };
    }
    if (type === "float" || type === "int") return this.#slider(parameter, mark, send, row, label);
    const field = mark(make("input", { type: "text", spellcheck: false, disabled: type === "texture" }));
    if (type === "texture") field.placeholder = `given by -p ${name}=PATH`;
    field.addEventListener("change", () => send(field.value.trim()));
    row.append(label, field);
    return (value) => { field.value = value; };
  }

  #slider(parameter, mark, send, row, label) {
    const { name, minimum, maximum } = parameter;
    const { low, high, step } = bounds(parameter);
    const slider = mark(make("input", { type: "range" }));
    Object.assign(slider, { min: low, max: high, step: "any" });
    const number = make("input", { type: "number", step: "any" });
    if (minimum != null) number.min = minimum;
    if (maximum != null) number.max = maximum;
    number.setAttribute("aria-label", `${name} as a number`);
    const put = (value) => { slider.value = value; number.value = value; send(value); };
    slider.addEventListener("input", () => {
      const value = tidy(Math.round(Number(slider.value) / step) * step, step);
      number.value = value;
      send(value);
    });
    // Arrow keys step; Shift makes steps ten times as large, Alt a tenth.
    slider.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      const whole = parameter.type === "int";
      const size = event.shiftKey ? step * 10 : event.altKey && !whole ? step / 10 : step;
      put(tidy(Math.min(Math.max(Number(number.value) + way * size, low), high), step / 10));
    });
    slider.addEventListener("dblclick", () => put(text(parameter.default)));
    number.addEventListener("change", () => { if (number.value !== "") put(number.value); });
    row.append(label, slider, number);
    return (value) => {
      slider.value = Number(value);
      // The command line accepts "+0.2", a number field does not.
      if (document.activeElement !== number) number.value = value === "" ? "" : Number(value);
    };
  }
}
