import { afterEach, expect, test, vi } from "vitest";
import { hasPlace, isOfKey, subscribe } from "@/components/notifications/push-subscription";
import { DEVICES_MAX } from "@/lib/notifications/channels";

/** Of bytes that are `-` and `_` in base64url. */
const OURS = Uint8Array.from({ length: 65 }, (_, at) => (at % 2 === 0 ? 251 : 255));
const KEY = Buffer.from(OURS).toString("base64url");
const OTHER = OURS.with(64, 0);

afterEach(() => vi.unstubAllGlobals());

test("a subscription is of a key whose bytes it has", () => {
  expect(KEY).toMatch(/-.*_/);
  expect([OURS.buffer, OTHER.buffer, new ArrayBuffer(0), null].map((held) => isOfKey(held, KEY))).toEqual([
    ...[true, false, false, false],
  ]);
});

test("a browser that is not on a full list has no place", () => {
  const full = Array.from({ length: DEVICES_MAX }, (_, at) => ({ hash: `${at}` }));
  expect([hasPlace(full, "other"), hasPlace(full, null), hasPlace(full, "0")]).toEqual([false, false, true]);
  expect(hasPlace(full.slice(1), "other")).toBe(true);
});

test.each([
  ["that the user has added is kept, also where adding it again is refused", OURS, true, 0],
  ["that the user has not added is replaced, as the push service may have forgotten it", OURS, false, 1],
  ["of another key is replaced", OTHER, true, 1],
])("one %s", async (_which, key, isAdded, ended) => {
  const unsubscribe = vi.fn(async () => true);
  const made = { toJSON: () => ({ endpoint: "https://push.test/1", keys: { p256dh: "p", auth: "a" } }) };
  const pushManager = {
    getSubscription: async () => ({ options: { applicationServerKey: key.buffer }, unsubscribe }),
    subscribe: async () => made,
  };
  vi.stubGlobal("navigator", { serviceWorker: { register: async () => {}, ready: { pushManager } } });
  expect(await subscribe(KEY, isAdded)).toEqual(made.toJSON());
  expect(unsubscribe).toHaveBeenCalledTimes(ended);
});
