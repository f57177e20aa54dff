import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE_STYLE } from "@/sandbox/page-style";

test("the sandbox's pages have the console's colours", () => {
  const globals = readFileSync("app/globals.css", "utf8");
  const colours = PAGE_STYLE.match(/--[a-z-]+: light-dark\([^;]+;/g) ?? [];
  expect(colours).toHaveLength(14);
  for (const colour of colours) expect(globals).toContain(colour);
});
