import "server-only";
import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { accountChecks, payees, payeeVersions } from "@/drizzle/schema/payees";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDay } from "@/lib/time";
import { inBook } from "../known-by";
import { matchAnswers } from "./match";
import { type AnswerProblem, readAnswers } from "./read-answers";
import { isBlocking } from "./results";
import type { AnswersImported, InquiryInput } from "./schema";
import { holderIn, writeInquiry } from "./write-inquiry";

/** `names`: holders that the format of banks cannot carry. */
type NotWritable = { kind: "none_to_ask" } | { kind: "not_writable"; names: string[] };

/** A file that asks the merchant's bank whether these accounts exist and whose they are. */
export async function exportInquiry(
  ctx: Ctx,
  { payeeIds, code, name }: InquiryInput,
): Promise<Result<{ name: string; base64: string }, NotWritable>> {
  requirePermission(ctx, "payees:edit");
  const mine = and(eq(payees.environment, ctx.environment), eq(payees.currency, "JPY"), inArray(payees.id, payeeIds));
  return ctx.db.transaction(async (tx) => {
    // What waits is asked about before it is approved; else the version in force.
    const isAsked = sql`${payeeVersions.version} = coalesce(${payees.waiting}, ${payees.version})`;
    const asked = await inBook(tx, isAsked, mine).orderBy(payeeVersions.payeeId);
    if (asked.length === 0) return err({ kind: "none_to_ask" });
    const accounts = asked.map(({ says }) => says);
    const strange = accounts.filter((says) => holderIn(ctx.accountCheckLayout, says.destinationAccountName) === null);
    if (strange.length > 0) {
      return err({ kind: "not_writable", names: strange.map((says) => says.destinationAccountName) });
    }
    const day = tokyoDay(ctx.now());
    const date = day.replaceAll("-", "").slice(4);
    const bytes = writeInquiry(ctx.accountCheckLayout, { code, name }, { accounts, date });
    const detail = { rows: accounts.length };
    await record(tx, ctx, { action: "payees.inquiry_exported", subject: ctx.environment, detail });
    const file = `choba-${ctx.environment}-account-inquiry-${day}.txt`;
    return ok({ name: file, base64: Buffer.from(bytes).toString("base64") });
  });
}

type Answers = { bytes: Uint8Array; bank: string; on: string };

/** Keeps the answers of a bank as evidence. An account that does not exist, or has another holder, blocks its payee. */
export async function importAnswers(
  ctx: Ctx,
  { bytes, bank, on }: Answers,
): Promise<Result<AnswersImported, AnswerProblem>> {
  requirePermission(ctx, "payees:edit");
  const importedBy = userIdOf(ctx);
  const read = readAnswers(bytes, ctx.accountCheckLayout);
  if (!read.ok) return err(read.error);
  const fileSha256 = createHash("sha256").update(bytes).digest("hex");
  return ctx.db.transaction(async (tx) => {
    const counts = { recorded: 0, repeated: 0, blocked: 0, unmatched: 0 };
    for (const { answer, says } of await matchAnswers(tx, ctx, read.value)) {
      if (says === null || answer.result === null) {
        counts.unmatched += 1;
        continue;
      }
      const { payeeId, version } = says;
      const check = { payeeId, version, result: answer.result, bank, checkedOn: on, fileSha256, importedBy };
      const [made] = await tx
        .insert(accountChecks)
        .values({ ...check, importedAt: ctx.now() })
        .onConflictDoNothing()
        .returning({ id: accountChecks.id });
      // The same file again says nothing new, and does not block what a person has unblocked since.
      if (!made) {
        counts.repeated += 1;
        continue;
      }
      counts.recorded += 1;
      const detail = { version, result: answer.result, bank, on, sha256: fileSha256 };
      await record(tx, ctx, { action: "payee.account_checked", subject: payeeId, detail });
      if (!isBlocking(answer.result)) continue;
      const blocked = await tx
        .update(payees)
        .set({ blockedAt: ctx.now(), blockedBy: importedBy, blockReason: bank, blockCheck: made.id })
        .where(and(eq(payees.id, payeeId), isNull(payees.blockedAt)))
        .returning({ id: payees.id });
      if (blocked.length === 0) continue;
      counts.blocked += 1;
      await record(tx, ctx, { action: "payee.blocked", subject: payeeId, detail: { check: answer.result, bank } });
    }
    return ok(counts);
  });
}
