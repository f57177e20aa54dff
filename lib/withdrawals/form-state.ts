import { ATTACHMENTS_MAX, type AttachmentView, readAttached } from "@/lib/attachments/attachment";
import { convertYucho, YUCHO_BANK_CODE } from "@/lib/japan/yucho";
import type { WithdrawalForm } from "./schema";

export type FormField = Exclude<keyof WithdrawalForm, "formId">;
/** The form's fields, as text, and the player that came with the recipient and was not typed. That one is never sent. */
export type FormState = Record<FormField | "filledPlayerId", string>;
type Entry = { code: string; name: string };

/** Events of the form. Directory answers name the code that they are about. */
export type FormEvent =
  | { kind: "typed"; name: FormField; value: string }
  | ({ kind: "bank_picked" } & Entry)
  | ({ kind: "branch_picked" } & Entry)
  | ({ kind: "bank_listed" } & Entry)
  | ({ kind: "branch_listed"; bank: string } & Entry)
  /** The bank has this branch and no other. */
  | ({ kind: "only_branch"; bank: string } & Entry)
  | { kind: "passbook_converted" }
  | { kind: "recipient_picked"; recipient: KnownRecipient }
  /** What another bank cleared is wanted after all. Where the currency was changed since, it means nothing. */
  | { kind: "account_restored"; account: TypedAccount }
  | { kind: "attached"; file: AttachmentView }
  | { kind: "detached"; id: string };

/** A recipient paid before: all account fields come from its latest withdrawal. It is of one currency alone. */
export type KnownRecipient = Pick<FormState, RecipientField | "currency" | "playerId" | "filledPlayerId">;
type PayoutField = "currency" | "amount" | "playerId" | "purpose" | "attachments";
type RecipientField = Exclude<FormField, PayoutField | "bankAsTyped" | "branchAsTyped">;

const ACCOUNT = ["destinationAccountType", "destinationAccount", "destinationAccountName"] as const;
const ACCOUNT_FIELDS: readonly RecipientField[] = [
  ...(["destination", "destinationName", "destinationBranchCode", "destinationBranchName"] as const),
  ...ACCOUNT,
];

/**
 * By field, the other fields that decide whether it has a problem. A change of the currency clears the bank and the
 * account, whose problems go with their texts; that they are required is so in each currency.
 */
export const PROBLEMS_DEPEND_ON: Partial<Record<FormField, readonly FormField[]>> = {
  amount: ["currency"],
  destinationBranchCode: ["currency"],
  destinationBranchName: ["currency"],
  destinationAccountType: ["currency", "destination", "destinationBranchCode"],
  bankAsTyped: ["currency", "destination", "destinationName"],
  branchAsTyped: ["currency", "destination", "destinationBranchCode", "destinationBranchName"],
  yuchoNumber: [
    ...(["currency", "destination", "yuchoSymbol", "yuchoSavings"] as const),
    ...(["destinationBranchCode", "destinationAccountType", "destinationAccount"] as const),
  ],
};

type TypedAccount = Pick<FormState, "currency" | (typeof ACCOUNT)[number]>;

const NO_PASSBOOK = { yuchoSymbol: "", yuchoNumber: "", yuchoSavings: "" };
const NO_BRANCH = { destinationBranchCode: "", destinationBranchName: "", branchAsTyped: "" };
const NO_ACCOUNT = { destinationAccountType: "1", destinationAccount: "" };
const NO_RECIPIENT = { ...NO_BRANCH, ...NO_ACCOUNT, ...NO_PASSBOOK, destinationAccountName: "" };

export const blankForm = (currency: string): FormState => ({
  ...{ currency, destination: "", destinationName: "", bankAsTyped: "" },
  ...NO_RECIPIENT,
  ...{ amount: "", playerId: "", filledPlayerId: "", purpose: "", attachments: "", payee: "" },
});

/** Normalises a code, also from full-width. */
export const codeOf = (typed: string) => typed.normalize("NFKC").trim();
const isSameCode = (a: string, b: string) => codeOf(a) === codeOf(b);

/**
 * The form after an event. A name depends on its code, a branch on its bank, and an account on its branch or passbook:
 * dependent fields are cleared when the field above changes.
 */
export function reduceForm(state: FormState, event: FormEvent): FormState {
  const next = reduced(state, event);
  if (event.kind === "recipient_picked" || next.payee === "") return next;
  // An edited account no longer belongs to the payee.
  return ACCOUNT_FIELDS.every((name) => next[name] === state[name]) ? next : { ...next, payee: "" };
}

function reduced(state: FormState, event: FormEvent): FormState {
  switch (event.kind) {
    case "typed":
      return afterTyping(state, event.name, event.value);
    case "bank_picked":
      return { ...withBank(state, event.code), destinationName: event.name, bankAsTyped: "" };
    case "branch_picked":
      return { ...withBranch(state, event.code), destinationBranchName: event.name, branchAsTyped: "" };
    case "bank_listed":
      // An answer about an earlier code is ignored. A name typed by hand stays.
      if (!isSameCode(state.destination, event.code)) return state;
      return { ...state, destination: event.code, destinationName: state.destinationName || event.name };
    case "branch_listed": {
      const isAsked = isSameCode(state.destination, event.bank) && isSameCode(state.destinationBranchCode, event.code);
      if (!isAsked) return state;
      const name = state.destinationBranchName || event.name;
      return { ...state, destinationBranchCode: event.code, destinationBranchName: name };
    }
    case "only_branch": {
      const isWanted = isSameCode(state.destination, event.bank) && state.destinationBranchCode === "";
      return isWanted ? { ...withBranch(state, event.code), destinationBranchName: event.name } : state;
    }
    case "passbook_converted":
      return afterConversion(state);
    case "recipient_picked":
      return afterPick(state, event.recipient);
    case "account_restored":
      return withAccount(state, event.account);
    // Each changes the current list: several uploads may end while another file is removed.
    case "attached":
      return withFiles(state, [...readAttached(state.attachments), event.file].slice(0, ATTACHMENTS_MAX));
    case "detached":
      return withFiles(
        state,
        readAttached(state.attachments).filter(({ id }) => id !== event.id),
      );
  }
}

const withFiles = (state: FormState, files: AttachmentView[]): FormState => ({
  ...state,
  attachments: files.length === 0 ? "" : JSON.stringify(files),
});

function afterTyping(state: FormState, name: FormField, value: string): FormState {
  switch (name) {
    case "currency":
      if (value === state.currency) return state;
      return { ...state, ...NO_RECIPIENT, currency: value, destination: "", destinationName: "", bankAsTyped: "" };
    case "destination":
      return withBank(state, value);
    case "destinationName":
      return { ...state, destinationName: value, bankAsTyped: "" };
    case "destinationBranchCode":
      return withBranch(state, value);
    case "destinationBranchName":
      return { ...state, destinationBranchName: value, branchAsTyped: "" };
    case "destinationAccountType":
    case "destinationAccount":
      return { ...withoutPassbook(state), [name]: value };
    case "yuchoSymbol":
    case "yuchoNumber":
    case "yuchoSavings":
      return { ...state, ...NO_BRANCH, ...NO_ACCOUNT, [name]: value };
    case "bankAsTyped":
    case "branchAsTyped":
    case "destinationAccountName":
    case "amount":
    case "playerId":
    case "purpose":
    case "attachments":
    case "payee":
      return { ...state, [name]: value };
  }
}

function withBank(state: FormState, typed: string): FormState {
  if (isSameCode(state.destination, typed)) return { ...state, destination: typed };
  const next = { ...state, ...NO_RECIPIENT, destination: typed, destinationName: "", bankAsTyped: "" };
  // While no bank was named, nothing is of another one. A passbook has numbers of its own.
  if (state.destinationName !== "" || codeOf(typed) === YUCHO_BANK_CODE) return next;
  const { destinationAccountType, destinationAccount, destinationAccountName } = state;
  return { ...next, destinationAccountType, destinationAccount, destinationAccountName };
}

function withBranch(state: FormState, typed: string): FormState {
  if (isSameCode(state.destinationBranchCode, typed)) return { ...state, destinationBranchCode: typed };
  return { ...withoutPassbook(state), ...NO_BRANCH, destinationBranchCode: typed };
}

/**
 * The account number and holder that were cleared because the bank changed, or null where none were. A number that was
 * converted from a passbook, or cannot be of ゆうちょ銀行, is not among them.
 */
export function clearedByBank(before: FormState, after: FormState): TypedAccount | null {
  if (before.currency !== after.currency || isSameCode(before.destination, after.destination)) return null;
  if (after.destinationAccount !== "" || after.destinationAccountName !== "") return null;
  const isPassbook = codeOf(before.destination) === YUCHO_BANK_CODE || codeOf(after.destination) === YUCHO_BANK_CODE;
  const { destinationAccountType, destinationAccount } = isPassbook ? NO_ACCOUNT : before;
  const { currency, destinationAccountName } = before;
  if (destinationAccount === "" && destinationAccountName === "") return null;
  return { currency, destinationAccountType, destinationAccount, destinationAccountName };
}

/** What was typed since stays. */
function withAccount(state: FormState, { destinationAccountName: name, ...account }: TypedAccount): FormState {
  if (account.currency !== state.currency) return state;
  const number = state.destinationAccount === "" ? account : {};
  return { ...state, ...number, destinationAccountName: state.destinationAccountName || name };
}

/**
 * A typed player stays; one that came with the recipient goes with it. A name that differs from the directory must be confirmed again. What Undo would bring back into
 * a form whose currency was changed since is not of that form.
 */
function afterPick(state: FormState, { playerId, filledPlayerId, ...recipient }: KnownRecipient): FormState {
  if (recipient.currency !== state.currency) return state;
  const isTyped = state.playerId !== "" && state.playerId !== state.filledPlayerId;
  const player = isTyped ? {} : { playerId, filledPlayerId };
  return { ...state, ...NO_RECIPIENT, bankAsTyped: "", ...recipient, ...player };
}

/** Clears fields converted from a passbook; typed ones stay. */
function withoutPassbook(state: FormState): FormState {
  const hasPassbook = [state.yuchoSymbol, state.yuchoNumber, state.yuchoSavings].some((typed) => typed !== "");
  return hasPassbook ? { ...state, ...NO_PASSBOOK, ...NO_BRANCH, ...NO_ACCOUNT } : state;
}

function afterConversion(state: FormState): FormState {
  const read = convertYucho(state.yuchoSymbol, state.yuchoNumber);
  if (codeOf(state.destination) !== YUCHO_BANK_CODE || !read.ok) return state;
  const { branchCode, branchName, accountType, accountNumber } = read.value;
  // The digits do not tell savings from ordinary accounts, so the user must.
  if (accountType === "1" && state.yuchoSavings !== "no") return state;
  return {
    ...state,
    ...{ destinationBranchCode: branchCode, destinationBranchName: branchName, branchAsTyped: "" },
    ...{ destinationAccountType: accountType, destinationAccount: accountNumber },
  };
}
