import "server-only";
import { createHash } from "node:crypto";
import { csv, csvPieces } from "@/lib/csv/file";
import { closesOf, isInForce, readDocument } from "@/lib/daily-close/closes";
import { knownSince } from "@/lib/daily-close/count-day";
import { ACCOUNT_FIELDS, JOURNAL_KINDS } from "@/lib/journals/accounts";
import { type JournalEntry, journalOf, kindSumsOf } from "@/lib/journals/entries";
import { freeeFile, moneyForwardFile, yayoiFile } from "@/lib/journals/formats";
import { accountsInForce } from "@/lib/journals/queries";
import { addAmounts } from "@/lib/money/amount";
import { CLASSES } from "@/lib/reconciliation/classes";
import { EXCEPTION_STATES } from "@/lib/reconciliation/state";
import { tokyoDay } from "@/lib/time";
import { auditHeads } from "./audit-head";
import { BALANCE_MOVEMENT_HEADER, balanceMovementRow, balanceMovementsOf } from "./balance-movements";
import * as closes from "./closes";
import * as movements from "./movements";
import { OPEN_ITEM_HEADER, openItems } from "./open-items";
import { readMe } from "./read-me";
import * as reconciliations from "./reconciliations";
import type { PackageFigures } from "./schema";
import type { Snapshot } from "./snapshot";
import { VERIFY_SCRIPT } from "./verify-script";
import { ZipWriter } from "./zip";

export type Packed = { content: Buffer; contentHash: string; figures: PackageFigures };
type Head = { version: number; packedBy: string; packedAt: Date };

/** What two packages of the same data do not have in common. */
const OF_ITS_TIME = ["manifest.json", "manifest.sha256", "audit.json"];

/** Writes the files of a package; `verify.mjs` in it recomputes each of its sums. */
export async function packFiles(snapshot: Snapshot, { version, packedBy, packedAt }: Head): Promise<Packed> {
  const zip = new ZipWriter();
  const daily = await addCloses(zip, snapshot);
  const { statement, journals, sums } = await addStatement(zip, snapshot, daily.inForce);
  const open = tally(OPEN_ITEM_HEADER, ["type", "currency"], "amount", openItems(snapshot));
  await zip.add("open-items.csv", open.pieces);
  const { results, exceptions } = await addReconciliations(zip, snapshot);
  await zip.add("audit.json", `${JSON.stringify(await auditHeads(snapshot), null, 2)}\n`);
  await zip.add("README.txt", readMe(snapshot.month));
  await zip.add("verify.mjs", VERIFY_SCRIPT);

  const contentHash = hashOf(zip.files.filter(({ name }) => !OF_ITS_TIME.includes(name)));
  const manifest = {
    ...{ format: "choba-month-1", environment: snapshot.environment, month: snapshot.month, version },
    ...{ packedAt: packedAt.toISOString(), packedBy, contentHash, notInContentHash: OF_ITS_TIME },
    openDays: daily.open,
    sums: {
      closes: { count: daily.count, chain: daily.chain },
      statement,
      results,
      exceptions: exceptions(),
      openItems: open.sums().map(({ names, ...sum }) => ({ ...names, ...sum })),
      journals,
    },
    files: [...zip.files],
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const hash = await zip.add("manifest.json", text);
  await zip.add("manifest.sha256", `${hash}  manifest.json\n`);
  const figures = {
    ...{ closedDays: daily.inForce.length, openDays: daily.open.length },
    openExceptions: exceptions().find(({ state }) => state === "open")?.count ?? 0,
    ...{ journalLines: journals.entries, leftOut: journals.leftOut },
    sums,
  };
  return { content: zip.end(), contentHash, figures };
}

const hashOf = (files: readonly { name: string; sha256: string }[]) =>
  createHash("sha256")
    .update(files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(""))
    .digest("hex");

async function addCloses(zip: ZipWriter, snapshot: Snapshot) {
  const found = await closesOf(snapshot, `${snapshot.month}-01`, snapshot.days.at(-1));
  for (const close of found) await zip.add(closes.closeFile(close), close.document);
  const { rows, chain } = closes.closeRows(found);
  await zip.add("closes.csv", csv(closes.CLOSE_HEADER, rows));
  const inForce = found.filter(isInForce).map(({ document }) => readDocument(document));
  await zip.add("close-figures.csv", csv(closes.FIGURE_HEADER, inForce.flatMap(closes.figureRows)));
  const since = await knownSince(snapshot);
  const closed = new Set(inForce.map(({ day }) => day));
  const open = snapshot.days.filter((day) => !closed.has(day) && since !== null && day >= tokyoDay(since));
  return { count: found.length, chain, inForce, open };
}

type Closes = Awaited<ReturnType<typeof addCloses>>["inForce"];

async function addStatement(zip: ZipWriter, snapshot: Snapshot, inForce: Closes) {
  const moved = await movements.movementsOf(snapshot);
  const rows = moved.map((movement) => movements.movementRow(movement, inForce));
  await zip.add("movements.csv", csv(movements.MOVEMENT_HEADER, rows));
  const statement = movements.statementOf(moved);
  await zip.add("fee-statement.csv", csv(movements.STATEMENT_HEADER, statement.map(movements.statementRow)));
  const beside = await balanceMovementsOf(snapshot);
  await zip.add("balance-movements.csv", csv(BALANCE_MOVEMENT_HEADER, beside.map(balanceMovementRow)));
  const { entries, leftOut } = journalOf(moved, beside, await accountsInForce(snapshot));
  const sides = (side: string) => ACCOUNT_FIELDS.map((field) => `${side}.${field}`);
  await zip.add(
    "journals/entries.csv",
    csv(["no", "day", "kind", "count", "amount", ...sides("debit"), ...sides("credit")], entries.map(entryRow)),
  );
  const left = leftOut.map(({ day, kind, currency, amount, why }) => [day, kind, currency, amount, why]);
  await zip.add("journals/left-out.csv", csv(["day", "kind", "currency", "amount", "why"], left));
  await zip.add("journals/yayoi.csv", yayoiFile(entries));
  await zip.add("journals/freee.csv", freeeFile(entries));
  await zip.add("journals/moneyforward.csv", moneyForwardFile(entries));
  const kinds = JOURNAL_KINDS.map((kind) => {
    const of = entries.filter((entry) => entry.kind === kind);
    return { kind, lines: of.length, amount: of.reduce((sum, { amount }) => addAmounts(sum, amount), "0") };
  });
  const sums = kindSumsOf(moved, beside);
  return { statement, journals: { entries: entries.length, leftOut: leftOut.length, kinds }, sums };
}

const entryRow = ({ no, day, kind, count, amount, debit, credit }: JournalEntry) => [
  ...[no, day, kind, count, amount],
  ...[debit, credit].flatMap((side) => ACCOUNT_FIELDS.map((field) => side[field])),
];

async function addReconciliations(zip: ZipWriter, snapshot: Snapshot) {
  const all = await reconciliations.runsOf(snapshot);
  await zip.add("runs.csv", csv(reconciliations.RUN_HEADER, all.map(reconciliations.runRow)));
  const runs = all.filter(({ countedIn }) => countedIn === null);
  await zip.add("results.csv", csv(reconciliations.RESULT_HEADER, runs.flatMap(reconciliations.resultRows)));
  const named = new Set<string>();
  const rows = reconciliations.differences(snapshot, runs, named);
  await zip.add("differences.csv", csvPieces(reconciliations.DIFFERENCE_HEADER, rows));
  const found = tally(reconciliations.EXCEPTION_HEADER, ["state"], null, reconciliations.exceptions(snapshot, named));
  await zip.add("exceptions.csv", found.pieces);
  const events = reconciliations.history(snapshot, named);
  await zip.add("exception-history.csv", csvPieces(reconciliations.HISTORY_HEADER, events));
  const results = CLASSES.flatMap((one) => {
    const of = runs.flatMap(({ figures }) => figures.classes).filter((figures) => figures.class === one);
    return [...Map.groupBy(of, ({ currency }) => currency)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, figures]) => ({
        ...{ class: one, currency, count: figures.reduce((sum, { count }) => sum + count, 0) },
        ledger: figures.reduce((sum, { ledger }) => addAmounts(sum, ledger), "0"),
        service: figures.reduce((sum, { service }) => addAmounts(sum, service), "0"),
      }));
  });
  const exceptions = () => {
    const counted = found.sums();
    return EXCEPTION_STATES.map((state) => ({
      state,
      count: counted.find(({ names }) => names.state === state)?.count ?? 0,
    }));
  };
  return { results, exceptions };
}

type Rows = readonly (readonly (string | number | null)[])[];

type Sum = { names: Record<string, string>; count: number; amount: string };

/** Counts rows by some of their columns while they are written. The sums are whole once the pieces were read. */
function tally(header: readonly string[], by: readonly string[], amount: string | null, batches: AsyncIterable<Rows>) {
  const held = new Map<string, Sum>();
  const at = (column: string) => header.indexOf(column);
  async function* counted() {
    for await (const rows of batches) {
      for (const row of rows) {
        const names = Object.fromEntries(by.map((column) => [column, String(row[at(column)])]));
        const key = JSON.stringify(names);
        const sum = held.get(key) ?? { names, count: 0, amount: "0" };
        sum.count += 1;
        if (amount !== null) sum.amount = addAmounts(sum.amount, String(row[at(amount)]));
        held.set(key, sum);
      }
      yield rows;
    }
  }
  return {
    pieces: csvPieces(header, counted()),
    sums: () => [...held].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum),
  };
}
