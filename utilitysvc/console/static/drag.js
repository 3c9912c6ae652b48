// Moving a line of a list by mouse, pen or finger. The line follows the pointer, and a bar shows where it would land.

const EDGE = 56; // pixels from the top and bottom of the window within which the page scrolls along
const SCROLLED = 14;

/** Let the `.grip` of each line in `linesOf()` drag the line. `moved(line)` is called when it has another place. */
export function draggable(list, linesOf, moved) {
  list.addEventListener("pointerdown", (down) => {
    const grip = down.target.closest(".grip");
    if (!grip || down.button !== 0) return;
    down.preventDefault(); // so that dragging does not select text
    const line = grip.closest("li");
    const others = linesOf().filter((each) => each !== line);
    const first = linesOf().indexOf(line);
    const origin = down.clientY + scrollY;
    let to = first;
    const ended = new AbortController();
    const on = (name, act, target = grip) => target.addEventListener(name, act, { signal: ended.signal });

    function end(dropped) {
      ended.abort();
      line.classList.remove("dragged");
      line.style.transform = "";
      others.forEach((each) => each.classList.remove("above", "below"));
      if (!dropped || to === first) return;
      if (others[to]) others[to].before(line);
      else others.at(-1).after(line);
      moved(line);
    }

    grip.setPointerCapture(down.pointerId);
    line.classList.add("dragged");
    on("pointermove", ({ clientY }) => {
      if (clientY < EDGE) scrollBy(0, -SCROLLED);
      if (clientY > innerHeight - EDGE) scrollBy(0, SCROLLED);
      line.style.transform = `translateY(${clientY + scrollY - origin}px)`;
      to = others.filter((each) => middle(each) < clientY).length;
      others.forEach((each, index) => {
        each.classList.toggle("above", to !== first && index === to);
        each.classList.toggle("below", to !== first && to === others.length && index === to - 1);
      });
    });
    on("pointerup", () => end(true));
    on("pointercancel", () => end(false));
    on("keydown", (event) => event.key === "Escape" && end(false), document);
  });
}

function middle(line) {
  const { top, height } = line.querySelector(".row").getBoundingClientRect();
  return top + height / 2;
}
