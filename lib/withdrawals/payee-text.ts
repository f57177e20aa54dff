import type { ChosenPayee } from "@/lib/payees/rules";

/** The chosen payee as a form field; empty if the account was typed. */
export const payeeText = ({ payeeId, version }: ChosenPayee): string => `${payeeId} ${version}`;

export const PAYEE_TEXT = /^([0-9a-f-]{36} \d{1,9})?$/;

export function readPayeeText(text: string): ChosenPayee | null {
  const [payeeId, version] = text.split(" ");
  return payeeId && version ? { payeeId, version: Number(version) } : null;
}
