/** Which page is shown: the address is the only state. */
import { pathOf, pathTo } from "./addresses";

/** The parts of a path; a malformed one, `/t/%`, is a single part that names no page. */
export function partsOf(path: string): string[] {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return [path];
  }
}

/** The client's path in the address.  One outside the folder, of a page that was opened past the proxy, is taken as it stands. */
const shown = () => pathOf(location.pathname) ?? location.pathname;

class Here {
  path = $state(shown());
  hash = $state(location.hash);
  parts = $derived(partsOf(this.path));

  read() {
    this.path = shown();
    this.hash = location.hash;
  }
}

export const here = new Here();

/** Opens another page of the client; the browser's back button returns.  `sit`: one goes to a table to take a chair there. */
export function go(path: string, { replace = false, sit = false } = {}) {
  if (replace) history.replaceState(null, "", pathTo(path));
  else history.pushState(sit ? { sit } : null, "", pathTo(path));
  here.read();
  if (replace) return;
  scrollTo(0, 0);
  document.getElementById("page")!.focus({ preventScroll: true }); // the next tab stop is the new page's first
}

/** Whether one has come to this page to take a chair; it is told once, not after the page is loaded again. */
export function comesToSit(): boolean {
  const sits = Boolean(history.state?.sit);
  if (sits) history.replaceState(null, "");
  return sits;
}

/** A plain link inside the client, clicked plainly: open it without loading the page again. */
export function follow(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname === location.pathname && link.hash) return;
  const path = pathOf(link.pathname);
  if (path === null || path.startsWith("/api/")) return;
  event.preventDefault();
  go(path + link.search + link.hash);
}

export function listen(): () => void {
  const read = () => here.read();
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  return () => {
    removeEventListener("popstate", read);
    removeEventListener("hashchange", read);
  };
}
