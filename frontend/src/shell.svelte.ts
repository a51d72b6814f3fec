/** What makes the client one that can be installed: its manifest in the person's language, and its service worker. */
import { pathTo } from "./addresses";
import { settings } from "./settings.svelte";
import { telling } from "./telling.svelte";

/** Names the manifest of the chosen language; called once, by the page that holds all others. */
export function installable(): void {
  const link = document.head.appendChild(document.createElement("link"));
  link.rel = "manifest";
  $effect(() => {
    link.href = pathTo(`/manifest.${settings.language}.webmanifest`);
  });
}

const LOADED_AGAIN = "qipai-loaded-again"; // the address at which that was tried

/** After an upgrade of the server a part of an older page may be there no more: loads the page again, once at an address. */
export function renewWhenOld(): void {
  addEventListener("vite:preloadError", () => {
    try {
      if (sessionStorage.getItem(LOADED_AGAIN) === location.href) return; // it is not the page's age
      sessionStorage.setItem(LOADED_AGAIN, location.href);
    } catch {
      return; // nothing is kept, so it might never end; the page offers a button
    }
    location.reload();
  });
}

/** Begins the service worker, where the browser has one: over https, or on this machine. */
export function beginWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // A browser that keeps nothing for this site refuses, now or later; the client needs no worker.
  try {
    navigator.serviceWorker.register(pathTo("/worker.js")).then(
      () => void (settings.told && telling.look()),
      () => {},
    );
  } catch {
    // now
  }
}
