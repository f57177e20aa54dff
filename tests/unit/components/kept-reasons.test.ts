import { expect, test } from "vitest";
import { keepReason, keptReason } from "@/components/withdrawals/kept-reasons";

test("a reason that was typed is found by its author alone, not by the next user of the tab", () => {
  keepReason("taro", "WD-1", "another holder");
  keepReason("hanako", "WD-1", "wrong month");
  expect(keptReason("taro", "WD-1")).toBe("another holder");
  expect(keptReason("hanako", "WD-1")).toBe("wrong month");
  expect(keptReason("hanako", "WD-2")).toBe("");
  expect(keptReason("jiro", "WD-1")).toBe("");

  keepReason("taro", "WD-1", "");
  expect(keptReason("taro", "WD-1")).toBe("");
  expect(keptReason("hanako", "WD-1")).toBe("wrong month");
});
