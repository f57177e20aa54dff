import "server-only";
import { and, eq } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { type ChosenPayee, isWordForWord, payeeStatus, type WordedAccount } from "./rules";

/** Why a chosen payee cannot be paid as it stands in the form. */
export type CannotChoose = {
  kind: "payee_gone" | "payee_blocked" | "payee_undecided" | "payee_changed";
};

/** Whether this version is in force and says what is to be paid, word for word. A change of the payee takes turns. */
export async function refusalOfPayee(
  tx: Tx,
  { environment }: Pick<Ctx, "environment">,
  { payeeId, version }: ChosenPayee,
  terms: WordedAccount & { currency: string },
): Promise<CannotChoose | null> {
  const mine = and(eq(payees.id, payeeId), eq(payees.environment, environment), eq(payees.currency, terms.currency));
  const [payee] = await tx.select().from(payees).where(mine).for("share");
  const status = payee && payeeStatus(payee);
  if (!payee || status === "rejected") return { kind: "payee_gone" };
  if (status === "blocked") return { kind: "payee_blocked" };
  if (status !== "active") return { kind: "payee_undecided" };
  if (payee.version !== version) return { kind: "payee_changed" };
  const its = and(eq(payeeVersions.payeeId, payeeId), eq(payeeVersions.version, version));
  const [says] = await tx.select().from(payeeVersions).where(its);
  return says && isWordForWord(says, terms) ? null : { kind: "payee_changed" };
}
