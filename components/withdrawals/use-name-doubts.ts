"use client";

import { useQuery } from "@tanstack/react-query";
import { bankCache } from "@/lib/banks/cache";
import type { DirectoryView } from "@/lib/banks/schema";
import type { Environment } from "@/lib/environment";
import { isSameName } from "@/lib/payees/recipient-warnings";
import { codeOf, type FormState } from "@/lib/withdrawals/form-state";

type Typed = Pick<FormState, "destination" | "destinationName" | "destinationBranchCode" | "destinationBranchName">;
type Doubt = { doubt: "unknown" | "differs" | null; listed: string };

/** Whether the directory has other names for the codes, or none. Nothing is doubted before it has answered. */
export function useNameDoubts(environment: Environment, typed: Typed): Record<"bank" | "branch", Doubt> {
  const bank = codeOf(typed.destination);
  const branch = codeOf(typed.destinationBranchCode);
  const isBank = /^\d{4}$/.test(bank);
  const isBranch = isBank && /^\d{3}$/.test(branch);
  const banks = useQuery({ ...bankCache.banks(environment, bank), enabled: isBank });
  const branches = useQuery({ ...bankCache.branches(environment, bank, branch), enabled: isBranch });
  const atBank = doubtOf(isBank ? banks.data : undefined, bank, typed.destinationName);
  const atBranch = doubtOf(isBranch ? branches.data : undefined, branch, typed.destinationBranchName);
  // A bank that the directory lacks has no branches there: one question is enough.
  return { bank: atBank, branch: atBank.doubt === "unknown" ? NONE : atBranch };
}

const NONE: Doubt = { doubt: null, listed: "" };

function doubtOf(data: DirectoryView | undefined, code: string, name: string): Doubt {
  if (!data) return NONE;
  const entry = data.found.find((one) => one.code === code);
  if (!entry) return { doubt: "unknown", listed: "" };
  return name === "" || isSameName(name, entry.name) ? NONE : { doubt: "differs", listed: entry.name };
}
