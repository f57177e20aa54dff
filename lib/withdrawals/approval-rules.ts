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

/**
 * Whether the requester must prove a factor: not for amounts under the lowest threshold of a currency with several
 * rules.
 */
export function isAboveFirstThreshold(rules: ApprovalRules, { currency, amount }: Paid): boolean {
  const [, second] = rules
    .filter((one) => one.currency === currency)
    .map(({ from }) => from)
    .sort(compareAmounts);
  return second === undefined || compareAmounts(amount, second) >= 0;
}

export const isSameRule = (a: ApprovalRule, b: ApprovalRule) => a.currency === b.currency && sameAmount(a.from, b.from);

/** The effect of a proposal: approvers from an amount on, before and after. Null: no rule. */
export type RuleChange = { currency: string; from: string; before: number | null; after: number | null };

export function changesBetween(before: ApprovalRules, after: ApprovalRules): RuleChange[] {
  const gone = before.filter((old) => !after.some((one) => isSameRule(one, old)));
  const kept = after.map((rule) => ({ rule, old: before.find((one) => isSameRule(one, rule)) }));
  return [
    ...kept
      .filter(({ rule, old }) => old?.approvers !== rule.approvers)
      .map(({ rule: { currency, from, approvers }, old }) => ({
        ...{ currency, from },
        before: old?.approvers ?? null,
        after: approvers,
      })),
    ...gone.map(({ currency, from, approvers }) => ({ currency, from, before: approvers, after: null })),
  ];
}

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
