import { DEVICES_MAX } from "@/lib/notifications/channels";

const WORKER = "/sw.js";

export const isPushPossible = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether a user with these devices may add this browser, of this hash: one that is on the list takes no further place. */
export const hasPlace = (devices: { hash: string }[], here: string | null): boolean =>
  devices.length < DEVICES_MAX || devices.some(({ hash }) => hash === here);

/**
 * Asks the browser's push service for an address of this browser. `isAdded`: the one that it has is on the user's list, and
 * stays in use if they are refused to add it again. Another one may be one that the push service has forgotten.
 */
export async function subscribe(applicationServerKey: string, isAdded: boolean) {
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const held = await pushManager.getSubscription();
  // One of another key cannot be written to with ours.
  const isKept = isAdded && isOfKey(held?.options.applicationServerKey, applicationServerKey);
  if (!isKept) await held?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = "", keys = {} } = made.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
}

/** `key`: in base64url, as the browser takes it. */
export const isOfKey = (held: ArrayBuffer | null | undefined, key: string): boolean =>
  held != null && String.fromCharCode(...new Uint8Array(held)) === atob(key.replaceAll("-", "+").replaceAll("_", "/"));

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
