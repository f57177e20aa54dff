import { compareAmounts, sameAmount } from "@/lib/money/amount";

export const APPROVERS = [0, 1, 2] as const;

/** The approvers needed, besides the requester, for a currency from an amount on. */
export type ApprovalRule = { currency: string; from: string; approvers: (typeof APPROVERS)[number] };
export type ApprovalRules = ApprovalRule[];

/** Approvers for a currency without a rule. */
const UNRULED = 2;

type Paid = { currency: string; amount: string };

/** The rule with the highest amount that is reached, or null. */
export function ruleFor(rules: ApprovalRules, { currency, amount }: Paid): ApprovalRule | null {
  const reached = rules
    .filter((one) => one.currency === currency && compareAmounts(one.from, amount) <= 0)
    .sort((a, b) => compareAmounts(b.from, a.from));
  return reached[0] ?? null;
}

export const approversFor = (rules: ApprovalRules, paid: Paid): number => ruleFor(rules, paid)?.approvers ?? UNRULED;

/** The amount from which on the requester must prove a factor: the second threshold of a currency with several rules. */
const factorFrom = (rules: ApprovalRules, currency: string): string => thresholdsOf(rules, currency)[1] ?? "0";

export const isAboveFirstThreshold = (rules: ApprovalRules, { currency, amount }: Paid): boolean =>
  compareAmounts(amount, factorFrom(rules, currency)) >= 0;

export const isSameRule = (a: ApprovalRule, b: ApprovalRule) => a.currency === b.currency && sameAmount(a.from, b.from);

export const areSameRules = (a: ApprovalRules, b: ApprovalRules) =>
  a.length === b.length &&
  a.every((rule) => b.some((one) => isSameRule(one, rule) && one.approvers === rule.approvers));

/** Approvers of the amounts in a range, before and after. `below` null: all amounts from `from` on. */
export type RuleChange = { currency: string; from: string; below: string | null; before: number; after: number };

/** The effect of a proposal, by currency and amount: a threshold that goes leaves its amounts to the one below it. */
export const changesBetween = (before: ApprovalRules, after: ApprovalRules): RuleChange[] =>
  currenciesOf(before, after).flatMap((currency) => {
    const thresholds = thresholdsOf([...before, ...after], currency);
    const ranges: RuleChange[] = [];
    for (const [at, from] of thresholds.entries()) {
      const needed = (rules: ApprovalRules) => approversFor(rules, { currency, amount: from });
      const range = { currency, from, below: thresholds[at + 1] ?? null, before: needed(before), after: needed(after) };
      const last = ranges.at(-1);
      if (last?.before === range.before && last.after === range.after) last.below = range.below;
      else ranges.push(range);
    }
    return ranges.filter((range) => range.before !== range.after);
  });

/** Where the amount changes from which on the requester must prove a factor. */
export type FactorChange = { currency: string; before: string; after: string };

export const factorChangesBetween = (before: ApprovalRules, after: ApprovalRules): FactorChange[] =>
  currenciesOf(before, after)
    .map((currency) => ({ currency, before: factorFrom(before, currency), after: factorFrom(after, currency) }))
    .filter((change) => !sameAmount(change.before, change.after));

const currenciesOf = (...rules: ApprovalRules[]) => [...new Set(rules.flat().map(({ currency }) => currency))].sort();

/** Each amount once, ascending. */
const thresholdsOf = (rules: ApprovalRules, currency: string): string[] =>
  rules
    .filter((one) => one.currency === currency)
    .map(({ from }) => from)
    .sort(compareAmounts)
    .filter((from, at, sorted) => at === 0 || !sameAmount(from, sorted[at - 1] ?? from));

/** The initial rules: in the sandbox large amounts need an approver, in production every amount does. */
export const FIRST_RULES: Record<"sandbox" | "production", ApprovalRules> = {
  sandbox: [
    { currency: "JPY", from: "0", approvers: 0 },
    { currency: "JPY", from: "100000", approvers: 1 },
    { currency: "JPY", from: "1000000", approvers: 2 },
    { currency: "THB", from: "0", approvers: 0 },
    { currency: "THB", from: "25000", approvers: 1 },
    { currency: "USDT", from: "0", approvers: 0 },
    { currency: "USDT", from: "1000", approvers: 1 },
  ],
  production: [
    { currency: "JPY", from: "0", approvers: 1 },
    { currency: "JPY", from: "1000000", approvers: 2 },
    { currency: "THB", from: "0", approvers: 1 },
    { currency: "THB", from: "250000", approvers: 2 },
    { currency: "USDT", from: "0", approvers: 1 },
    { currency: "USDT", from: "10000", approvers: 2 },
  ],
};
