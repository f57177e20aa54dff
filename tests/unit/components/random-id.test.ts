import { expect, test } from "vitest";
import { z } from "zod";
import { randomUuid } from "@/components/forms/random-id";

test("the ID of a form that the browser makes is a UUID, another each time", () => {
  const made = Array.from({ length: 50 }, randomUuid);
  expect(made.every((id) => z.uuidv4().safeParse(id).success)).toBe(true);
  expect(new Set(made).size).toBe(50);
});
