import { expect, test } from "vitest";
import { keepNote, keptNote } from "@/components/transactions/kept-notes";

test("a note that is not saved yet is found by its author alone, not by the next user of the tab", () => {
  const note = { noteId: "1", text: "Called the player." };
  keepNote("taro", "sandbox/WD-1", note);
  expect(keptNote("taro", "sandbox/WD-1")).toEqual(note);
  expect(keptNote("taro", "sandbox/WD-2")).toBeNull();
  expect(keptNote("hanako", "sandbox/WD-1")).toBeNull();

  keepNote("hanako", "sandbox/WD-1", { noteId: "2", text: "Sends a photo." });
  keepNote("taro", "sandbox/WD-1", null);
  expect(keptNote("taro", "sandbox/WD-1")).toBeNull();
  expect(keptNote("hanako", "sandbox/WD-1")?.text).toBe("Sends a photo.");
});
