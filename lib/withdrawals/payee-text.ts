import type { ChosenPayee } from "@/lib/payees/rules";

/** A chosen payee as the form holds it; empty where the account was typed. */
export const payeeText = ({ payeeId, version }: ChosenPayee): string => `${payeeId} ${version}`;

export const PAYEE_TEXT = /^([0-9a-f-]{36} \d{1,9})?$/;

export function readPayeeText(text: string): ChosenPayee | null {
  const [payeeId, version] = text.split(" ");
  return payeeId && version ? { payeeId, version: Number(version) } : null;
}
