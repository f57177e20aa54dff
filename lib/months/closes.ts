import "server-only";
import { createHash } from "node:crypto";
import type { Close } from "@/lib/daily-close/closes";
import type { DayDocument, DayFigures } from "@/lib/daily-close/schema";
import { tokyoCell, zoned } from "@/lib/time";

/** The document of a close as a file, to the byte that was hashed. */
export const closeFile = ({ day, version }: Pick<Close, "day" | "version">) => `closes/${day}.${version}.json`;

export const CLOSE_HEADER = [
  ...["day", "version", "state", "file", "hash", "chain", "closedBy", zoned("closedAt")],
  ...[zoned("reopenedAt"), "reopenedBy", "reopenedReason"],
];

/** Each close with a chain over all hashes up to it: one that is left out or exchanged breaks it. */
export function closeRows(closes: readonly Close[]): { rows: (string | number)[][]; chain: string } {
  let chain = "0".repeat(64);
  const rows = closes.map((close) => {
    chain = createHash("sha256").update(`${chain}${close.hash}`).digest("hex");
    const { day, version, hash, by, at, reopenedAt, proposedBy, confirmedBy, reason } = close;
    return [
      ...[day, version, reopenedAt ? "reopened" : "in_force", closeFile(close), hash, chain, by, tokyoCell(at)],
      ...(reopenedAt ? [tokyoCell(reopenedAt), `${proposedBy}, ${confirmedBy}`, reason ?? ""] : ["", "", ""]),
    ];
  });
  return { rows, chain };
}

const FIGURES = [
  ...["opening", "closing", "deposits", "withdrawals", "depositsInFlight", "withdrawalsInFlight", "unknown"],
  ...["discrepancies", "expectedLedger", "difference"],
] as (keyof DayFigures)[];
const PARTS = ["count", "amount", "fees", "net", "ledger", "available"];
export const FIGURE_HEADER = ["day", "currency", "figure", ...PARTS];

/** The figures under which a day is closed, one line each. A figure that is one number stands in the column `amount`. */
export function figureRows({ day, figures }: DayDocument): string[][] {
  return figures.flatMap((of) =>
    FIGURES.map((name) => {
      const figure: unknown = of[name];
      const parts: Record<string, unknown> =
        figure !== null && typeof figure === "object" ? { ...figure } : { amount: figure };
      return [day, of.currency, name, ...PARTS.map((part) => String(parts[part] ?? ""))];
    }),
  );
}
