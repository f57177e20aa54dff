import { z } from "zod";
import type { ProposalFacts } from "@/lib/auth/proposal";
import { amountIn, eachCurrency, problem } from "@/lib/fields";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import type { DailyLimit } from "./rules";

const limit = eachCurrency((currency) => z.object({ currency: z.literal(currency), amount: amountIn(currency) }));

/** Daily limits as they are proposed, at most one a currency. */
export const limitsInput = z.object({
  limits: z
    .array(limit)
    .max(WITHDRAWAL_CURRENCIES.length)
    .refine((limits) => new Set(limits.map(({ currency }) => currency)).size === limits.length, problem("ruleTwice")),
});

/** The daily limits, and the change that waits for a second admin. */
export type LimitsView = {
  inForce: DailyLimit[];
  proposal: (ProposalFacts & { limits: DailyLimit[] }) | null;
};
