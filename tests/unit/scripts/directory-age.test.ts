import { expect, test } from "vitest";
import { directoryWarning } from "@/scripts/lib/directory-age.mjs";

test("a bank list older than ninety days raises a warning, and not one day sooner", () => {
  const on = (day: string) => directoryWarning("1.0.0-p20260824", new Date(`${day}T12:00:00Z`));
  expect(on("2026-11-22")).toBeNull();
  expect(on("2026-11-23")).toMatch(/zengin-code 1\.0\.0-p20260824\) is 91 days old/);
});

test("a version without a date is never taken for a recent one", () => {
  expect(directoryWarning("2.0.0", new Date("2026-11-21T12:00:00Z"))).not.toBeNull();
});
