import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attachments, withdrawalAttachments } from "@/drizzle/schema/attachments";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { ATTACHMENT_MAX_BYTES } from "@/lib/attachments/attachment";
import { addAttachment, removeUnusedAttachments } from "@/lib/attachments/commands";
import { getAttachment } from "@/lib/attachments/queries";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { ROLES } from "@/lib/auth/permissions";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { freezeAlteredWithdrawals } from "@/lib/withdrawals/integrity";
import { getTermsToCorrect } from "@/lib/withdrawals/queries";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import type { TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { orderOf } from "../../support/orders";
import { openAtService } from "../../support/service";
import { auditEventsAbout } from "../../support/team";

let context: TestContext;
let ops: Ctx;
let approver: Ctx;
beforeAll(async () => {
  ({ context } = await openAtService());
  ops = await context.as("ops");
  approver = await context.as("approver");
});
afterAll(() => context.close());

const PDF = new TextEncoder().encode("%PDF-1.7 invoice 20117");
async function uploaded(ctx = ops, name = "請求書 11月.pdf", bytes = PDF) {
  const added = await addAttachment(ctx, { name, bytes });
  if (!added.ok) throw new Error(added.error.kind);
  return added.value;
}
const request = (more: Record<string, unknown>, ctx = ops) =>
  requestWithdrawal(ctx, withdrawalInput.parse({ ...typedForm({ amount: "688,000" }), ...more }));
async function made(more: Record<string, unknown>) {
  const result = await request(more);
  if (!result.ok) throw new Error(result.error.kind);
  return orderOf(context, result.value.referenceId);
}
const seen = async (ctx: Ctx, { referenceId }: { referenceId: string }) =>
  (await getTransaction(ctx, { referenceId }))!.withdrawal!;
const purpose = "返金：注文 20117";

describe("what a withdrawal is for, and its files", () => {
  test("are what the approver sees, are never sent, and stay when it is sent again", async () => {
    const file = await uploaded();
    const order = await made({ amount: "12,000", purpose: ` ${purpose} `, attachments: JSON.stringify([file]) });
    expect(await seen(approver, order)).toMatchObject({ purpose, attachments: [file] });
    expect(await sendWithdrawal(await context.as("job"), { transactionRow: order.id })).toBe("accepted");
    const [sent] = await context.db.select().from(attempts).where(eq(attempts.transactionRow, order.id));
    expect(sent?.body).toContain("12000");
    expect(sent?.body).not.toMatch(/purpose|attachment/i);

    const other = await made({ purpose, attachments: JSON.stringify([file]) });
    await context.db.update(transactions).set({ submission: "rejected" }).where(eq(transactions.id, other.id));
    const again = await reissueWithdrawal(ops, { referenceId: other.referenceId });
    if (!again.ok) throw new Error(again.error.kind);
    expect(await seen(approver, again.value)).toMatchObject({ purpose, attachments: [file] });
    expect((await seen(approver, again.value)).approval?.mine).toBe("may_decide");
  });

  test("are part of the form: the same one again is one withdrawal, another purpose is another form", async () => {
    const file = await uploaded();
    const form = { ...typedForm({ amount: "700,000" }), purpose, attachments: JSON.stringify([file]) };
    const first = await request(form);
    expect(await request(form)).toEqual(first);
    expect(await request({ ...form, purpose: "another" })).toMatchObject({ error: { kind: "form_used" } });
    expect(await request({ ...form, attachments: "" })).toMatchObject({ error: { kind: "form_used" } });
  });

  test("come back into the form that corrects it, for any user, and the approver sees what changed", async () => {
    const file = await uploaded();
    const order = await made({ purpose, attachments: JSON.stringify([file]) });
    await context.db.update(transactions).set({ submission: "sent_back" }).where(eq(transactions.id, order.id));
    const admin = await context.as("admin");
    const terms = await getTermsToCorrect(admin, order);
    expect(terms).toMatchObject({ purpose, attachments: JSON.stringify([file]) });
    const corrected = { ...terms, formId: crypto.randomUUID(), purpose: "refund 20118", corrects: order.referenceId };
    const result = await request(corrected, admin);
    if (!result.ok) throw new Error(result.error.kind);
    const { approval } = await seen(approver, result.value);
    expect(approval?.correction?.differences).toEqual([{ field: "purpose", before: purpose, now: "refund 20118" }]);
  });

  test("are optional: empty they change nothing of the digest's fields", async () => {
    const order = await made({ purpose: "  ", attachments: "" });
    expect(await seen(approver, order)).toMatchObject({ purpose: "", attachments: [] });
  });

  test.each([
    ["the purpose", sql`update withdrawals set purpose = 'x' where purpose = 'to be altered'`],
    [
      "a file",
      sql`update attachments set sha256 = repeat('0', 64) where id in (select attachment_id from withdrawal_attachments)`,
    ],
    [
      "the name of a file",
      sql`update attachments set name = 'x' where id in (select attachment_id from withdrawal_attachments)`,
    ],
    ["the list of files", sql`delete from withdrawal_attachments`],
  ])("freeze it where %s was changed in the database", async (_what, change) => {
    const order = await made({ purpose: "to be altered", attachments: JSON.stringify([await uploaded()]) });
    await context.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(change);
    });
    expect((await seen(approver, order)).approval?.mine).toBeNull();
    await freezeAlteredWithdrawals(await context.as("job"));
    expect(await orderOf(context, order.referenceId)).toMatchObject({ discrepancyKind: "altered" });
  });
});

describe("a file", () => {
  test("is recognised by its bytes, not by its name, and is not too large", async () => {
    const refused = (kind: string) => ({ ok: false, error: { kind } });
    const add = (name: string, bytes: Uint8Array) => addAttachment(ops, { name, bytes });
    expect(await add("a.pdf", new TextEncoder().encode("<script>alert(1)</script>"))).toEqual(refused("wrong_type"));
    expect(await add("a.pdf", new Uint8Array())).toEqual(refused("empty"));
    const large = new Uint8Array(ATTACHMENT_MAX_BYTES + 1);
    large.set(PDF);
    expect(await add("a.pdf", large)).toEqual(refused("too_large"));
    expect(
      await add('../a"\u0000\u202e.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
    ).toMatchObject({
      value: { name: "..a.png" },
    });
  });

  test("is read by those who see accounts, each time with a line in the audit log, and not where it was changed", async () => {
    const file = await uploaded();
    const wanted = { attachmentId: file.id };
    expect(await getAttachment(approver, wanted)).toMatchObject({ name: file.name, mediaType: "application/pdf" });
    const opened = await auditEventsAbout(context, file.id);
    expect(opened.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["attachment.added", "ops"],
      ["attachment.opened", "approver"],
    ]);
    for (const role of ROLES) {
      const may = ["admin", "ops", "approver"].includes(role);
      const read = getAttachment(await context.as(role), wanted);
      if (may) expect(await read).not.toBeNull();
      else await expect(read).rejects.toThrow(Forbidden);
      const add = addAttachment(await context.as(role), { name: "a.pdf", bytes: PDF });
      if (["admin", "ops"].includes(role)) expect(await add).toMatchObject({ ok: true });
      else await expect(add).rejects.toThrow(Forbidden);
    }
    await context.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update attachments set content = '%PDF-other' where id = ${file.id}`);
    });
    expect(await getAttachment(approver, wanted)).toBeNull();
  });

  test("of another user, or removed meanwhile, is refused at its field", async () => {
    const theirs = await uploaded(await context.as("admin"));
    const gone = { ok: false, error: { kind: "invalid", fields: { attachments: "attachmentGone" } } };
    expect(await request({ attachments: JSON.stringify([theirs]) })).toEqual(gone);
    const none = { id: crypto.randomUUID(), name: "x.pdf", size: 1 };
    expect(await request({ attachments: JSON.stringify([none]) })).toEqual(gone);
    expect(withdrawalInput.safeParse({ ...typedForm(), attachments: "nonsense" }).success).toBe(false);
  });

  test("that no request used is removed after a week, and one that was used never", async () => {
    const [used, unused] = [await uploaded(), await uploaded()];
    await made({ purpose, attachments: JSON.stringify([used]) });
    context.clock.now = new Date(context.clock.now.getTime() + 167 * 3_600_000);
    const job = await context.as("job");
    const left = async () => (await context.db.select({ id: attachments.id }).from(attachments)).map(({ id }) => id);
    await removeUnusedAttachments(job);
    expect(await left()).toEqual(expect.arrayContaining([used.id, unused.id]));
    context.clock.now = new Date(context.clock.now.getTime() + 2 * 3_600_000);
    await removeUnusedAttachments(job);
    expect(await left()).toContain(used.id);
    expect(await left()).not.toContain(unused.id);
    expect(await removeUnusedAttachments(job)).toEqual({ removed: 0 });
    await expect(context.db.delete(attachments).where(eq(attachments.id, used.id))).rejects.toThrow();
    expect(await context.db.$count(withdrawalAttachments, eq(withdrawalAttachments.attachmentId, used.id))).toBe(1);
  });
});
