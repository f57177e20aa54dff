import { expect, test } from "vitest";
import { addBankDays, isBankDay } from "@/lib/japan/bank-days";

/** As the Cabinet Office lists them (国民の祝日について), but for those that fall on a weekend. */
const HOLIDAYS = [
  ..."2024-01-01 2024-01-08 2024-02-12 2024-02-23 2024-03-20 2024-04-29 2024-05-03 2024-05-06 2024-07-15 2024-08-12".split(
    " ",
  ),
  ..."2024-09-16 2024-09-23 2024-10-14 2024-11-04 2025-02-24 2025-05-06 2025-11-24 2026-05-06 2026-09-21".split(" "),
  ..."2026-09-22 2026-09-23 2026-11-23 2027-03-22".split(" "),
];

test("banks rest on weekends, on national holidays with their substitutes, and over the New Year", () => {
  for (const day of [...HOLIDAYS, "2026-11-21", "2026-11-22", "2026-12-31", "2027-01-01"])
    expect(isBankDay(day), day).toBe(false);
  for (const day of ["2026-11-20", "2026-11-24", "2026-09-24", "2025-05-07", "2024-01-04", "2024-07-16"])
    expect(isBankDay(day), day).toBe(true);
  expect([2024, 2025, 2026].map((year) => daysOf(year).filter(isBankDay).length)).toEqual([245, 243, 242]);
});

const daysOf = (year: number) =>
  Array.from({ length: 366 }, (_, nth) => new Date(Date.UTC(year, 0, 1 + nth)).toISOString().slice(0, 10)).filter(
    (day) => day.startsWith(String(year)),
  );

test("bank days are counted over holidays, both ways", () => {
  expect(addBankDays("2026-09-18", 1)).toBe("2026-09-24");
  expect(addBankDays("2026-09-24", -1)).toBe("2026-09-18");
  expect(addBankDays("2026-12-30", 2)).toBe("2027-01-05");
  expect(addBankDays("2026-11-24", 0)).toBe("2026-11-24");
});
