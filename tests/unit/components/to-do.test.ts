import { expect, test } from "vitest";
import { toDoIn } from "@/components/order-list/to-do";

test("a view has the count that came with the page", () => {
  const page = { toDo: { action: 3, mine: 2 } };
  expect([toDoIn(page, "action"), toDoIn(page, "mine"), toDoIn(page, "all")]).toEqual([3, 2, 0]);
  expect(toDoIn(undefined, "action")).toBe(0);
});

test("an answer of an older instance has no counts", () => {
  expect([toDoIn({}, "action"), toDoIn({}, "mine")]).toEqual([0, 0]);
});
