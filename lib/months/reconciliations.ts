import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import { ledgerFiles, type reconciliationExceptions, reconciliationRows } from "@/drizzle/schema/reconciliation";
import { plainAmount, subtractAmounts } from "@/lib/money/amount";
import { exceptionClasses } from "@/lib/reconciliation/conditions";
import { type ReadRow, selectRows } from "@/lib/reconciliation/result-rows";
import type { RunFigures } from "@/lib/reconciliation/schema";
import { decisionOf } from "@/lib/reconciliation/state";
import { DAY_MS, tokyoCell, tokyoDayRange, zoned } from "@/lib/time";
import type { Snapshot } from "./snapshot";

const BATCH = 2_000;

type Run = {
  id: string;
  firstDay: string;
  lastDay: string;
  fileIds: string[];
  rows: number;
  brokenRows: number;
  figures: RunFigures;
  digest: string;
  endedAt: Date;
  files: { name: string; sha256: string | null }[];
  /** A longer run of the package that has all its days; null where there is none. */
  countedIn: string | null;
  /** Other counted runs that have some of its days: what both ledgers have of these is in the sums of both. */
  overlaps: string[];
};

/** The runs in force whose first day lies in the month. One whose days a longer one has is listed, and counts nothing. */
export async function runsOf({ db, environment, days }: Snapshot): Promise<Run[]> {
  const { rows } = await db.execute<Omit<Run, "files" | "countedIn" | "overlaps">>(sql`
    select id, first_day::text as "firstDay", last_day::text as "lastDay", file_ids as "fileIds", rows,
      broken_rows as "brokenRows", figures, digest, ended_at as "endedAt"
    from reconciliation_runs
    where environment = ${environment} and state = 'done' and superseded_by is null
      and first_day between ${days[0]} and ${days.at(-1)} order by first_day, last_day desc, id`);
  const ids = rows.flatMap(({ fileIds }) => fileIds);
  const { id, name, sha256 } = ledgerFiles;
  const files = ids.length === 0 ? [] : await db.select({ id, name, sha256 }).from(ledgerFiles).where(inArray(id, ids));
  const isWithin = (run: Days, other: Days) => other.firstDay <= run.firstDay && other.lastDay >= run.lastDay;
  const isOverlapping = (run: Days, other: Days) => other.firstDay <= run.lastDay && other.lastDay >= run.firstDay;
  // The first one found is the longest.
  const longer = new Map(rows.map((run) => [run, rows.find((other) => other !== run && isWithin(run, other))?.id]));
  const counted = rows.filter((run) => longer.get(run) === undefined);
  return rows.map((run) => ({
    ...{ ...run, endedAt: new Date(run.endedAt) },
    files: run.fileIds.flatMap((one) => files.find((file) => file.id === one) ?? []),
    countedIn: longer.get(run) ?? null,
    overlaps:
      longer.get(run) === undefined
        ? counted.filter((other) => other !== run && isOverlapping(run, other)).map((other) => other.id)
        : [],
  }));
}

type Days = Pick<Run, "firstDay" | "lastDay">;

export const RUN_HEADER = [
  ...["run", "firstDay", "lastDay", "files", "sha256", "rows", "brokenRows", "outside", "digest", zoned("endedAt")],
  ...["countedIn", "overlaps"],
];
export const runRow = ({ files, figures, ...run }: Run) => [
  ...[run.id, run.firstDay, run.lastDay],
  ...[files.map(({ name }) => name).join("; "), files.map(({ sha256 }) => sha256).join("; ")],
  ...[run.rows, run.brokenRows, figures.outside, run.digest, tokyoCell(run.endedAt)],
  ...[run.countedIn, run.overlaps.join("; ")],
];

export const RESULT_HEADER = ["run", "class", "currency", "count", "ledger", "service"];
export const resultRows = ({ id, figures }: Run) =>
  figures.classes.map((of) => [
    ...[id, of.class, of.currency, of.count, plainAmount(of.ledger), plainAmount(of.service)],
  ]);

export const DIFFERENCE_HEADER = [
  ...["run", "position", "class", "currency", "ledger", "service", "difference", "reference", "mark", "exception"],
];

/** Every row of the runs that does not agree. `named` gets the exceptions that they are. */
export async function* differences(snapshot: Snapshot, runs: readonly Run[], named: Set<string>) {
  for (const { id } of runs) {
    const query = selectRows(snapshot, id, sql`${reconciliationRows.class} in ${exceptionClasses}`);
    for await (const rows of snapshot.batches<ReadRow>(query, BATCH)) {
      for (const { exceptionId: one } of rows) if (one !== null) named.add(one);
      yield rows.map((row) => differenceRow(id, row));
    }
  }
}

const differenceRow = (run: string, { position, reference, mark, exceptionId, ...row }: ReadRow) => [
  ...[run, position, row.class, row.currency, plain(row.ledgerAmount), plain(row.serviceAmount)],
  plainAmount(subtractAmounts(row.ledgerAmount ?? "0", row.serviceAmount ?? "0")),
  ...[reference, mark, exceptionId],
];
const plain = (amount: string | null) => (amount === null ? null : plainAmount(amount));

type Exception = Omit<
  typeof reconciliationExceptions.$inferSelect,
  "environment" | "identity" | "orderId" | "ledgerKey" | "firstRun" | "endedRun"
> & { reference: string | null };

/** Those of the month's days, those that its runs name, and older ones that are still open. */
const exceptionsWhere = ({ environment, days }: Snapshot, named: ReadonlySet<string>): SQL => sql`
  e.environment = ${environment} and (e.day between ${days[0]} and ${days.at(-1)} or (e.state = 'open' and e.day < ${days[0]})
    or e.id = any(${sql.param([...named])}::uuid[]))`;

export const EXCEPTION_HEADER = [
  ...["exception", "day", "class", "currency", "ledger", "service", "difference", "reference", "state", "decision"],
  ...["owner", "reason", "note", zoned("openedAt"), zoned("endedAt"), "daysOpen", "closedBy", "closeReason", "lastRun"],
];

/** `daysOpen` counts from the day to the end, at most to the end of the month, so that it is the same whenever it is packed. */
export async function* exceptions(snapshot: Snapshot, named: ReadonlySet<string>) {
  const query = sql`
    select e.id, e.day::text as day, e.class, e.currency, e.ledger_amount::text as "ledgerAmount",
      e.service_amount::text as "serviceAmount", coalesce(t.reference_id, e.ledger_key) as reference, e.state, o.name as owner,
      e.reason, e.note, e.opened_at as "openedAt", e.ended_at as "endedAt", c.name as "closedBy",
      e.close_reason as "closeReason", e.last_run as "lastRun"
    from reconciliation_exceptions e left join transactions t on t.id = e.order_id
      left join users o on o.id = e.owner left join users c on c.id = e.closed_by
    where ${exceptionsWhere(snapshot, named)} order by e.day, e.class, e.currency, e.id`;
  for await (const rows of snapshot.batches<Exception>(query, BATCH))
    yield rows.map((row) => exceptionRow(snapshot, row));
}

function exceptionRow({ before }: Snapshot, row: Exception) {
  const { state, owner, reason, day } = row;
  const ended = row.endedAt && new Date(row.endedAt);
  const until = ended && ended < before ? ended : before;
  const open = Math.floor((until.getTime() - (tokyoDayRange(day)?.from ?? until).getTime()) / DAY_MS);
  return [
    ...[row.id, day, row.class, row.currency, plain(row.ledgerAmount), plain(row.serviceAmount)],
    plainAmount(subtractAmounts(row.ledgerAmount ?? "0", row.serviceAmount ?? "0")),
    ...[row.reference, state, decisionOf({ state, owner, reason }), owner, reason, row.note],
    ...[tokyoCell(new Date(row.openedAt)), ended ? tokyoCell(ended) : "", Math.max(0, open)],
    ...[row.closedBy, row.closeReason, row.lastRun],
  ];
}

export const HISTORY_HEADER = ["exception", zoned("at"), "by", "event", "detail"];

/** What people did about these exceptions. */
export async function* history(snapshot: Snapshot, named: ReadonlySet<string>) {
  const query = sql`
    select v.exception_id, v.at, u.name as by, v.kind, v.detail::text as detail
    from exception_events v join reconciliation_exceptions e on e.id = v.exception_id join users u on u.id = v.by
    where ${exceptionsWhere(snapshot, named)} order by e.day, e.class, e.currency, e.id, v.id`;
  type Event = { exception_id: string; at: Date; by: string; kind: string; detail: string };
  for await (const rows of snapshot.batches<Event>(query, BATCH))
    yield rows.map(({ exception_id, at, by, kind, detail }) => [
      ...[exception_id, tokyoCell(new Date(at)), by, kind, detail],
    ]);
}
