import type { Revealed } from "@/lib/reveal/schema";
import type { InstructionsView } from "@/lib/transactions/schema";

type Receiver = Extract<Revealed, { of: "receiver" }>;

/** The instructions with what was shown of them. What was shown of an earlier answer is not laid over a newer one. */
export function withShown(how: InstructionsView, shown: Receiver | null): InstructionsView {
  if (shown?.at !== how.at) return how;
  const { address, receiverAccount, receiverName } = shown;
  return { ...how, address, receiverAccount, receiverName, masked: false };
}
