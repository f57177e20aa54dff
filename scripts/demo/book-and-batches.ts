import { and, count, desc, eq, isNotNull } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { payees } from "@/drizzle/schema/payees";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { decideBatch, requestBatch } from "@/lib/batches/approvals";
import { uploadBatch } from "@/lib/batches/drafts";
import { ownCsv } from "@/lib/batches/result-files";
import type { Db } from "@/lib/db/connection";
import { blockPayee, decidePayee, proposePayee, proposePayeeChange } from "@/lib/payees/commands";
import { type PayeeInput, payeeInput } from "@/lib/payees/schema";
import type { Result } from "@/lib/result";
import { AGENCY } from "./usual-orders";

/** Users who edit the book and request batches, and who decides. All have just proved who they are. */
export type Staff = { admin: Ctx; ops: Ctx; approver: Ctx };

const PLAYERS = 4;

const AT = {
  mufg: { destination: "0005", destinationBranchCode: "001" },
  smbc: { destination: "0009", destinationBranchCode: "200" },
  mizuho: { destination: "0001", destinationBranchCode: "001" },
  rakuten: { destination: "0036", destinationBranchCode: "201" },
};

type Partner = { label: string; holder: string; account: string; at: keyof typeof AT; playerId: string };

/** Partners who are paid by batch. An account that begins with 91 asks the sandbox for a particular end. */
// biome-ignore format: a table
const PARTNERS = {
  harbor: { label: "ハーバー広告", holder: "カ）ハーバーコウコク", account: "3310482", at: "mufg", playerId: "partner-0011" },
  mirai: { label: "ミライ企画", holder: "ユ）ミライキカク", account: "5527019", at: "smbc", playerId: "partner-0012" },
  sakura: { label: "サクラ通信", holder: "カ）サクラツウシン", account: "1046673", at: "mizuho", playerId: "partner-0015" },
  north: { label: "北星メディア", holder: "カ）ホクセイメデイア", account: "7718204", at: "rakuten", playerId: "partner-0018" },
  fails: { label: "東洋リサーチ", holder: "カ）トウヨウリサーチ", account: "9100005", at: "smbc", playerId: "partner-0021" },
  pends: { label: "青葉デザイン", holder: "ド）アオバデザイン", account: "9100004", at: "mufg", playerId: "partner-0024" },
  west: { label: "西日本企画", holder: "カ）ニシニホンキカク", account: "4420196", at: "mizuho", playerId: "partner-0027" },
  info: { label: "インフォ出版", holder: "ユ）インフオシユツパン", account: "6690381", at: "rakuten", playerId: "partner-0029" },
} as const satisfies Record<string, Partner>;

type Line = [partner: keyof typeof PARTNERS, amount: string, memo: string];

const PAID: Line[] = [
  ["harbor", "84000", "11月分報酬"],
  ["mirai", "52500", "11月分報酬"],
  ["sakura", "118000", "11月分報酬"],
  ["north", "36800", "11月分報酬"],
];
const PARTLY: Line[] = [
  ["harbor", "21000", "紹介ボーナス"],
  ["fails", "14700", "紹介ボーナス"],
  ["mirai", "18400", "紹介ボーナス"],
  ["pends", "27300", "紹介ボーナス"],
];
const WAITING: Line[] = [
  ["sakura", "96000", "12月前払い"],
  ["north", "61200", "12月前払い"],
  ["harbor", "73500", "12月前払い"],
];

/** Whether a console has neither payees nor batches. */
export const isBookEmpty = async (db: Db): Promise<boolean> =>
  (await db.$count(payees)) + (await db.$count(batches)) === 0;

/** Adds a payee book and batches to a console that has neither; the worker then sends what was approved. */
export async function fillBookAndBatches(staff: Staff): Promise<void> {
  await fillBook(staff);
  await fillBatches(staff);
}

async function fillBook(staff: Staff): Promise<void> {
  const { ops, approver } = staff;
  const players = await bestKnown(ops);
  const known = [...players, agency(), ...Object.values(PARTNERS).map(payeeOf)];
  const made: { payeeId: string; version: number; payee: PayeeInput }[] = [];
  for (const payee of known) {
    const proposed = done(await proposePayee(ops, payee));
    made.push({ ...proposed, payee });
  }
  // The last two still wait for their second person.
  for (const { payeeId, version } of made.slice(0, -2)) {
    done(await decidePayee(approver, { payeeId, version, decision: "approved" }));
  }
  const [moved, blocked] = made;
  if (moved) {
    const payee = { ...moved.payee, destinationAccount: "2290417" };
    done(await proposePayeeChange(ops, { payeeId: moved.payeeId, seen: moved.version, payee }));
  }
  if (blocked) done(await blockPayee(approver, { payeeId: blocked.payeeId, reason: "口座凍結の連絡を受けたため。" }));
}

/** The players of the history who were paid most often. */
async function bestKnown({ db, environment }: Ctx): Promise<PayeeInput[]> {
  const times = count();
  const columns = {
    destination: withdrawals.destination,
    destinationName: withdrawals.destinationName,
    destinationBranchCode: withdrawals.destinationBranchCode,
    destinationBranchName: withdrawals.destinationBranchName,
    destinationAccount: withdrawals.destinationAccount,
    destinationAccountName: withdrawals.destinationAccountName,
    destinationAccountType: withdrawals.destinationAccountType,
    playerId: transactions.playerId,
  };
  const found = await db
    .select(columns)
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(
      and(eq(transactions.environment, environment), eq(transactions.currency, "JPY"), isNotNull(transactions.paidAt)),
    )
    .groupBy(...Object.values(columns))
    .orderBy(desc(times), transactions.playerId)
    .limit(PLAYERS + 1);
  return found
    .filter(({ destinationAccount }) => destinationAccount !== AGENCY.destinationAccount)
    .slice(0, PLAYERS)
    .map((one) => payeeInput.parse({ ...one, currency: "JPY", label: "", ...AS_TYPED }));
}

const AS_TYPED = { bankAsTyped: "yes", branchAsTyped: "yes" };

const agency = () =>
  payeeInput.parse({ ...AGENCY, currency: "JPY", playerId: "partner-0007", label: "アオバ広告", ...AS_TYPED });

const payeeOf = ({ label, holder, account, at, playerId }: Partner): PayeeInput =>
  payeeInput.parse({
    ...{ currency: "JPY", playerId, label, destinationAccountType: "1", ...AS_TYPED },
    ...{ ...AT[at], ...NAMES[at], destinationAccount: account, destinationAccountName: holder },
  });

const NAMES = {
  mufg: { destinationName: "三菱UFJ銀行", destinationBranchName: "本店" },
  smbc: { destinationName: "三井住友銀行", destinationBranchName: "本店営業部" },
  mizuho: { destinationName: "みずほ銀行", destinationBranchName: "東京営業部" },
  rakuten: { destinationName: "楽天銀行", destinationBranchName: "ジャズ" },
};

async function fillBatches({ admin, ops, approver }: Staff): Promise<void> {
  for (const [name, lines] of [
    ["11月分報酬.csv", PAID],
    ["紹介ボーナス.csv", PARTLY],
  ] as const) {
    const batchId = await upload(admin, name, fileOf(lines));
    done(await requestBatch(admin, { batchId, edits: 0 }));
    const [batch] = await admin.db.select().from(batches).where(eq(batches.id, batchId));
    if (batch?.root && batch.state === "awaiting_approval")
      done(await decideBatch(approver, { batchId, digest: batch.root, decision: "approved" }));
  }
  const waiting = await upload(admin, "12月前払い.csv", fileOf(WAITING));
  done(await requestBatch(admin, { batchId: waiting, edits: 0 }));
  // A branch that is no code, a name in kanji: to be corrected before it can be requested.
  const draft = fileOf(PAID).replace('"001"', '"1"').replace("ユ）ミライキカク", "有限会社未来企画");
  await upload(ops, "12月分報酬.csv", draft.replaceAll("11月分報酬", "12月分報酬"));
}

async function upload(ctx: Ctx, name: string, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return done(await uploadBatch(ctx, { bytes, name })).batchId;
}

const fileOf = (lines: readonly Line[]): string =>
  ownCsv(
    lines.map(([partner, amount, memo]) => {
      const { holder, account, at, playerId } = PARTNERS[partner];
      return {
        ...{ playerId, ...AT[at], ...NAMES[at], destinationAccountType: "1", destinationAccount: account },
        ...{ destinationAccountName: holder, amount, currency: "JPY", memo },
      };
    }),
  );

function done<T>(result: Result<T, { kind: string }>): T {
  if (!result.ok) throw new Error(`the demo's book or batches: ${JSON.stringify(result.error)}`);
  return result.value;
}
