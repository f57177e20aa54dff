import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { DayDocument, DayFigures } from "@/lib/daily-close/schema";
import { tokyoCell, zoned } from "@/lib/time";
import type { Snapshot } from "./snapshot";

type Close = {
  day: string;
  version: number;
  document: string;
  hash: string;
  closedBy: string;
  closedAt: Date;
  reopenedAt: Date | null;
  reopenedBy: string | null;
  reason: string | null;
};

/** Every close of the month's days, also those that were taken back, in their order. */
export async function closesOf({ db, environment, days }: Snapshot): Promise<Close[]> {
  const { rows } = await db.execute<Close>(sql`
    select c.day::text as day, c.version, c.document, c.hash, u.name as "closedBy", c.closed_at as "closedAt",
      r.reopened_at as "reopenedAt", p.name || ', ' || q.name as "reopenedBy", r.reason
    from daily_closes c join users u on u.id = c.closed_by
      left join day_reopenings r on (r.environment, r.day, r.version) = (c.environment, c.day, c.version)
      left join users p on p.id = r.proposed_by left join users q on q.id = r.confirmed_by
    where c.environment = ${environment} and c.day between ${days[0]} and ${days.at(-1)} order by c.day, c.version`);
  return rows.map((row) => ({
    ...row,
    closedAt: new Date(row.closedAt),
    reopenedAt: row.reopenedAt && new Date(row.reopenedAt),
  }));
}

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
    const { day, version, hash, closedBy, closedAt, reopenedAt, reopenedBy, reason } = close;
    return [
      ...[day, version, reopenedAt ? "reopened" : "in_force", closeFile(close), hash, chain, closedBy],
      ...[tokyoCell(closedAt), reopenedAt ? tokyoCell(reopenedAt) : "", reopenedBy ?? "", reason ?? ""],
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
