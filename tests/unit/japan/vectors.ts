import { readFileSync } from "node:fs";

type Expected = {
  ok: boolean;
  value?: string;
  bytes?: number;
  codes?: string[];
  code?: string;
  hint?: string;
  suggest?: string;
  confirm?: string[];
  warnings?: string[];
  changes?: string[];
};
type Typed = { id: string; input: string; bankCode?: string; note?: string; expect: Expected };

/** Examples with their expected reading; most of them follow from Unicode or from the banks' published rules. */
export const VECTORS: {
  katakana: Typed[];
  zengin: Typed[];
  accountNumber: Typed[];
  yucho: {
    id: string;
    kigou: string;
    bangou: string;
    note: string;
    expect: { ok: boolean; code?: string; branchCode?: string; branchInDirectory?: boolean };
  }[];
  zenginToDisplay: { id: string; zengin: string; display: string }[];
} = JSON.parse(readFileSync("tests/fixtures/japan-vectors.json", "utf8"));
