import "server-only";
import type { PayeeVersion } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { payeeKey } from "@/lib/limits/payee";
import { isCurrent, payeesWith } from "../known-by";
import type { Answer } from "./read-answers";
import type { Unmatched } from "./results";
import { holderIn } from "./write-inquiry";

type Matched = { answer: Answer; says: PayeeVersion | null; unmatched: Unmatched | null };

/** The payee that each answer is about: the one that has its account, and its holder as the bank was asked. */
export async function matchAnswers(db: Db | Tx, ctx: Ctx, answers: Answer[]): Promise<Matched[]> {
  const payeeKeys = [...new Set(answers.map(keyOf))];
  const found = await payeesWith(db, ctx, { currency: "JPY", payeeKeys });
  const byKey = Map.groupBy(
    found.filter(isCurrent).map(({ says }) => says),
    (says) => says.payeeKey,
  );
  return answers.map((answer) => {
    if (answer.result === null) return { answer, says: null, unmatched: "no_answer" };
    const those = byKey.get(keyOf(answer)) ?? [];
    if (those.length === 0) return { answer, says: null, unmatched: "no_payee" };
    const holder = (says: PayeeVersion) => holderIn(ctx.accountCheckLayout, says.destinationAccountName);
    const says = those.find((one) => holder(one) === answer.holder) ?? null;
    return { answer, says, unmatched: says ? null : "holder_changed" };
  });
}

const keyOf = ({ bank, branch, accountType, account }: Answer) =>
  payeeKey({
    ...{ destination: bank, destinationBranchCode: branch },
    ...{ destinationAccountType: accountType, destinationAccount: account },
  });
