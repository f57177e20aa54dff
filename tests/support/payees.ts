import type { Ctx } from "@/lib/auth/context";
import { decidePayee, proposePayee } from "@/lib/payees/commands";
import { payeeInput } from "@/lib/payees/schema";
import { typedPayee } from "./forms";

type Typed = Parameters<typeof typedPayee>[0];

/** A payee of the book that a second person has approved. */
export async function approvedPayee([ops, approver]: [Ctx, Ctx], more: Typed = {}) {
  const made = await proposePayee(ops, payeeInput.parse(typedPayee(more)));
  if (!made.ok) throw new Error(made.error.kind);
  const decided = await decidePayee(approver, { ...made.value, decision: "approved" });
  if (!decided.ok) throw new Error(decided.error.kind);
  return made.value;
}
