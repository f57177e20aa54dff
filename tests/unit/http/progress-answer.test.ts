import { expect, test } from "vitest";
import { readProgress } from "@/components/imports/read-progress";
import { progressAnswer } from "@/lib/http/progress-answer";

type Progress = { rows: number };

test("what is reported comes first, then the answer", async () => {
  const response = await progressAnswer<Progress>(async (report) => {
    report({ rows: 0 });
    await Promise.resolve();
    report({ rows: 1_000 });
    return { ok: true };
  });
  const seen: Progress[] = [];
  expect(await readProgress<Progress, object>(response, (progress) => seen.push(progress))).toEqual({ ok: true });
  expect(seen).toEqual([{ rows: 0 }, { rows: 1_000 }]);
});

test("no proxy keeps the lines until the last one", async () => {
  const { headers } = await progressAnswer(async () => ({ ok: true }));
  expect(headers.get("x-accel-buffering")).toBe("no");
});

test("an answer without progress is read the same way", async () => {
  const response = await progressAnswer(async () => ({ ok: false }));
  expect(await readProgress(response, () => undefined)).toEqual({ ok: false });
});

test("what fails before the first report is thrown", async () => {
  const refused = progressAnswer(async () => {
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
});

test("what fails later is never taken for an answer", async () => {
  const response = await progressAnswer<Progress>(async (report) => {
    report({ rows: 0 });
    await new Promise((resolve) => setTimeout(resolve, 1));
    throw new Error("lost");
  });
  await expect(readProgress(response, () => undefined)).rejects.toThrow("lost");
});

test("a reader that leaves does not stop the work", async () => {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const response = await progressAnswer<Progress>(async (report) => {
    report({ rows: 0 });
    await left;
    report({ rows: 1_000 });
    end(1_000);
    return {};
  });
  await response.body?.cancel();
  leave();
  expect(await ended).toBe(1_000);
});
