import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkAuditLines } from "@/lib/audit/link";
import { Forbidden } from "@/lib/auth/context";
import { decideDayChange, proposeReopening } from "@/lib/daily-close/reopen";
import { saveJournalAccounts } from "@/lib/journals/commands";
import { SUGGESTED_ACCOUNTS } from "@/lib/journals/suggested";
import { downloadPackage, packMonth, recoverPackages } from "@/lib/months/commands";
import { getMonth, listMonths } from "@/lib/months/queries";
import { runPacking } from "@/lib/months/run-packing";
import { stateOf } from "@/lib/months/schema";
import { VERIFY_SCRIPT } from "@/lib/months/verify-script";
import { repeatReconciliation } from "@/lib/reconciliation/commands";
import { assignExceptions, explainException } from "@/lib/reconciliation/exceptions";
import { listReconciliationRows } from "@/lib/reconciliation/queries";
import { removeOldLedgers } from "@/lib/reconciliation/retention";
import { rowsAsked } from "@/lib/reconciliation/schema";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import { openTestContext, type TestContext } from "../../support/context";
import { closeDayAsShown } from "../../support/daily-close";
import {
  closeAsShown,
  LEDGER_HEADER,
  type ReportedOrder,
  reconciled,
  reportOrders,
} from "../../support/reconciliation";

const MONTH = "2024-02";
const ORDERS = 60;
const day = (n: number) => `${MONTH}-${String(n).padStart(2, "0")}`;

let context: TestContext;
let folder: string;
beforeAll(async () => {
  context = await openTestContext();
  context.clock.now = new Date("2024-03-02T10:00:00+09:00");
  folder = await mkdtemp(join(tmpdir(), "choba-month-"));
  await fillMonth();
  context.clock.now = new Date("2024-03-02T12:00:00+09:00");
});
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true });
});

/** Deposits and payouts in two currencies on three days, of which some are late, wrong, missing or still open. */
async function fillMonth() {
  const [finance, admin] = [await context.as("finance"), await context.as("admin")];
  await context.db.execute(sql`insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
    values ('sandbox', 'JPY', 0, 0, '2024-01-30', '2024-03-01')`);
  // A top-up that a person has named, and a movement without a name.
  await context.db.execute(sql`
    with moved as (
      insert into balance_movements (environment, currency, amount, from_at, until_at, found_at)
      values ('sandbox', 'JPY', 500000, '2024-02-09', '2024-02-09 01:00Z', now()), ('sandbox', 'JPY', -77, '2024-02-10', '2024-02-10 01:00Z', now())
      returning id, amount
    )
    insert into movement_names (movement_id, kind, note, named_by, named_at)
    select id, 'top_up', '', ${finance.actor.id}, now() from moved where amount > 0`);
  const orders = Array.from({ length: ORDERS }, (_none, n): ReportedOrder => {
    const on = day(5 + (n % 3));
    const isYen = n % 4 !== 0;
    return {
      ...{ referenceId: `M-${n}`, transactionId: `T-M-${n}`, type: n % 2 === 0 ? "DEPOSIT" : "WITHDRAW" },
      ...{ currency: isYen ? "JPY" : "THB", amount: isYen ? String(1_000 + n) : `${100 + n}.25`, playerId: `p-${n}` },
      ...{ status: n === 7 ? "FAILED" : n === 8 ? "PENDING" : "COMPLETED", endedAt: `${on}T03:00:00.000Z` },
    };
  });
  await reportOrders(context, orders);
  await context.db.execute(sql`update transactions set fee = case currency when 'JPY' then 10 else 0.75 end where status = 'COMPLETED'
    and reference_id <> 'M-12'`);
  for (const n of [5, 6, 7]) {
    const lines = orders
      .filter((one) => one.endedAt.startsWith(day(n)) && one.referenceId !== "M-9")
      .map(({ referenceId, type, currency, amount }) => {
        const booked = referenceId === "M-3" ? "999" : amount;
        return `${referenceId},${type},${currency},${booked},計上済,${day(n)} 12:00:00,p`;
      });
    const text = [LEDGER_HEADER, ...lines, `X-${n},入金,JPY,77,計上済,${day(n)} 12:00:00,p`].join("\n");
    await reconciled(context, [text], { day: day(n) });
  }
  const run = (
    await context.db.execute<{ id: string }>(sql`select id from reconciliation_runs where first_day = ${day(5)}`)
  ).rows[0]?.id;
  const rows = await listReconciliationRows(finance, rowsAsked.parse({ runId: run }));
  const ids = (rows?.rows ?? []).map(({ exception }) => exception!.id);
  await assignExceptions(finance, { ids, owner: admin.actor.id });
  await explainException(finance, { id: ids[0]!, reason: "other", note: '=HYPERLINK("x")、改行なし, "引用"' });
  await closeAsShown(finance, { id: ids.at(-1)!, reason: "a test order" });
  for (const n of [5, 6]) await closeDayAsShown(finance, { day: day(n), reason: "no balance was known" });
  const reopening = await proposeReopening(finance, { day: day(5), reason: "an order was late" });
  if (reopening.ok) await decideDayChange(admin, { ...reopening.value, apply: true });
  // An order that the service reports after the close, as of the day.
  await reportOrders(context, [
    { ...orders[1]!, referenceId: "M-late", transactionId: "T-M-late", endedAt: `${day(6)}T05:00:00.000Z` },
  ]);
  await closeDayAsShown(finance, { day: day(5), reason: "again" });
}

async function packed(month = MONTH): Promise<{ version: number; zip: Buffer }> {
  const finance = await context.as("finance");
  const made = await packMonth(finance, { month });
  if (!made.ok) throw new Error(made.error.kind);
  await linkAuditLines(context.db);
  await runPacking(await context.as("job"), { month, ...made.value });
  const file = await downloadPackage(finance, { month, ...made.value });
  if (!file) throw new Error("nothing was packed");
  return { ...made.value, zip: file.body };
}

/** Unpacks into an empty folder. */
async function unpacked(zip: Buffer, name: string): Promise<string> {
  const at = join(folder, name);
  for (const [path, bytes] of Object.entries(unzipSync(new Uint8Array(zip)))) {
    await mkdir(dirname(join(at, path)), { recursive: true });
    await writeFile(join(at, path), bytes);
  }
  return at;
}

/** What the package's own script says, by plain Node. */
const verified = (at: string) =>
  new Promise<{ code: number | string; says: string }>((resolve) => {
    execFile(process.execPath, ["verify.mjs"], { cwd: at, env: { NODE_ENV: "production" } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, says: out + err }),
    );
  });

const filesIn = async (at: string) =>
  (await readdir(at, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1));

test("the script of a package is short, and needs nothing but Node", () => {
  expect(VERIFY_SCRIPT.split("\n").length).toBeLessThan(210);
  expect(VERIFY_SCRIPT.match(/from "(?!node:)/)).toBeNull();
});

test("a packed month is verified in an empty folder, and any changed byte of any file is found", async () => {
  await saveJournalAccounts(await context.as("finance"), { seen: null, accounts: SUGGESTED_ACCOUNTS });
  const { zip, version } = await packed();
  const month = await getMonth(await context.as("finance"), { month: MONTH });
  const figures = month?.packages.find((one) => one.version === version)?.packed?.figures;
  const at = await unpacked(zip, "whole");
  const { code, says } = await verified(at);
  expect(says).not.toContain("FAILED");
  expect(code).toBe(0);
  expect(says).toContain(`${figures?.journalLines} lines, ${figures?.leftOut} sums left out`);
  expect(says.trim().split("\n")).toHaveLength(13);
  expect(says).toContain("3 closes, 2 days closed, 27 days not closed");
  expect(says).toContain("fees");
  expect(says).toContain("orders reported after the close of their day: 1");
  expect(says).toContain("no two counted runs of this package share a day");

  const files = await filesIn(at);
  expect(files.toSorted()).toEqual(
    [
      ...[
        "README.txt",
        "audit.json",
        "balance-movements.csv",
        "close-figures.csv",
        "closes.csv",
        "closes/2024-02-05.1.json",
      ],
      ...["closes/2024-02-05.2.json", "closes/2024-02-06.1.json", "differences.csv", "exception-history.csv"],
      ...["exceptions.csv", "fee-statement.csv", "journals/entries.csv", "journals/freee.csv", "journals/left-out.csv"],
      ...["journals/moneyforward.csv", "journals/yayoi.csv", "manifest.json", "manifest.sha256", "movements.csv"],
      ...["open-items.csv", "results.csv", "runs.csv", "verify.mjs"],
    ].toSorted(),
  );
  for (const name of files) {
    const path = join(at, name);
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes);
    // A comment of the script, so that it still runs; of all others a byte in the middle.
    const place = name === "verify.mjs" ? 3 : Math.floor(bytes.length / 2);
    changed[place] = (changed[place] ?? 0) === 0x31 ? 0x32 : 0x31;
    await writeFile(path, changed);
    expect((await verified(at)).code, name).toBe(1);
    await writeFile(path, bytes);
  }
  expect((await verified(at)).code).toBe(0);
});

/** Changes a figure and repairs every hash, as one would who has read the script. */
async function forged(at: string, name: string, change: (text: string) => string) {
  const path = join(at, name);
  const bytes = await readFile(path);
  const changed = Buffer.from(change(bytes.toString("latin1")), "latin1");
  if (changed.equals(bytes)) throw new Error(`nothing was changed in ${name}`);
  await writeFile(path, changed);
  const original = await readFile(join(at, "manifest.json"));
  const manifest = JSON.parse(original.toString());
  const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
  Object.assign(
    manifest.files.find((file: { name: string }) => file.name === name),
    {
      bytes: changed.length,
      sha256: sha256(changed),
    },
  );
  const lasting = manifest.files.filter((file: { name: string }) => !manifest.notInContentHash.includes(file.name));
  manifest.contentHash = sha256(
    lasting.map((file: { name: string; sha256: string }) => `${file.sha256}  ${file.name}\n`).join(""),
  );
  const text = JSON.stringify(manifest);
  await writeFile(join(at, "manifest.json"), text);
  await writeFile(join(at, "manifest.sha256"), `${sha256(text)}  manifest.json\n`);
  const result = await verified(at);
  await writeFile(path, bytes);
  await writeFile(join(at, "manifest.json"), original);
  await writeFile(join(at, "manifest.sha256"), `${sha256(original)}  manifest.json\n`);
  return result;
}

test("a changed figure is found by its sums although every hash was repaired", async () => {
  const at = await unpacked((await packed()).zip, "forged");
  const inLine = (column: number, to: string) => (text: string) => {
    const lines = text.split("\r\n");
    const cells = (lines[1] ?? "").split(",");
    cells[column] = to;
    return [lines[0], cells.join(","), ...lines.slice(2)].join("\r\n");
  };
  for (const [name, change] of [
    ["fee-statement.csv", inLine(4, "1")],
    ["movements.csv", inLine(6, "1")],
    ["movements.csv", inLine(8, "1")],
    ["balance-movements.csv", inLine(6, "1")],
    ["balance-movements.csv", (text: string) => text.split("\r\n").toSpliced(1, 1).join("\r\n")],
    ["closes.csv", inLine(4, "0".repeat(64))],
    ["close-figures.csv", inLine(7, "1")],
    ["closes/2024-02-06.1.json", (text: string) => text.replace('"count":', '"count":1')],
    ["results.csv", inLine(3, "4000")],
    ["differences.csv", inLine(4, "4000")],
    ["differences.csv", (text: string) => text.split("\r\n").toSpliced(1, 1).join("\r\n")],
    ["exceptions.csv", inLine(4, "4000")],
    ["exceptions.csv", (text: string) => text.split("\r\n").toSpliced(1, 1).join("\r\n")],
    ["exception-history.csv", inLine(0, "nothing")],
    ["open-items.csv", inLine(4, "4000")],
    ["journals/entries.csv", inLine(4, "4000")],
    ["journals/left-out.csv", inLine(3, "4000")],
    ["journals/yayoi.csv", inLine(8, "4000")],
    ["journals/freee.csv", inLine(8, "4000")],
    ["journals/moneyforward.csv", inLine(16, "4000")],
    ["audit.json", (text: string) => text.replace('"head": "', '"head": "x')],
  ] as const) {
    const { code, says } = await forged(at, name, change);
    expect([name, code, says.includes("FAILED")]).toEqual([name, 1, true]);
    expect(says).toMatch(/ok {6}Every file is as it was packed/);
  }
  expect((await verified(at)).code).toBe(0);
});

test("the same data makes the same files, and a later package supersedes without a change of the first", async () => {
  const [finance, first] = [await context.as("finance"), await packed()];
  const second = await packed();
  const [a, b] = [unzipSync(new Uint8Array(first.zip)), unzipSync(new Uint8Array(second.zip))];
  const differing = Object.keys(a).filter((name) => !Buffer.from(a[name]!).equals(Buffer.from(b[name]!)));
  expect(differing.toSorted()).toEqual(["audit.json", "manifest.json", "manifest.sha256"]);
  const month = await getMonth(finance, { month: MONTH });
  const [newest, before] = month!.packages;
  expect(newest).toMatchObject({ version: second.version, requestedBy: "finance" });
  expect(newest?.packed?.contentHash).toBe(before?.packed?.contentHash);
  const kept = await downloadPackage(finance, { month: MONTH, version: first.version });
  expect(kept?.body.equals(first.zip)).toBe(true);
  expect(newest?.packed?.sha256).toBe(createHash("sha256").update(second.zip).digest("hex"));

  expect(month).toMatchObject({ isOver: true, closedDays: 2, openDays: 27, missingAccounts: [] });
  const current = await getMonth(finance, { month: "2024-03" });
  expect(current?.days.slice(0, 3).map(({ state }) => state)).toEqual(["open", "running", "future"]);
  expect((await listMonths(finance)).map((row) => [row.month, row.latest?.version])).toEqual([
    ["2024-03", undefined],
    [MONTH, second.version],
    ["2024-01", undefined],
  ]);
  await expect(context.db.execute(sql`update month_packages set sha256 = 'x'`)).rejects.toThrow();
  await expect(context.db.execute(sql`delete from month_packages`)).rejects.toThrow();
});

test("only finance packs, a month that is not over is refused, and every step is in the audit log", async () => {
  const finance = await context.as("finance");
  for (const role of ["support", "ops", "approver", "viewer"] as const)
    await expect(packMonth(await context.as(role), { month: MONTH })).rejects.toThrow(Forbidden);
  for (const role of ["support", "approver", "viewer"] as const)
    await expect(downloadPackage(await context.as(role), { month: MONTH, version: 1 })).rejects.toThrow(Forbidden);
  await expect(
    saveJournalAccounts(await context.as("ops"), { seen: null, accounts: SUGGESTED_ACCOUNTS }),
  ).rejects.toThrow(Forbidden);
  expect(await packMonth(finance, { month: "2024-03" })).toEqual({ ok: false, error: { kind: "not_over_yet" } });
  expect(await packMonth(finance, { month: "2023-12" })).toEqual({ ok: false, error: { kind: "before_the_records" } });
  const states = await Promise.all(
    ["2024-03", "2023-12", MONTH].map(async (month) => {
      const view = await getMonth(finance, { month });
      return view && stateOf(view);
    }),
  );
  expect(states).toEqual(["running", "unrecorded", "open"]);

  const made = await packMonth(finance, { month: MONTH });
  if (!made.ok) throw new Error(made.error.kind);
  expect(await packMonth(finance, { month: MONTH })).toEqual({ ok: false, error: { kind: "packing_already" } });
  // Its job is lost; the next sweep hands it to the queue again, and two instances write one package.
  await context.db.execute(sql`delete from graphile_worker._private_jobs`);
  await recoverPackages(await context.as("job"));
  const { rows: jobs } = await context.db.execute(
    sql`select from graphile_worker.jobs where task_identifier = 'pack-month'`,
  );
  expect(jobs).toHaveLength(1);
  const one = { month: MONTH, ...made.value };
  const job = await context.as("job");
  await Promise.all([runPacking(job, one), runPacking(job, one)]);
  await downloadPackage(finance, one);
  const { rows } = await context.db.execute<{ action: string; count: number }>(sql`
    select action, count(*)::int as count from audit_events
    where (action like 'month.%' and detail ->> 'version' = ${String(one.version)}) or action = 'journal_accounts.changed'
    group by action order by action`);
  expect(rows).toEqual([
    { action: "journal_accounts.changed", count: 1 },
    { action: "month.pack_requested", count: 1 },
    { action: "month.package_downloaded", count: 1 },
    { action: "month.packed", count: 1 },
  ]);
});

test("ledgers that are old enough go once their month is packed, and not before", async () => {
  const [finance, job] = [await context.as("finance"), await context.as("job")];
  const held = async () => {
    const { rows } = await context.db.execute<{ parts: number; lines: number }>(sql`
      select (select count(*)::int from ledger_file_parts) as parts,
        (select count(*)::int from ledger_rows where raw <> '') as lines`);
    return rows[0];
  };
  const before = await held();
  expect(await removeOldLedgers(job, { days: 400 })).toEqual({ removed: 0 });
  context.clock.now = new Date("2024-04-20T10:00:00+09:00");
  // A better file of a day is compared after the month was packed.
  await reconciled(context, [[LEDGER_HEADER, "M-0,入金,JPY,1,計上済,2024-02-07 12:00:00,p"].join("\n")], {
    day: day(7),
  });
  expect(await removeOldLedgers(job, { days: 40 })).toEqual({ removed: 3 });
  await context.db.execute(sql`update ledger_files set uploaded_at = '2024-03-01' where raw_removed_at is null`);
  expect(await removeOldLedgers(job, { days: 40 })).toEqual({ removed: 0 });
  expect((await held())?.lines).toBeLessThan(before?.lines ?? 0);
  context.clock.now = new Date("2024-04-20T12:00:00+09:00");
  await packed();
  expect(await removeOldLedgers(job, { days: 40 })).toEqual({ removed: 1 });
  expect(await held()).toEqual({ parts: 0, lines: 0 });
  const { rows } = await context.db.execute<{ id: string; rows: number }>(sql`
    select id, (select count(*)::int from ledger_rows l where l.run_id = r.id) as rows from reconciliation_runs r
    where superseded_by is null limit 1`);
  expect(rows[0]?.rows).toBeGreaterThan(0);
  expect(await repeatReconciliation(finance, { runId: rows[0]!.id })).toEqual({
    ok: false,
    error: { kind: "ledger_removed" },
  });
  await expect(context.db.execute(sql`update ledger_rows set amount = 1`)).rejects.toThrow();
});

test("what a longer run counts as well is counted once, and the shorter one is listed with it", async () => {
  const { rows: shorter } = await context.db.execute<{ id: string }>(sql`
    select id from reconciliation_runs where superseded_by is null and first_day between ${day(5)} and ${day(7)} order by first_day`);
  const lines = [5, 6, 7].map((n) => `L-${n},入金,JPY,${n},計上済,${day(n)} 12:00:00,p`);
  const longer = await reconciled(context, [[LEDGER_HEADER, ...lines].join("\n")], { day: day(5), lastDay: day(7) });
  const at = await unpacked((await packed()).zip, "overlapping");
  expect(await verified(at)).toMatchObject({ code: 0 });
  const cells = async (name: string) =>
    (await readFile(join(at, name), "utf8"))
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(","));
  expect((await cells("runs.csv")).map((row) => [row[0], row.at(-2)])).toEqual([
    [longer, ""],
    ...shorter.map(({ id }) => [id, longer]),
  ]);
  expect(new Set((await cells("differences.csv")).map(([run]) => run))).toEqual(new Set([longer]));
  const { sums } = JSON.parse(await readFile(join(at, "manifest.json"), "utf8"));
  const { rows } = await context.db.execute<{ figures: { classes: { class: string; count: number }[] } }>(
    sql`select figures from reconciliation_runs where id = ${longer}`,
  );
  const counts = (of: { class: string; currency?: string; count: number }[]) =>
    of.map((one) => [one.class, one.currency, one.count].join(" ")).toSorted();
  expect(counts(sums.results)).toEqual(counts(rows[0]!.figures.classes));
  const claimed = await forged(at, "runs.csv", (text) => text.replace(",,\r\n", `,${shorter[0]!.id},\r\n`));
  expect(claimed).toMatchObject({ code: 1, says: expect.stringContaining("or that a longer run counts") });
});

test("runs that share some of their days say so, and the check says that these count twice", async () => {
  const line = `O-7,入金,JPY,7,計上済,${day(7)} 12:00:00,p`;
  const later = await reconciled(context, [[LEDGER_HEADER, line].join("\n")], { day: day(7), lastDay: day(9) });
  const at = await unpacked((await packed()).zip, "sharing");
  const { code, says } = await verified(at);
  expect({ code, says }).toMatchObject({
    code: 0,
    says: expect.stringContaining("2 runs share days, which are counted"),
  });
  const [header = "", ...lines] = (await readFile(join(at, "runs.csv"), "utf8")).trimEnd().split("\r\n");
  const runs = lines.map((text) => text.split(","));
  const longer = runs[0]?.[0] ?? "";
  expect(header.split(",").at(-1)).toBe("overlaps");
  expect(new Map(runs.map((row) => [row[0], row.at(-1)]))).toEqual(
    new Map(runs.map(([run]) => [run, run === longer ? later : run === later ? longer : ""])),
  );
  const silent = await forged(at, "runs.csv", (text) => text.replace(`,${later}\r\n`, ",\r\n"));
  expect(silent).toMatchObject({ code: 1, says: expect.stringContaining("shares days with other runs than it names") });
});

test("a month says before it is packed how many exceptions its package will list as open", async () => {
  const finance = await context.as("finance");
  const before = await getMonth(finance, { month: MONTH });
  for (const booked of ["2024-01-31", "2024-03-01"]) {
    const line = `X-${booked},入金,JPY,88,計上済,${booked} 12:00:00,p`;
    await reconciled(context, [[LEDGER_HEADER, line].join("\n")], { day: booked });
  }
  // A run that begins in the month and has an exception of the next one.
  const line = "X-beyond,入金,JPY,88,計上済,2024-03-02 12:00:00,p";
  await reconciled(context, [[LEDGER_HEADER, line].join("\n")], { day: "2024-02-29", lastDay: "2024-03-02" });
  const month = await getMonth(finance, { month: MONTH });
  await packed();
  const { figures } = (await getMonth(finance, { month: MONTH }))?.packages[0]?.packed ?? {};
  expect(month?.openExceptions).toBe(before?.openExceptions);
  expect(month?.exceptionsToList).toBe((before?.openExceptions ?? 0) + 2);
  expect(month?.exceptionsToList).toBe(figures?.openExceptions);
});

test("a month says which orders became known after it was packed, until it is packed again", async () => {
  const finance = await context.as("finance");
  await packed();
  const learned = async () => [
    (await getMonth(finance, { month: MONTH }))?.learnedSincePacked,
    (await listMonths(finance)).find((row) => row.month === MONTH)?.learnedSincePacked,
  ];
  expect(await learned()).toEqual([0, 0]);
  const order = { type: "WITHDRAW" as const, currency: "JPY", amount: "500", playerId: "p", status: "COMPLETED" };
  await reportOrders(context, [
    { ...order, referenceId: "M-after", transactionId: "T-M-after", endedAt: `${day(29)}T14:59:59.000Z` },
    {
      ...order,
      referenceId: "M-failed",
      transactionId: "T-M-failed",
      endedAt: `${day(29)}T14:59:59.000Z`,
      status: "FAILED",
    },
    { ...order, referenceId: "M-march", transactionId: "T-M-march", endedAt: `${day(29)}T15:00:00.000Z` },
  ]);
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  await context.db.execute(sql`
    update transactions set end_known_at = ${context.clock.now} where reference_id in ('M-after', 'M-failed', 'M-march')`);
  expect(await learned()).toEqual([1, 1]);
  await packed();
  expect(await learned()).toEqual([0, 0]);
});

test("a payment that is dated into an earlier month after both were packed changes both, and both say so", async () => {
  const finance = await context.as("finance");
  const january = "2024-01";
  const id = "M-midnight";
  const order = { type: "WITHDRAW", currency: "JPY", amount: "9700", playerId: "p", status: "COMPLETED" } as const;
  // Its callback came ten seconds after midnight.
  await reportOrders(context, [
    { ...order, referenceId: id, transactionId: `T-${id}`, endedAt: "2024-02-01T00:00:10+09:00" },
  ]);
  await context.db.execute(
    sql`update transactions set ended_at_source = 'learned', fee = 300 where reference_id = ${id}`,
  );
  await packed(january);
  await packed();
  const changed = async (month: string) => (await getMonth(finance, { month }))?.changedSincePacked;
  expect([await changed(january), await changed(MONTH)]).toEqual([[], []]);

  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  const job = await context.as("job");
  const report = { source: "query", status: "COMPLETED", updatedAt: new Date("2024-01-31T23:59:50+09:00") } as const;
  const { rows } = await context.db.execute<{ id: string }>(
    sql`select id from transactions where reference_id = ${id}`,
  );
  await job.db.transaction((tx) => applyStatusReport(tx, job, rows[0]!.id, report, {}));
  const sums = (sign: string) => [
    { kind: "withdrawals", currency: "JPY", amount: `${sign}9700` },
    { kind: "fees", currency: "JPY", amount: `${sign}300` },
  ];
  expect(await changed(january)).toEqual(sums(""));
  expect(await changed(MONTH)).toEqual(sums("-"));

  // A name that is undone makes another journal as well.
  await packed();
  expect(await changed(MONTH)).toEqual([]);
  await context.db.execute(
    sql`update movement_names set undone_at = now(), undone_by = named_by, undo_reason = 'wrong'`,
  );
  const undone = [
    { kind: "by_hand", currency: "JPY", amount: "500000" },
    { kind: "top_ups", currency: "JPY", amount: "-500000" },
  ];
  expect(await changed(MONTH)).toEqual(undone);
  // Until a newer package is finished, the earlier one is what people have.
  const made = await packMonth(finance, { month: MONTH });
  if (!made.ok) throw new Error(made.error.kind);
  expect(await changed(MONTH)).toEqual(undone);
  await runPacking(job, { month: MONTH, ...made.value });
  expect(await changed(MONTH)).toEqual([]);
  // The audit log has the few figures only.
  const { rows: audit } = await context.db.execute(
    sql`select detail from audit_events where action = 'month.packed' and detail ? 'sums'`,
  );
  expect(audit).toEqual([]);
});
