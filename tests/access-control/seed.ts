import { randomUUID } from "node:crypto";
import type { Environment } from "@/lib/environment";
import { camt } from "../support/bank-statements";
import { batchFile } from "../support/batch-rows";
import { typedForm, typedPayee } from "../support/forms";
import { act, request } from "../support/http";
import { LEDGER_HEADER, LEDGER_MAPPING } from "../support/reconciliation";
import { testContext } from "../support/test-context";
import { outcomeOf } from "./attempts";
import type { Database } from "./callers";

/** Something of everything that has an id, by the name that the id has in addresses and forms. */
export type Seeded = Record<
  | "referenceId"
  | "playerId"
  | "userId"
  | "runId"
  | "fileId"
  | "deliveryId"
  | "exchangeId"
  | "attachmentId"
  | "batchId"
  | "payeeId"
  | "importId"
  | "reconciliationId"
  | "movementId"
  | "entryId"
  | "ledgerFileId"
  | "addressId"
  | "lineId"
  | "proposalId"
  | "digest",
  string
>;

export type SeededOrder = { referenceId: string; playerId: string; row: string };

const createBy = async (environment: Environment, name: string, { cookie }: { cookie: string }, input: object) => {
  const outcome = outcomeOf(await act(name, [environment, input], { cookie, origin: testContext().url }));
  if (outcome !== "ok") throw new Error(`${name} in ${environment}: ${outcome}`);
};

/** Whom planted orders pay, easy to recognise. */
export const RECIPIENT = { destinationAccount: "7305914", destinationAccountName: "タチバナ　ハナコ" };

/** An order that waits for another user's approval. */
export async function seedOrder(database: Database, environment: Environment): Promise<SeededOrder> {
  const playerId = `p-planted-${randomUUID()}`;
  // Production asks for the amount a second time, and others that wait may leave too little for it.
  const review: object = { amountAgain: "688,000", shortfallReason: "planted" };
  // The same payout is planted often: each names those before it, as the review would.
  const planted = await database.query<{ id: string }>(
    `select reference_id as id from transactions where player_id like 'p-planted-%' order by created_at desc limit 20`,
  );
  const shownRepeats = planted.map(({ id }) => id);
  const form = { ...typedForm({ playerId, amount: "688,000", ...RECIPIENT }), ...review, shownRepeats };
  await createBy(environment, "requestWithdrawalAction", await database.member("ops", { fresh: true }), form);
  const [order] = await database.query<{ referenceId: string; row: string }>(
    `select reference_id as "referenceId", id as row from transactions where player_id = $1`,
    [playerId],
  );
  if (!order) throw new Error("no order was planted");
  return { ...order, playerId };
}

/** A run that is done, without the job: returns its ledger. Other tests let the job do it. */
async function seedReconciliation(database: Database, environment: Environment): Promise<string> {
  const admin = await database.member("admin", { fresh: true });
  const fileId = randomUUID();
  const address = `/api/${environment}/reconciliation/files/${fileId}`;
  const headers = { cookie: admin.cookie, origin: testContext().url };
  for (const [query, body] of [
    ["?name=planted.csv&part=0", `${LEDGER_HEADER}\nplanted,DEPOSIT,JPY,1,計上済,2026-01-01,p-1`],
    ["", ""],
  ]) {
    const kept = await request(`${address}${query}`, { method: "POST", headers, body: body ?? "" });
    if (!kept.ok) throw new Error(`no ledger was planted in ${environment}: ${kept.status}`);
  }
  const days = { firstDay: "2026-01-01", lastDay: "2026-01-01" };
  await createBy(environment, "startReconciliationAction", admin, {
    ...{ fileIds: [fileId], ...days, mapping: LEDGER_MAPPING },
  });
  await database.query(
    `with run as (
       update reconciliation_runs set state = 'done', ended_at = now(), figures = '{"classes":[],"outside":0}'
       where environment = $1 returning id
     ), line as (
       insert into ledger_rows (run_id, file, line, raw, is_booked) select id, 0, 2, 'planted', true from run
     )
     insert into reconciliation_rows (run_id, position, class, currency, ledger_amount, file, line)
     select id, 1, 'only_in_ledger', 'JPY', 1, 0, 2 from run`,
    [environment],
  );
  await database.query(
    `insert into month_packages (environment, month, version, requested_by, requested_at, packed_at, content, bytes, sha256,
       content_hash, figures)
     values ($1, '2026-01', 1, $2, now(), now(), 'planted', 7, '', '', '{}')`,
    [environment, admin.userId],
  );
  return fileId;
}

/** Creates one of each in an environment, by the console's own entry points where there are any. */
export async function seed(database: Database, environment: Environment): Promise<Seeded> {
  const { row, ...order } = await seedOrder(database, environment);
  const { referenceId, playerId } = order;
  const [ops, admin] = [await database.member("ops"), await database.member("admin", { fresh: true })];
  const rows = [{ line: 1, playerId: "p-1", userName: "", leftOut: "by_hand" }];
  const file = { formId: randomUUID(), name: "planted.csv", digest: "1".repeat(64), rows };
  await createBy(environment, "registerPlayerAction", ops, {
    formId: randomUUID(),
    playerId,
    userName: "ヤマダタロウ",
  });
  await createBy(environment, "startFileAction", ops, file);
  await createBy(environment, "startBackfillAction", ops, { ids: `planted-${environment}` });
  await createBy(environment, "rotateCallbackAddressAction", admin, {});
  await createBy(environment, "proposeRulesAction", admin, { rules: [] });

  const { cookie } = ops;
  const pdf = { method: "POST", headers: { cookie, origin: testContext().url }, body: "%PDF-1.7 planted" };
  const attached = await request(`/api/${environment}/attachments?name=planted.pdf`, pdf);
  if (!attached.ok) throw new Error(`no file was planted in ${environment}: ${attached.status}`);

  const csv = { ...pdf, body: Buffer.from(batchFile([RECIPIENT])).toString() };
  const uploaded = await request(`/api/${environment}/batches/upload?name=planted.csv`, csv);
  if (!uploaded.ok) throw new Error(`no batch was planted in ${environment}: ${uploaded.status}`);
  await createBy(environment, "proposePayeeAction", ops, typedPayee());
  const ofPayees = { ...pdf, body: "金融機関コード,支店コード,口座番号,口座名義\n0001,001,7654321,サトウ　ハナコ" };
  const proposed = await request(`/api/${environment}/payees/import?name=planted.csv`, ofPayees);
  if (!proposed.ok) throw new Error(`no file of payees was planted in ${environment}: ${proposed.status}`);

  const ledgerFileId = await seedReconciliation(database, environment);

  await database.query(
    `insert into balance_movements (environment, currency, amount, from_at, until_at, found_at)
     values ($1, 'JPY', 1, now(), now(), now())`,
    [environment],
  );
  const statement = { ...pdf, body: camt([{ day: "2026-01-01", amount: -1 }]) };
  const bank = await request(`/api/${environment}/reconciliation/statements?name=planted.xml&account=own`, {
    ...{ ...statement, headers: { ...pdf.headers, cookie: admin.cookie } },
  });
  if (!bank.ok) throw new Error(`no statement was planted in ${environment}: ${bank.status}`);

  const one = async (text: string, ...values: unknown[]) => {
    const [found] = await database.query<{ id: string }>(text, [environment, ...values]);
    if (!found) throw new Error(`nothing was planted: ${text}`);
    return found.id;
  };
  const token = await one("select token as id from callback_addresses where environment = $1");
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ reference_id: referenceId });
  await request(`/api/callbacks/${environment}/${token}`, { method: "POST", headers, body });
  return {
    ...order,
    userId: ops.userId,
    runId: await one("select id from backfill_runs where environment = $1"),
    attachmentId: await one("select id from attachments where environment = $1"),
    batchId: await one("select id from batches where environment = $1"),
    payeeId: await one("select id from payees where environment = $1"),
    importId: await one("select id from payee_imports where environment = $1"),
    ledgerFileId,
    entryId: await one("select id from bank_entries where environment = $1"),
    movementId: await one("select id from balance_movements where environment = $1"),
    reconciliationId: await one("select id from reconciliation_runs where environment = $1"),
    fileId: await one("select id from registration_files where environment = $1"),
    deliveryId: await one("select id from deliveries where environment = $1"),
    addressId: await one("select id from callback_addresses where environment = $1"),
    lineId: await one("select id::text from audit_events where environment = $1 limit 1"),
    proposalId: await one("select id from proposals where kind = 'approval_rules' and environment = $1"),
    digest: await one("select digest as id from withdrawals where transaction_row = $2 and $1 <> ''", row),
    exchangeId: await one(
      `insert into exchanges (environment, transaction_row, purpose, path, request_body, sent_at, headers)
       values ($1, $2, 'control', '/transactions', '{}', now(), '{}') returning id`,
      row,
    ),
  };
}
