import type { FormState } from "@/lib/withdrawals/form-state";

/** How the recipient is given: a payee of the book, one who was paid before, or an account that is typed. */
export type RecipientWay = "saved" | "recent" | "new";

type Account = Pick<FormState, "payee" | "destination" | "destinationAccount">;
type Given = {
  typed: Account;
  /** What a person has chosen; null before that. */
  chosen: RecipientWay | null;
  /** How a recipient is usually given here. */
  usual: RecipientWay;
  /** The account needs a correction, and no view was chosen since. */
  mustCorrect?: boolean;
};

export const hasRecipient = ({ destination, destinationAccount }: Account) =>
  destination !== "" || destinationAccount !== "";

/** An account that needs a correction is shown where it can be typed. Where there is none, one can still be chosen. */
export function wayShown({ typed, chosen, usual, mustCorrect = false }: Given): RecipientWay {
  if (mustCorrect && hasRecipient(typed)) return "new";
  return chosen ?? (typed.payee !== "" ? "saved" : typed.destination !== "" ? "new" : usual);
}

/** What `RecipientGroup` hides while a recipient is chosen. */
export const isOfRecipient = (name: string) => /^(destination|yucho|bankAsTyped|branchAsTyped)/.test(name);

/** Where a recipient is to be chosen and none was, that is one problem, not one of each hidden field. */
export function withoutHidden(problems: Record<string, string>, given: Given): Record<string, string> {
  if (hasRecipient(given.typed) || wayShown(given) === "new") return problems;
  const others = Object.entries(problems).filter(([name]) => !isOfRecipient(name));
  return { destination: "required", ...Object.fromEntries(others) };
}
