import type { Failure } from "@/lib/payments-api/failure";
import type { Bank } from "@/lib/payments-api/shapes";
import type { Result } from "@/lib/result";

/** What the service lists for a currency just now. An empty list is a valid answer: any bank is accepted. */
export type BanksView = { currency: string; listed: Result<Bank[], Failure>; askedAt: string };
