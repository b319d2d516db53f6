// Pointer and keyboard input on the frame. Every sample has its event's timestamp.

export function handleStage(canvas, live, keys) {
  let finger = null;
  const time = (event) => event.timeStamp / 1000;

  canvas.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || finger) return;
    finger = { id: event.pointerId, x: event.clientX, y: event.clientY };
    canvas.setPointerCapture(event.pointerId);
    canvas.classList.add("held");
    live.send({ do: "press", t: time(event), width: canvas.clientWidth });
  });

  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerId !== finger?.id) return;
    const coalesced = event.getCoalescedEvents?.() ?? [];
    const samples = (coalesced.length ? coalesced : [event]).map((sample) => [time(sample), sample.clientX - finger.x, sample.clientY - finger.y]);
    live.send({ do: "move", samples });
  });

  const end = (event, what) => {
    if (event.pointerId !== finger?.id) return;
    finger = null;
    canvas.classList.remove("held");
    live.send(what);
  };
  canvas.addEventListener("pointerup", (event) => end(event, { do: "release", t: time(event) }));
  canvas.addEventListener("pointercancel", (event) => end(event, { do: "lose" }));
  canvas.addEventListener("lostpointercapture", (event) => end(event, { do: "lose" }));
  canvas.addEventListener("dragstart", (event) => event.preventDefault());

  // Handles keys that no focused control uses.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target;
    const isStage = target === canvas || target === document.body;
    if (!isStage && target.closest("input, select, textarea, summary, [role=slider], code")) return;
    const isButton = !isStage && target.closest("button");
    const big = event.shiftKey ? 0.1 : 0.01;
    const action = {
      ArrowRight: () => live.send({ do: "step", value: big }), ArrowLeft: () => live.send({ do: "step", value: -big }),
      ArrowUp: () => live.send({ do: "step", value: big }), ArrowDown: () => live.send({ do: "step", value: -big }),
      PageUp: () => live.send({ do: "step", value: 0.1 }), PageDown: () => live.send({ do: "step", value: -0.1 }),
      Home: () => live.send({ do: "seek", value: 0 }), End: () => live.send({ do: "seek", value: 1 }),
      " ": () => live.send({ do: "toggle" }), r: () => live.send({ do: "reverse" }), R: () => live.send({ do: "reverse" }),
      Escape: () => live.send({ do: "cancel" }), "[": () => keys.next(-1), "]": () => keys.next(1),
    }[event.key];
    const isForScrolling = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"].includes(event.key);
    if (!action || isButton && event.key === " " || target !== canvas && isForScrolling) return;
    event.preventDefault();
    action();
  });
}
