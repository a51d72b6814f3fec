/** Being told that it is one's turn while the page is closed: asked of the browser first, and then of the server. */
import { addPush, ApiError, endPush, pushKey } from "./api";
import { settings } from "./settings.svelte";
import { said, t } from "./words";

class Telling {
  /** "none": this browser or this server cannot */
  state = $state<"none" | "off" | "on" | "asking" | "blocked">("none");
  /** why it is not on, after one has tried */
  refused = $state("");
  #key = "";

  async #worker(): Promise<ServiceWorkerRegistration | undefined> {
    try {
      return "PushManager" in window && "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    } catch {
      return undefined; // a browser that keeps nothing for this site
    }
  }

  /** Finds out how it is; where one is told already, the server hears of it again, since it may have forgotten. */
  async look(): Promise<void> {
    const worker = await this.#worker();
    if (!worker) return;
    try {
      this.#key = (await pushKey()).key;
      if (!this.#key) return;
      if (settings.told && Notification.permission === "granted") await this.#subscribe(worker);
      this.state = Notification.permission === "denied" ? "blocked" : settings.told && Notification.permission === "granted" ? "on" : "off";
    } catch {
      this.state = this.#key ? "off" : "none"; // it can be tried by hand
    }
  }

  async set(on: boolean): Promise<void> {
    const worker = await this.#worker();
    if (!worker || this.state === "asking") return;
    this.state = "asking";
    this.refused = "";
    try {
      if (!on) await this.#end(worker);
      else if ((await Notification.requestPermission()) === "granted") await this.#subscribe(worker);
      settings.told = on && Notification.permission === "granted";
    } catch (error) {
      settings.told = false;
      this.refused = (error instanceof ApiError && error.text && said(error.text)) || `${t("failed")} ${t("failed_why")}`;
    }
    this.state = Notification.permission === "denied" ? "blocked" : settings.told ? "on" : "off";
  }

  async #subscribe(worker: ServiceWorkerRegistration): Promise<void> {
    const known = await worker.pushManager.getSubscription();
    if (known && written(known.options.applicationServerKey) !== this.#key) await known.unsubscribe(); // the server has another key now
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#key });
    const { endpoint, keys } = subscription.toJSON();
    await addPush({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth!, language: settings.language });
  }

  async #end(worker: ServiceWorkerRegistration): Promise<void> {
    const subscription = await worker.pushManager.getSubscription();
    if (!subscription) return;
    await endPush({ endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
}

/** In base64url without its end, as the server writes keys. */
function written(key: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer()))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export const telling = new Telling();
