import { expect, test } from "vitest";
import { startIngest } from "@/scripts/lib/ingest.mjs";

test("invalid settings are reported once, with the reason why nothing was started", async () => {
  const heard: string[] = [];
  const env = { ...process.env, DATABASE_URL: "", APP_URL: "nowhere" };
  const started = startIngest({ env, port: 0, onLine: (line) => heard.push(line) });
  const output = await started.then(String, String);
  const problems = output.split("\n").filter((line) => /APP_URL|DATABASE_URL/.test(line));
  expect(problems.length).toBeGreaterThan(0);
  expect(new Set(problems).size).toBe(problems.length);
  expect(heard).toEqual([]);
});
