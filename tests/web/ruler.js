/* What somebody who looks at the window cannot press, read or see whole: `faults()` answers in sentences, [] where all is well. */
(() => {
  const SLACK = 1; // pixels that rounding takes

  const named = (part) =>
    `${part.tagName.toLowerCase()}.${[...part.classList].filter((name) => !name.startsWith("svelte-")).join(".")}` +
    ` "${(part.ariaLabel || part.textContent).trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const seen = (part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest(".vh");

  /** Where a button is pressed: its middle, and beside each corner, which may be round.  Of a stack of discs, the middle: `cards` judges the rest. */
  function pointsOf(button, { left, right, top, bottom }) {
    if (button.matches(".stack")) return [[(left + right) / 2, (top + bottom) / 2]];
    const inset = 2 + 0.3 * Math.min(parseFloat(getComputedStyle(button).borderTopLeftRadius) || 0, (bottom - top) / 2, (right - left) / 2);
    const [x, y] = [[left + inset, right - inset], [top + inset, bottom - inset]];
    return [[(left + right) / 2, (top + bottom) / 2], ...x.flatMap((across) => y.map((down) => [across, down]))];
  }

  /** Every button lies in the window, and all of it can be pressed: what lies around it does not count.  A word that explains itself is text. */
  function* buttons() {
    // A page, such as the account of a deal, may be read downwards; what goes on from it is in view.
    const asks = document.querySelector("main.reading") ? "main .begin .go, main .end .go" : "main button, main a.btn, main #reading label";
    for (const button of document.querySelectorAll(asks)) {
      if (!seen(button) || button.matches(".gl") || button.closest(".rail, [data-cramped=scrolls] .cloth .mid")) continue;
      const box = button.getBoundingClientRect();
      const out = Math.max(-box.left, box.right - innerWidth, -box.top, box.bottom - innerHeight);
      if (out > SLACK) yield `${named(button)} is ${Math.round(out)} px out of the window`;
      const found = pointsOf(button, box).map(([x, y]) => document.elementFromPoint(x, y));
      const over = found.find((at) => at && !button.contains(at) && at.closest("label")?.control !== button);
      if (over && out <= SLACK) yield `${named(button)} is covered by ${named(over)}`;
    }
  }

  /** The box in which a text is meant to scroll, where it does so in this window. */
  function scrollerOf(text) {
    const box = text.closest("[data-scrolls]");
    return box && getComputedStyle(box).overflowY === "auto" ? box : null;
  }

  /** The lines of a text, as they stand in the window: its words in a row. */
  function* linesOf(text) {
    const words = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (words.nextNode()) {
      const holder = words.currentNode.parentElement;
      if (!seen(holder) || holder.closest("p > .why")?.clientWidth === 1) continue; // said to who hears the page
      range.selectNodeContents(words.currentNode);
      for (const line of range.getClientRects()) if (line.width > 2 * SLACK) yield [line, holder];
    }
  }

  /** What is asked and what is said of it can be read: nothing lies over a line.  Only what a box says that it scrolls may be out of its view, but never the question. */
  function* lines() {
    if (document.querySelector("main.reading")) return;
    for (const text of document.querySelectorAll("main .notes p, main .notes #reading .of")) {
      if (!seen(text)) continue;
      const scrolls = scrollerOf(text);
      const top = scrolls && scrolls.getBoundingClientRect().top + scrolls.clientTop;
      for (const [line, holder] of linesOf(text)) {
        const points = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) => [0.25, 0.75].map((y) => [line.left + x * line.width, line.top + y * line.height]));
        const hidden = points.find(([x, y]) => {
          if (scrolls && !holder.closest(".head") && (y < top || y > top + scrolls.clientHeight)) return false;
          return !text.contains(document.elementFromPoint(x, y));
        });
        if (!hidden) continue;
        const over = document.elementFromPoint(...hidden);
        yield `${named(holder)} cannot be read: ${over ? `${named(over)} lies over it` : "it is out of the window"}`;
        break;
      }
    }
  }

  /** No text is wider or higher than its box. */
  function* texts() {
    const read = ".btn, .note p, .ask p, .remark, .remark p, .offer, .mid, .kind, .word, .chip, .what, #reading b, #reading small, .placed, .dream, .watching p";
    for (const part of document.querySelectorAll(`main :is(${read})`)) {
      if (!seen(part) || part.closest(".rail") || part.clientWidth < 2) continue;
      if (part.scrollWidth > part.clientWidth + SLACK) yield `${named(part)} is ${part.scrollWidth} px wide in ${part.clientWidth}`;
      const box = part.getBoundingClientRect();
      if (part.matches(".btn, p, .remark") && scrollerOf(part) !== part && part.scrollHeight > part.clientHeight + 2 * SLACK) yield `${named(part)} is ${part.scrollHeight} px high in ${part.clientHeight}`;
      if (box.right > innerWidth + SLACK || box.left < -SLACK) yield `${named(part)} leaves the window`;
    }
  }

  /** Nothing hangs over the edge of a seat's plate. */
  function* plates() {
    for (const plate of document.querySelectorAll(".seat")) {
      const edge = plate.getBoundingClientRect();
      for (const part of plate.querySelectorAll(".lantern, .chip, .heap, .meta > span, .clock")) {
        if (!seen(part)) continue;
        const box = part.getBoundingClientRect();
        const out = Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top, box.bottom - edge.bottom);
        if (box.width && out > SLACK) yield `${named(part)} hangs ${Math.round(out)} px over the edge of a plate`;
      }
    }
  }

  let indices = null;

  /** Where a drawing has its index, in parts of its width and height: what is drawn in its upper left, but for the paper. */
  function indexOf(address) {
    const [file, symbol] = address.split("#");
    indices ??= measured(file);
    return indices.get(symbol);
  }

  /** The indices of all drawings of a file, which stand in the page while they are measured. */
  function measured(file) {
    const asked = new XMLHttpRequest();
    asked.open("GET", file, false);
    asked.send();
    const sources = document.importNode(new DOMParser().parseFromString(asked.responseText, "image/svg+xml").documentElement, true);
    sources.style.cssText = "position: fixed; width: 0; height: 0"; // they use each other
    const drawings = [...sources.querySelectorAll("symbol")].map((source) => {
      const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      drawing.setAttribute("viewBox", source.getAttribute("viewBox"));
      drawing.style.cssText = "position: fixed; left: 0; top: 0; width: 200px; height: auto; visibility: hidden";
      drawing.append(...[...source.children].map((child) => child.cloneNode(true)));
      return [source.id, drawing];
    });
    const added = [sources, ...drawings.map(([, drawing]) => drawing)];
    document.body.append(...added);
    const found = new Map(drawings.map(([symbol, drawing]) => [symbol, cornerOf(drawing)]));
    for (const one of added) one.remove();
    return found;
  }

  function cornerOf(drawing) {
    const all = drawing.getBoundingClientRect();
    const marks = [...drawing.children].map((child) => child.getBoundingClientRect());
    const inCorner = ({ left, right, top, width }) => width < all.width * 0.8 && left + right < 2 * all.left + all.width * 1.24 && top < all.top + all.height * 0.3;
    const corner = marks.filter(inCorner);
    const edge = (side, of) => of(...corner.map((mark) => mark[side]));
    return corner.length ? { left: edge("left", Math.min) / all.width, right: edge("right", Math.max) / all.width, top: edge("top", Math.min) / all.height, bottom: edge("bottom", Math.max) / all.height } : null;
  }

  const addressOf = (card) => card.querySelector("use")?.getAttribute("href");
  const isDisc = (card) => addressOf(card)?.includes("#x");

  /** Every index on the cloth is free of other cards and their numbers; what is to be beaten is in view. */
  function* cards() {
    const all = [...document.querySelectorAll(".cloth svg.card, .cloth .row b")].filter(seen);
    const board = document.querySelector(".board")?.getBoundingClientRect();
    for (const [place, card] of all.entries()) {
      const address = addressOf(card);
      if (!address || address.endsWith("-back")) continue;
      const symbol = address.split("#")[1];
      const box = card.getBoundingClientRect();
      const index = indexOf(address);
      const [left, right] = [box.left + index.left * box.width, box.left + index.right * box.width];
      const [top, bottom] = [box.top + index.top * box.height, box.top + index.bottom * box.height];
      const over = all.slice(place + 1).find((other) => {
        if (other.parentElement === card.parentElement) return false; // what a joker stands for is told on itself
        const by = other.getBoundingClientRect();
        const far = Math.hypot(by.left + by.right - box.left - box.right, by.top + by.bottom - box.top - box.bottom);
        if (isDisc(card) && isDisc(other) && far > box.width + by.width - 2 * SLACK) return false;
        return by.left < right - SLACK && by.right > left + SLACK && by.top < bottom - SLACK && by.bottom > top + SLACK;
      });
      if (over) yield `${symbol} is ${Math.round(box.width)} px wide and its index is covered by ${addressOf(over)?.split("#")[1] ?? over.textContent}`;
      if (card.closest(".best") && (top < board.top - SLACK || bottom > board.bottom + SLACK)) yield `${symbol} is to be beaten and out of view`;
    }
  }

  window.faults = () => [...buttons(), ...lines(), ...texts(), ...plates(), ...cards()].concat(
    document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth - innerWidth} px too wide`] : [],
    document.querySelector("main.table:not(.reading)") && document.documentElement.scrollHeight > innerHeight + SLACK ? ["the page is higher than the window"] : [],
  );
})();
