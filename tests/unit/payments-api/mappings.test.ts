import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import * as callbacks from "@/lib/callbacks/body-schemas";
import * as api from "@/lib/payments-api/shapes";

const table = readFileSync("lib/payments-api/MAPPINGS.md", "utf8");
const shapes = Object.entries({ ...api, ...callbacks }).flatMap(([name, value]): [string, z.ZodType][] =>
  value instanceof z.ZodType ? [[name, value]] : [],
);

test.each(shapes)("every field of %s is in MAPPINGS.md", (_name, shape) => {
  const fields = fieldsOf(shape);
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter((field) => !table.includes(`\`${field}\``))).toEqual([]);
});

test("all thirteen body shapes are covered", () => expect(shapes).toHaveLength(13));

function fieldsOf(shape: z.ZodType): string[] {
  const { properties, items } = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" });
  const own = properties ?? (items as { properties?: object } | undefined)?.properties ?? {};
  return Object.keys(own);
}
