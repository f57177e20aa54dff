import { expect, test } from "vitest";
import { keptTyped } from "@/components/forms/kept-typed";

test("what is not sent yet is found by its author alone, not by the next user of the tab", () => {
  const notes = keptTyped<string>();
  notes.keep("taro", "sandbox/WD-1", "Called the player.");
  notes.keep("hanako", "sandbox/WD-1", "Sends a photo.");
  expect(notes.of("taro", "sandbox/WD-1")).toBe("Called the player.");
  expect(notes.of("hanako", "sandbox/WD-1")).toBe("Sends a photo.");
  expect(notes.of("hanako", "sandbox/WD-2")).toBeNull();
  expect(notes.of("jiro", "sandbox/WD-1")).toBeNull();
  expect(keptTyped<string>().of("taro", "sandbox/WD-1")).toBeNull();

  notes.keep("taro", "sandbox/WD-1", null);
  expect(notes.of("taro", "sandbox/WD-1")).toBeNull();
  expect(notes.of("hanako", "sandbox/WD-1")).toBe("Sends a photo.");
});

test("what was sent may be recorded until an answer comes; a refusal of a second press says nothing of the first", async () => {
  const names = keptTyped<string>();
  const mayBeRecorded = () => names.isUnanswered("taro", "M-1");
  const refused = () => names.send("taro", "M-1", async () => ({ ok: false }));
  const lost = () => names.send("taro", "M-1", () => Promise.reject(new Error("no answer"))).catch(() => null);

  names.keep("taro", "M-1", "Fee");
  await refused();
  expect([mayBeRecorded(), names.of("taro", "M-1")]).toEqual([false, "Fee"]);
  await lost();
  expect(mayBeRecorded()).toBe(true);
  await refused();
  expect(mayBeRecorded()).toBe(true);

  names.keep("taro", "M-1", "Another fee");
  expect(mayBeRecorded()).toBe(false);
  const underWay = names.send("taro", "M-1", async () => ({ ok: true }));
  expect(mayBeRecorded()).toBe(true);
  names.keep("taro", "M-1", null);
  await underWay;
  expect([mayBeRecorded(), names.of("taro", "M-1")]).toEqual([false, null]);
});
