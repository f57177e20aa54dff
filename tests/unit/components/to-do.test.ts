import { expect, test } from "vitest";
import { toDoOf } from "@/components/order-list/to-do";

test("a view has the count that came with the page", () => {
  const page = { toDo: { action: 3, mine: 2 } };
  expect([toDoOf(page, "action"), toDoOf(page, "mine"), toDoOf(page, "all")]).toEqual([3, 2, 0]);
  expect(toDoOf(undefined, "action")).toBe(0);
});
