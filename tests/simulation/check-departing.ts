import { canonical, type Fields } from "@/lib/payments-api/sign";
import type { Fact } from "./facts";
import { Violation } from "./invariants";

/** What users really did, independent of the console's record: who requested which terms, who approved which. */
export type Intents = {
  asked: { by: string; formId: string; terms: string }[];
  approved: { by: string; referenceId: string; digest: string }[];
};

type Known = { facts: Fact[]; intents: Intents };

/** From these amounts of yen on, so many others must agree. Written down here again, from the rules as they are shown. */
const needed = (amount: number) => (amount >= 1_000_000 ? 2 : amount >= 100_000 ? 1 : 0);

/** A create request is about to leave. Is it on record, and is it what people wanted? */
export function checkDeparting({ facts, intents }: Known, body: string): void {
  const { timestamp: _when, nonce: _once, referenceId, callbackUrl, channel: _fixed, ...terms } = JSON.parse(body);
  const fact = facts.find((one) => one.referenceId === referenceId);
  const attempts = fact?.attempts.filter((attempt) => attempt.body === body) ?? [];
  if (!fact || attempts.length !== 1)
    throw new Violation(2, `${referenceId} leaves with ${attempts.length} attempts on record`);

  if (!callbackUrl.endsWith(`/${fact.callbackToken}`))
    throw new Violation(7, `${referenceId} tells its result to others`);

  const { formId } = ofForm(fact, facts);
  const leaving = termsText(terms);
  const wanted = intents.asked.some((one) => one.formId === formId && one.terms === leaving);
  if (!wanted) throw new Violation(7, `no user requested ${referenceId} as it leaves`);

  const agreed = intents.approved.filter((one) => one.referenceId === referenceId && one.digest === fact.digest);
  const others = new Set(agreed.map(({ by }) => by).filter((by) => by !== fact.requestedBy));
  if (others.size < needed(Number(terms.amount))) {
    throw new Violation(4, `${referenceId} of ${terms.amount} leaves with the word of ${others.size} others`);
  }
}

/** Terms as text, so that two of them can be compared. */
export const termsText = (terms: Fields) => canonical(terms);

/** The nearest one that a form made: those after it were sent again as they were. */
function ofForm(fact: Fact, facts: Fact[]): Fact {
  if (fact.formId !== null) return fact;
  const replaced = facts.find(({ id }) => id === fact.replaces);
  return replaced ? ofForm(replaced, facts) : fact;
}
