import { z } from "zod";
import { line, problem } from "@/lib/fields";
import { zenginOf } from "@/lib/japan/zengin";
import type { PayeeTerms } from "../schema";
import type { Answer } from "./read-answers";
import type { Unmatched } from "./results";

const ASKED_MAX = 500;
const NAME = /^[ -~\uff61-\uff9f]{1,40}$/;

/** Whom the bank is asked about, and who asks, as that bank knows them. */
export const inquiryInput = z.object({
  payeeIds: z.array(z.uuid()).min(1, problem("required")).max(ASKED_MAX),
  code: z
    .string()
    .transform((typed) => typed.normalize("NFKC").trim())
    .pipe(z.string().regex(/^\d{1,10}$/, problem("required"))),
  name: line(80).refine((name) => NAME.test(zenginOf(name)), problem("accountName")),
});
export type InquiryInput = z.output<typeof inquiryInput>;

/** Whose answers a file has, and when that bank gave them: not after today. */
export const answersFrom = (today: string) =>
  z.object({
    bank: line(40),
    on: z.iso.date(problem("required")).refine((day) => day <= today, problem("dayAhead")),
  });

/** From the address: the last payee of the page before. */
export const uncheckedAsked = z.object({ after: z.uuid().optional().catch(undefined) });
export type UncheckedAsked = z.output<typeof uncheckedAsked>;

/** `next`: the payee that the next page comes after; null where this one is the last. */
export type UncheckedPayees = { isFirst: boolean; next: string | null; rows: (PayeeTerms & { payeeId: string })[] };

export type AnswerRow = Pick<Answer, "record" | "code" | "result" | "holder"> & {
  unmatched: Unmatched | null;
  account: string;
  payeeId: string | null;
};
export type AnswersView = { rows: AnswerRow[] };
export type AnswersImported = { recorded: number; repeated: number; blocked: number; unmatched: number };
