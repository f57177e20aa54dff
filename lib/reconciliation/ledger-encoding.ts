import { type TextEncoding, textEncodingOf } from "@/lib/imports/text-encoding";

/** The encoding that was found for a ledger when it was uploaded. */
export function encodingOf(stored: string): TextEncoding | "XLSX" {
  const encoding = stored === "XLSX" ? stored : textEncodingOf(stored);
  if (encoding === undefined) throw new Error(`an encoding that is not read: ${stored}`);
  return encoding;
}
