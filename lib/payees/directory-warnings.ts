import "server-only";
import { bankDirectory } from "@/lib/japan/directory/load";
import { namesIn, type RecipientWarning, recipientWarnings } from "./recipient-warnings";

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
  const listed = namesIn(await bankDirectory(), typed.destination, typed.destinationBranchCode);
  return recipientWarnings(typed, listed);
}
