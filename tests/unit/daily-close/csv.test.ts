import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { sheetOf } from "@/lib/daily-close/csv";
import { addUp } from "@/lib/daily-close/figures";

const sum = { count: 1, amount: "12000" };
const figures = addUp({
  currency: "JPY",
  opening: {
    available: "1000000",
    ledger: "1000000",
    asOf: "2026-11-20T14:59:00.000Z",
    paidAfter: { count: 2, net: "-900" },
  },
  closing: null,
  deposits: { ...sum, fees: "120", net: "11880", late: { count: 1, net: "11880" } },
  withdrawals: { ...sum, fees: "330", net: "12330" },
  ...{ depositsInFlight: sum, withdrawalsInFlight: sum, unknown: sum, discrepancies: 2 },
});
const movements = [{ currency: "JPY", kind: "top_up" as const, ...sum }];

test("each line of a day's file has a cell for each column", () => {
  const file = sheetOf({ day: "2026-11-21", closed: null, figures: [figures], movements } as Parameters<
    typeof sheetOf
  >[0]);
  const [header, ...lines]: string[][] = parse(file, { bom: true, relax_column_count: true });
  expect(lines.map(({ length }) => length)).toEqual(lines.map(() => header?.length));
  const cellsOf = (figure: string) => lines.find((line) => line[3] === figure)?.slice(4);
  expect(cellsOf("opening")).toEqual(["", "", "", "", "1000000", "1000000", expect.stringContaining("2026-11-20")]);
  expect(cellsOf("openingPaidAfter")).toEqual(["2", "", "", "-900", "", "", ""]);
  expect(cellsOf("closingPaidAfter")).toBeUndefined();
  expect(cellsOf("closing")).toEqual(["", "", "", "", "", "", ""]);
  expect(cellsOf("depositsLearnedLate")).toEqual(["1", "", "", "11880", "", "", ""]);
  expect(cellsOf("discrepancies")).toEqual(["2", "", "", "", "", "", ""]);
  expect(cellsOf("movement:top_up")).toEqual(["1", "12000", "", "", "", "", ""]);
});
