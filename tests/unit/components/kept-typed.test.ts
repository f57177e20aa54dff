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
