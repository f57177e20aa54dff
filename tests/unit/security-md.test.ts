import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "@/scripts/lib/root.mjs";

const text = readFileSync(join(ROOT, "SECURITY.md"), "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| ") && !/^\| (against|---)/.test(line));

test("every defence that SECURITY.md names lives where it says, and is shown by a test that is there", () => {
  expect(rows.length).toBeGreaterThan(12);
  const missing = rows.flatMap((row) => {
    const [, , , lives = "", shown = ""] = row.split("|");
    const folder = /`([^`]+\/)[^`/]*`/.exec(lives)?.[1] ?? "";
    const places = [...lives.matchAll(/`([^`]+)`/g)].map(([, path = ""]) =>
      path.includes("/") ? path : folder + path,
    );
    const tests = [...shown.matchAll(/`([^`]+)`(?:: "([^"]+)")?/g)];
    const titles = tests.flatMap(([, file = "", title]) => {
      if (!existsSync(join(ROOT, file))) return [file];
      return title !== undefined && !readFileSync(join(ROOT, file), "utf8").includes(title)
        ? [`${file}: ${title}`]
        : [];
    });
    const isThere = (path: string) =>
      existsSync(join(ROOT, path)) || existsSync(join(ROOT, path.split("/").at(-1) ?? ""));
    return [...places.filter((path) => !isThere(path)), ...titles];
  });
  expect(missing).toEqual([]);
});
