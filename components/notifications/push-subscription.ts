const WORKER = "/sw.js";

export const isPushPossible = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Asks the browser's push service for an address of this browser, or takes the one that it has. */
export async function subscribe(applicationServerKey: string) {
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of another key cannot be written to with ours.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = "", keys = {} } = made.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
}

const current = async () => (await navigator.serviceWorker?.getRegistration(WORKER))?.pushManager.getSubscription();

export async function endSubscription(): Promise<void> {
  await (await current())?.unsubscribe();
}

/** SHA-256 in hex of the address of this browser; null where it has none. */
export async function hashOfSubscription(): Promise<string | null> {
  const endpoint = (await current())?.endpoint;
  if (endpoint === undefined) return null;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
