import { err, type Result } from "@/lib/result";
import { tooLarge } from "../read-grid";
import { looksLikeXml, readCamt } from "./read-camt";
import { looksLikeZenginStatement, readZenginStatement } from "./read-zengin";
import type { BankFile, BankFileProblem } from "./statement";

/** Reads a bank's statement, whichever of the formats it has. `today`: the Tokyo day. */
export function readStatement(bytes: Uint8Array, today: string): Result<BankFile, BankFileProblem> {
  if (bytes.byteLength === 0) return err({ kind: "empty" });
  const large = tooLarge(bytes);
  if (large) return err(large);
  if (looksLikeXml(beginningOf(bytes))) return readCamt(bytes);
  if (looksLikeZenginStatement(bytes)) return readZenginStatement(bytes, today);
  return err({ kind: "no_statement" });
}

/** For the first signs alone, which are ASCII in each encoding but UTF-16. */
const beginningOf = (bytes: Uint8Array): string => {
  const label = bytes[0] === 0xff ? "utf-16le" : bytes[0] === 0xfe ? "utf-16be" : "utf-8";
  return new TextDecoder(label).decode(bytes.subarray(0, 200));
};
