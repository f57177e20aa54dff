import { describe, expect, test } from "vitest";
import { timelineDays } from "@/components/transactions/timeline-days";
import type { TimelineEntry } from "@/lib/transactions/schema";

let made = 0;
function look(at: string, more: Partial<Extract<TimelineEntry, { kind: "asked" }>> = {}): TimelineEntry {
  made += 1;
  const heard = { found: true, status: "PENDING", verdict: "same", failure: null, serviceTime: null } as const;
  return { id: `e${made}`, at, kind: "asked", ...heard, exchangeId: "x", isControl: false, isEarly: false, ...more };
}
const note = (at: string): TimelineEntry => ({ id: `n${at}`, at, kind: "noted", by: "Aya", text: "t" });
const shape = (entries: TimelineEntry[]) =>
  timelineDays(entries).map(({ day, shown }) => [day, ...shown.map(({ again }) => 1 + again.length)]);

describe("a timeline", () => {
  test("is grouped by Tokyo days: they begin at 15:00 UTC", () => {
    const entries = [note("2026-11-21T15:00:00.000Z"), note("2026-11-21T14:59:59.999Z"), note("2026-11-20T15:00:00Z")];
    expect(shape(entries)).toEqual([
      ["2026-11-22", 1],
      ["2026-11-21", 1, 1],
    ]);
  });

  test("groups status checks with the same result, and no more than those of a day", () => {
    const hours = ["16", "12", "10", "08", "06"];
    expect(shape(hours.map((hour) => look(`2026-11-21T${hour}:00:00.000Z`)))).toEqual([
      ["2026-11-22", 1],
      ["2026-11-21", 4],
    ]);
  });

  test("counts those that were read as the fewest that there are, where earlier entries were not read", () => {
    const day = (hour: string) => look(`2026-11-21T${hour}:00:00.000Z`);
    const entries = [day("16"), day("16"), day("16"), day("12"), day("10"), day("08")];
    const cut = (...more: [boolean?]) =>
      timelineDays(entries, ...more).flatMap(({ shown }) => shown.map(({ isCut }) => isCut));
    expect(cut(true)).toEqual([false, true]);
    expect(cut()).toEqual([false, false]);
    // The note stands between these and those.
    entries.push(note("2026-11-21T07:00:00.000Z"));
    expect(cut(true)).toEqual([false, false, false]);
  });

  test("hides no new result, nor what users did in between", () => {
    const at = "2026-11-21T03:00:00.000Z";
    const same = [look(at), look(at), look(at)];
    expect(shape([...same, note(at), ...same])).toEqual([["2026-11-21", 3, 1, 3]]);
    const news = [
      look(at, { verdict: "moved", status: "PENDING" }),
      look(at, { verdict: "conflict", status: "FAILED" }),
      look(at, { isControl: true }),
    ];
    expect(shape([...news, ...news])).toEqual([["2026-11-21", 1, 1, 1, 1, 1, 1]]);
  });

  test("keeps apart what was found, what was not, and what was not answered", () => {
    const at = "2026-11-21T03:00:00.000Z";
    const not = { found: false, status: null, verdict: null } as const;
    const missing = look(at, { ...not, failure: { kind: "refused", status: 404, message: "m", fields: [] } });
    const silent = look(at, { ...not, failure: { kind: "unknown", reason: "no_answer" } });
    expect(shape([missing, missing, missing, silent, silent, silent, look(at), look(at)])).toEqual([
      ["2026-11-21", 3, 3, 1, 1],
    ]);
  });
});
