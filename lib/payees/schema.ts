import { z } from "zod";
import {
  anchorParts,
  eachCurrency,
  findText,
  line,
  optionalLine,
  reasonText,
  severalOf,
  withAnchor,
} from "@/lib/fields";
import type { Page } from "@/lib/list/page";
import type { RecipientView, TransactionRow } from "@/lib/transactions/schema";
import { accountElsewhere, checkPassbook, japaneseAccount } from "./account";
import type { CheckResult } from "./account-check/results";
import {
  PAYEE_CHECKS,
  PAYEE_OPENED,
  PAYEE_STATUSES,
  type PayeeDecision,
  type PayeePart,
  type PayeeStatus,
} from "./rules";

const common = {
  /** Whose account it is; may be empty. */
  playerId: optionalLine(128),
  label: optionalLine(60),
};

export const onePayee = z.object({ payeeId: z.uuid() });

/** From the address of the form: the payout whose recipient is proposed. */
export const savedFrom = z.object({ from: line(200).nullable().catch(null).default(null) });

export const payeeInput = eachCurrency((currency) =>
  currency === "JPY"
    ? z.object({ ...common, ...japaneseAccount }).superRefine(checkPassbook)
    : z.object({ ...common, ...accountElsewhere(currency) }),
);
export type PayeeInput = z.output<typeof payeeInput>;

const NOT_JAPANESE = {
  ...{ destinationBranchCode: null, destinationBranchName: null, destinationAccountType: null },
  ...{ yuchoSymbol: null, yuchoNumber: null },
};

/** What an input says, as a version has it. */
export function saidBy(input: PayeeInput) {
  const { destination, destinationName, destinationAccount, destinationAccountName, label } = input;
  const bank = { destination, destinationName, destinationAccount, destinationAccountName };
  const about = { playerId: input.playerId === "" ? null : input.playerId, label };
  if (input.currency !== "JPY") return { ...bank, ...NOT_JAPANESE, ...about };
  const { destinationBranchCode, destinationBranchName, destinationAccountType, yuchoSymbol, yuchoNumber } = input;
  const passbook = yuchoSymbol === "" ? { yuchoSymbol: null, yuchoNumber: null } : { yuchoSymbol, yuchoNumber };
  return { ...bank, destinationBranchCode, destinationBranchName, destinationAccountType, ...passbook, ...about };
}

/** `seen`: the version that stood in the form when it was opened. */
export const payeeChangeInput = z.object({ payeeId: z.uuid(), seen: z.number().int().positive(), payee: payeeInput });

export const payeeVersionInput = onePayee.extend({ version: z.number().int().positive() });

export const payeeDecisionInput = z.discriminatedUnion("decision", [
  payeeVersionInput.extend({ decision: z.literal("approved"), reason: z.undefined().optional() }),
  payeeVersionInput.extend({ decision: z.literal("rejected"), reason: reasonText }),
]);
export type PayeeDecisionInput = z.output<typeof payeeDecisionInput>;

export const payeeBlockInput = onePayee.extend({ reason: reasonText });

/** The parts of the list's address. */
const list = {
  q: findText(100),
  status: severalOf(PAYEE_STATUSES),
  check: z.enum(PAYEE_CHECKS).optional().catch(undefined),
};
export const payeesAsked = z.object({ ...list, ...anchorParts }).transform(withAnchor);
export type PayeesAsked = z.output<typeof payeesAsked>;
export type PayeeFilter = Omit<PayeesAsked, "anchor">;

/** The payee beside the list. */
export const openedPayee = z.object({ [PAYEE_OPENED]: z.uuid().optional().catch(undefined) });

/** What is typed to find a payee in the withdrawal form. Empty: the newest. */
export const payeeSearch = z.object({ currency: line(8), search: z.string().max(100).default("") });
export type PayeeSearch = z.output<typeof payeeSearch>;

/** Without a player or a KYC registration there is nothing to compare. */
export type NameCheck = "same" | "differs" | "unknown";

/** What a version says. Names and accounts are masked for those who may not see them whole. */
export type PayeeTerms = {
  recipient: RecipientView;
  playerId: string | null;
  /** Null where the reader sees names masked: a label may hold one. */
  label: string | null;
  kyc: { check: NameCheck; name: string | null };
};

export type PayeeRow = PayeeTerms & {
  payeeId: string;
  currency: string;
  status: PayeeStatus;
  createdAt: string;
  /** How many payouts to its account were paid. */
  paid: number;
};

/** `newUntil`: until when it takes two approvals at any amount; null where it does not. */
export type PayablePayee = PayeeTerms & {
  payeeId: string;
  version: number;
  status: PayeeStatus;
  newUntil: string | null;
  paid: number;
};
export type PayablePayees = { found: PayablePayee[] };

/** `counts`: of the whole book. */
export type PayeesView = Page<PayeeRow> & { counts: { all: number; waiting: number; blocked: number } };

export type PayeeVersionView = PayeeTerms & {
  version: number;
  by: string;
  at: string;
  isOwn: boolean;
  decision: { kind: PayeeDecision; by: string; at: string; reason: string | null } | null;
  /** What differs from the version that was in force before; null for the first. */
  changed: PayeePart[] | null;
};

type BlockingCheck = { bank: string; result: CheckResult; version: number };

export type PayeeView = {
  payeeId: string;
  readerId: string;
  currency: string;
  status: PayeeStatus;
  createdAt: string;
  /** In force; null before the first approval. */
  version: number | null;
  waiting: number | null;
  /** `check`: the answer of a bank that blocked it, and about which version; null where a person did. */
  blocked: { by: string; at: string; reason: string; check: BlockingCheck | null } | null;
  /** Another payee that has the account and is blocked, so that payouts to the account are held. */
  heldBy: string | null;
  /** Until when it counts as new; null where it does not. */
  newUntil: string | null;
  /** What banks said of the account that is shown, the newest first. */
  checks: AccountCheckView[];
  /** The same of the account that is proposed; none where nothing waits. */
  waitingChecks: AccountCheckView[];
  /** The newest payouts to it. */
  payouts: TransactionRow[];
  /** The newest first. */
  versions: PayeeVersionView[];
  paid: { count: number; total: string; lastAt: string | null };
};

/** A new payee, a change, or a file of both that waits for the reader's decision. `to`: the holder, or the file. */
export type WaitingPayee = {
  kind: "payee" | "payee_import";
  id: string;
  by: string;
  to: string;
  at: string;
  until: null;
};

/** What a bank said of an account and its holder. `on`: the day of its answer. */
export type AccountCheckView = { id: string; result: CheckResult; bank: string; on: string; by: string; at: string };
