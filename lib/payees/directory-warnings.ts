import "server-only";
import { bankDirectory } from "@/lib/japan/directory/load";
import { namesIn, type RecipientWarning, recipientWarnings } from "./recipient-warnings";

type Typed = {
  destination: string;
  destinationName: string;
  destinationBranchCode?: string | undefined;
  destinationBranchName?: string | undefined;
};

/** What the directory says against the names: outside Japan there is none. */
export async function directoryWarnings(typed: Typed): Promise<RecipientWarning[]> {
  const { destination, destinationName, destinationBranchCode, destinationBranchName = "" } = typed;
  if (destinationBranchCode === undefined) return [];
  const listed = namesIn(await bankDirectory(), destination, destinationBranchCode);
  return recipientWarnings({ destinationName, destinationBranchName }, listed);
}
