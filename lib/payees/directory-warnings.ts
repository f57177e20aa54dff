import "server-only";
import { bankDirectory } from "@/lib/japan/directory/load";
import { type RecipientWarning, recipientWarnings } from "./recipient-warnings";

type Typed =
  | {
      currency: "JPY";
      destination: string;
      destinationName: string;
      destinationBranchCode: string;
      destinationBranchName: string;
    }
  | { currency: string; destinationBranchCode?: never };

/** What the directory says against the names: outside Japan there is none. */
export async function directoryWarnings(typed: Typed): Promise<RecipientWarning[]> {
  if (typed.destinationBranchCode === undefined) return [];
  const directory = await bankDirectory();
  const bank = directory.bank(typed.destination)?.name ?? null;
  const branch = directory.branch(typed.destination, typed.destinationBranchCode)?.name ?? null;
  return recipientWarnings(typed, { bank, branch });
}
