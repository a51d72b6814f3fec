/** A table top that is too low for what lies on it: what is said elsewhere leaves it; then it scrolls, and what is to be beaten stays in view. */

const FRAME = 8; // px that stand out around the best set

/** Marks a board while its content does not fit (`data-cramped`: "" where leaving something out is enough, else "scrolls"); returns how to stop. */
export function watchCramped(board: HTMLElement): () => void {
  const fits = () => board.scrollHeight <= board.clientHeight + 1;
  const judge = () => {
    const scrolled = board.scrollTop;
    delete board.dataset.cramped;
    if (fits()) return;
    board.dataset.cramped = "";
    if (fits()) return;
    board.dataset.cramped = "scrolls";
    // the own plate stays at the lower edge, over what is below it; the best set has a frame
    board.style.scrollPaddingBottom = `${(board.querySelector<HTMLElement>(".seat.s0")?.offsetHeight ?? 0) + FRAME}px`;
    board.scrollTop = scrolled;
    (board.querySelector(".best") ?? board.querySelector(".cloth"))?.scrollIntoView({ block: "nearest" });
  };
  const sizes = new ResizeObserver(judge);
  for (const part of [board, ...board.children]) sizes.observe(part);
  const changes = new MutationObserver(judge);
  changes.observe(board, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
}
