import { expect, test } from "vitest";
import { Slots } from "@/sandbox/callbacks/slots";

test("one host takes its share and no more, all together no more than there are", () => {
  const slots = new Slots(5, 2);
  const taken = ["a", "a", "a", "b", "b", "c", "d"].map((host) => slots.take(host));
  expect(taken).toEqual([true, true, false, true, true, true, false]);
  expect([slots.free, slots.full]).toEqual([0, ["a", "b"]]);

  slots.release("a");
  expect([slots.free, slots.full]).toEqual([1, ["b"]]);
  expect([slots.take("b"), slots.take("d"), slots.take("a")]).toEqual([false, true, false]);
  for (const host of ["a", "b", "b", "c", "d"]) slots.release(host);
  expect([slots.free, slots.full]).toEqual([5, []]);
});
