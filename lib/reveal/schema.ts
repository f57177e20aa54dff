import { z } from "zod";
import { line } from "@/lib/fields";

const ofOrder = <O extends string>(of: O) => z.object({ of: z.literal(of), referenceId: line(200) });

/** One thing that is masked for the reader, to be shown. */
export const revealInput = z.discriminatedUnion("of", [
  ofOrder("recipient"),
  ofOrder("payer"),
  ofOrder("receiver"),
  z.object({ of: z.literal("player"), playerId: line(200) }),
  z.object({ of: z.literal("exchange"), exchangeId: z.uuid() }),
  z.object({ of: z.literal("delivery"), deliveryId: z.uuid() }),
]);
export type RevealInput = z.output<typeof revealInput>;
export type RevealedThing = RevealInput["of"];

/** What was under the mask. */
export type Revealed =
  | { of: "recipient"; destinationAccount: string; destinationAccountName: string }
  | { of: "payer"; payerAccount: string | null; payerAccountName: string | null }
  /** `at`: of the answer that said so; a newer one may say otherwise. */
  | ({ of: "receiver"; at: string } & Record<"address" | "receiverAccount" | "receiverName", string | null>)
  /** The name of each registration, by its id. */
  | { of: "player"; names: Record<string, string> }
  | { of: "exchange"; requestBody: string; body: string | null }
  | { of: "delivery"; body: string; isText: boolean };
