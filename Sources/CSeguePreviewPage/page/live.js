// The connection. It requests a frame at every screen refresh during motion, and none at rest. At most one request is
// pending: the frame is the acknowledgement.

const headerSize = 32;
// Round trips in milliseconds: slower ones shrink the frames, quicker ones enlarge them again.
const slow = 14, quick = 7;
// The milliseconds that the pointer has to rest before an exact frame is drawn.
const settling = 120;

export class Live {
  #token; #canvas; #context; #heard; #socket; #events = []; #refresh = 0; #out = null; #sequence = 0;
  #levels = [[1, 1]]; #shrink = 0; #trips = []; #wantsFull = false; #settled = 0; #fresh = false; #lateness = [];
  #pause = 500; #failed = false; #refreshed = 0; #intervals = []; #wasMoving = false;
  frame = { progress: 0, isExact: false, isRunning: false, isHeld: false, isReversed: false, velocity: 0, projected: 0, width: 0, height: 0, seconds: 0 };
  shown = 0; dropped = 0; isOpen = false;

  /// `heard` is called with each text message's keys and values, with `frame` for every frame, and with `lost`.
  constructor(canvas, token, heard) {
    this.#canvas = canvas;
    this.#token = token;
    this.#heard = heard;
    this.#context = canvas.getContext("2d", { alpha: false, colorSpace: "srgb" });
    this.#connect();
  }

  #connect() {
    const socket = new WebSocket(`ws://${location.host}/live?token=${this.#token}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { this.isOpen = true; this.#pause = 500; this.#out = null; };
    socket.onmessage = ({ data }) => typeof data === "string" ? this.#word(JSON.parse(data)) : this.#show(data);
    socket.onclose = () => {
      this.isOpen = false;
      this.#heard("lost");
      setTimeout(() => this.#connect(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, 15000);
    };
    this.#socket = socket;
  }

  /// Queues user events, which are sent with the next request.
  send(...events) {
    this.#events.push(...events);
    this.#failed = false;
    this.#heard("asked");
    this.wake();
  }

  wake() { if (!this.#refresh) this.#refresh = requestAnimationFrame((now) => this.#tick(now)); }

  /// The frame sizes, from full size down.
  set levels(levels) { this.#levels = levels; this.#redraw(); }

  /// Requests the full frame again.
  #redraw() { this.#wantsFull = true; this.#heard("asked"); this.wake(); }

  /// The size of moving frames: at most the stage's size on screen and 720 lines, and less on a
  /// slow connection.
  get #level() {
    const [width, height] = this.#levels[0];
    const wanted = Math.min(this.#canvas.clientWidth * devicePixelRatio, Math.sqrt(1280 * 720 * width / height));
    let level = 0;
    while (level + 1 < this.#levels.length && this.#levels[level + 1][0] >= wanted * 0.97) level++;
    return Math.min(level + this.#shrink, this.#levels.length - 1);
  }

  #tick(now) {
    this.#refresh = 0;
    if (!this.isOpen) return;
    this.#count(now);
    if (this.#out) return this.wake();
    if (!this.#events.length && !this.frame.isRunning && !this.#wantsFull) return;
    if (this.#failed && !this.#events.length) return;
    const level = this.#wantsFull && !this.#events.length && !this.frame.isRunning ? 0 : this.#level;
    this.#wantsFull = false;
    clearTimeout(this.#settled);
    const seq = this.#sequence = (this.#sequence + 1) % 0xffffffff;
    const asked = performance.now();
    this.#out = { seq, asked, due: now, level };
    this.#socket.send(JSON.stringify({ seq, t: asked / 1000, level, events: this.#compact() }));
  }

  /// Counts the refreshes without a new frame since the last call, if something was moving
  /// throughout, including those that the page missed. The refresh period is the shortest recent
  /// time between two calls.
  #count(now) {
    const moves = this.frame.isRunning || this.frame.isHeld && this.#events.length > 0;
    const interval = now - this.#refreshed;
    if (moves && this.#wasMoving && interval > 0) {
      this.#intervals.push(Math.max(interval, 4));
      if (this.#intervals.length > 120) this.#intervals.shift();
      const refreshes = Math.round(interval / Math.min(...this.#intervals));
      this.dropped += Math.max(0, refreshes - (this.#fresh ? 1 : 0));
    }
    [this.#refreshed, this.#wasMoving, this.#fresh] = [now, moves, false];
  }

  /// The waiting events, merged: later values replace earlier ones, and moves are joined into a
  /// list.
  #compact() {
    const events = [];
    for (const event of this.#events) {
      const last = events.at(-1);
      if (last?.do === event.do && event.do === "move") last.samples.push(...event.samples);
      else if (last?.do === event.do && last.name === event.name && ["parameter", "filter", "seek", "frame", "duration", "timing"].includes(event.do)) events[events.length - 1] = event;
      else events.push(event);
    }
    this.#events = [];
    return events;
  }

  #word(message) {
    if ("undrawn" in message) {
      this.#out = null;
      this.#failed = true;
      this.frame.isRunning = false;
      this.#heard("undrawn", message.undrawn);
      return;
    }
    if ("cured" in message || "state" in message) { this.#failed = false; this.#redraw(); }
    if ("filter" in message) return this.#heard("filter", message);
    for (const key in message) this.#heard(key, message[key]);
  }

  #show(data) {
    const view = new DataView(data);
    const flags = view.getUint32(8, true);
    const frame = {
      width: view.getUint16(4, true), height: view.getUint16(6, true),
      isExact: !!(flags & 1), isRunning: !!(flags & 2), isHeld: !!(flags & 4), isReversed: !!(flags & 8),
      velocity: view.getFloat32(12, true), progress: view.getFloat64(16, true), projected: view.getFloat32(24, true),
      seconds: view.getFloat32(28, true),
    };
    if (this.#canvas.width !== frame.width) this.#canvas.width = frame.width;
    if (this.#canvas.height !== frame.height) this.#canvas.height = frame.height;
    const pixels = new Uint8ClampedArray(data, headerSize, frame.width * frame.height * 4);
    this.#context.putImageData(new ImageData(pixels, frame.width, frame.height), 0, 0);
    // Events since the request are not in the frame, so it is not exact.
    frame.isExact &&= !this.#events.length;
    const before = this.frame;
    this.frame = frame;
    this.shown++;
    this.#fresh = true;
    if (this.#out) this.#measure(before.isRunning || frame.isRunning || frame.isHeld);
    this.#out = null;
    this.#heard("frame", frame);
    if (frame.isRunning || this.#events.length) this.wake();
    else if (!frame.isExact) {
      this.#settled = setTimeout(() => { this.#wantsFull = true; this.wake(); }, frame.isHeld ? settling : 0);
    }
  }

  /// A frame's lateness is measured from the refresh after its request.
  #measure(moves) {
    const { asked, due, level } = this.#out;
    const now = performance.now();
    if (!moves) return;
    this.#lateness.push(Math.max(0, now - due - 1000 / 60));
    if (this.#lateness.length > 600) this.#lateness.shift();
    this.#trips.push(now - asked);
    if (this.#trips.length < 9) return;
    const median = this.#trips.sort((a, b) => a - b)[4];
    this.#trips = [];
    if (median > slow && level < this.#levels.length - 1 && this.#levels[level][0] > 320) this.#shrink++;
    else if (median < quick && this.#shrink) this.#shrink--;
  }

  /// The given percentile of recent lateness, in milliseconds, by nearest rank.
  late(percent) {
    const sorted = [...this.#lateness].sort((a, b) => a - b);
    return sorted.length ? sorted[Math.ceil(sorted.length * percent / 100) - 1] : 0;
  }
}
