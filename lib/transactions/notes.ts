import "server-only";
import { createHash } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { notes } from "@/drizzle/schema/notes";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { type HiddenInOrder, shownText } from "@/lib/pii/mask";
import { err, ok, type Result } from "@/lib/result";
import type { NoteInput, NoteView } from "./schema";

/**
 * Adds a note to an order for other users. It changes nothing else. The audit line holds a digest of the text, which
 * the chain then proves without exporting it.
 */
export async function addNote(
  ctx: Ctx,
  { referenceId, noteId, text }: NoteInput,
): Promise<Result<{ noteId: string }, { kind: "not_held" } | { kind: "note_used" }>> {
  requirePermission(ctx, "transactions:note");
  const by = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const [order] = await tx.select({ id: transactions.id }).from(transactions).where(mine);
    if (!order) return err({ kind: "not_held" });

    const note = { id: noteId, transactionRow: order.id, by, at: ctx.now(), text };
    const written = await tx.insert(notes).values(note).onConflictDoNothing().returning({ id: notes.id });
    if (written.length === 0) {
      const [held] = await tx.select().from(notes).where(eq(notes.id, noteId));
      const isSame = held?.transactionRow === order.id && held.by === by && held.text === text;
      return isSame ? ok({ noteId }) : err({ kind: "note_used" });
    }
    const sha256 = createHash("sha256").update(text).digest("hex");
    await record(tx, ctx, { action: "transaction.note_added", subject: referenceId, detail: { note: noteId, sha256 } });
    return ok({ noteId });
  });
}

/** All notes on an order, newest first, masked for the reader. */
export async function notesOn({ db }: Ctx, order: { id: string }, hidden: HiddenInOrder): Promise<NoteView[]> {
  const written = await db
    .select({ id: notes.id, at: notes.at, by: users.name, text: notes.text })
    .from(notes)
    .innerJoin(users, eq(users.id, notes.by))
    .where(eq(notes.transactionRow, order.id))
    .orderBy(desc(notes.at), desc(notes.id));
  return written.map(({ at, text, ...note }) => ({ ...note, at: at.toISOString(), text: shownText(text, hidden) }));
}
