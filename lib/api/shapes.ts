import { z } from "zod";
import { BATCH_STATES } from "@/lib/batches/state";
import { fieldProblems, line, problem } from "@/lib/fields";
import { hasDashForProlonged } from "@/lib/japan/zengin";
import { KYC_CURRENCY } from "@/lib/kyc/schema";
import { sortedBy } from "@/lib/list/page";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { japaneseAccount } from "@/lib/payees/account";
import { PAYEE_STATUSES } from "@/lib/payees/rules";
import { ORDER_TYPES, SHOWN_STATES } from "@/lib/transactions/list/filter";
import { SOURCES } from "@/lib/transactions/status/status";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";
import { WEBHOOK_EVENTS } from "@/lib/webhooks/events";
import { API_FIELD_CODES, API_PROBLEM_CODES } from "./problem";

/*
 * What the API takes and answers. The OpenAPI document is generated from these, and a test compares each answer with it.
 * Amounts are decimal strings; times are ISO 8601 in UTC; days are Tokyo days, both ends included.
 */

const amount = z.string().max(64).describe("Decimal string without separators, such as 12000 or 0.5.");
const at = z.iso.datetime().describe("ISO 8601 in UTC.");
const day = z.iso.date();
/** A time and an ID, as lists are sorted. One that was cut off would begin the list again, without an end. */
const cursor = z
  .string()
  .regex(/^\d{4}(-\d\d){2}T\d\d(:\d\d){2}\.\d{6}Z~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, problem("unreadable"))
  .refine((place) => !Number.isNaN(Date.parse(sortedBy(place))), problem("unreadable"))
  .describe("`next` of the page before; none: the first page.");
const player = z.string().max(128).describe("The player's ID in the merchant's systems, as it is registered for KYC.");
const nullable = <S extends z.ZodType>(schema: S) => schema.nullable();

const recipient = {
  destination: z.string().max(32).describe("Bank code: four digits in Japan."),
  destinationName: z.string().max(100).describe("Bank name."),
  destinationBranchCode: z.string().max(8).optional().describe("Branch code; JPY only: three digits."),
  destinationBranchName: z.string().max(100).optional().describe("Branch name; JPY only."),
  destinationAccountType: z.enum(["1", "2"]).optional().describe("1: ordinary, 2: current; JPY only."),
  destinationAccount: z.string().max(64).describe("Account number."),
  destinationAccountName: z.string().max(100).describe("Holder; full-width katakana for JPY."),
};

export const RECIPIENT_FIELDS = Object.keys(recipient) as (keyof typeof recipient)[];

/** A payout. With `payeeId` the recipient is that of the payee in force, and must not be given. */
export const payoutRequest = z.strictObject({
  currency: z.enum(WITHDRAWAL_CURRENCIES).describe("What the amount is in."),
  amount,
  playerId: player,
  payeeId: z
    .uuid()
    .optional()
    .describe("A payee of the console, instead of the recipient's fields: with both, nothing is created."),
  ...z.object(recipient).partial().shape,
  purpose: z.string().max(140).default("").describe("For the approvers; never sent."),
});
export type PayoutRequest = z.output<typeof payoutRequest>;

export const payoutAnswer = z.object({
  referenceId: z.string(),
  submission: z.enum(SUBMISSIONS).describe("`awaiting_approval`: people decide. `queued`: it is sent next."),
  approvalsNeeded: z.int(),
  currency: z.string(),
  amount,
  playerId: z.string(),
  createdAt: at,
});

const { destination, destinationBranchCode } = japaneseAccount;
const japaneseCodes = z.object({ destination, destinationBranchCode });

const rowFields = z.strictObject({
  playerId: player,
  amount,
  currency: z.enum(WITHDRAWAL_CURRENCIES).default("JPY").describe("What the amount is in."),
  destination: recipient.destination,
  destinationName: recipient.destinationName.default(""),
  destinationBranchCode: z.string().max(8).default("").describe("Branch code; JPY only: three digits."),
  destinationBranchName: z.string().max(100).default("").describe("Branch name; JPY only."),
  destinationAccountType: z.string().max(8).default("").describe("1: ordinary, 2: current; JPY only."),
  destinationAccount: recipient.destinationAccount,
  destinationAccountName: recipient.destinationAccountName,
  memo: z.string().max(140).default("").describe("For the approvers; never sent."),
});

/** Rows are kept as lines of a text: an end of line would tear one apart, and half of a surrogate pair has no bytes. */
const BREAKS_LINE = /[\p{Cc}\p{Cs}]/u;

/**
 * The reading of a file puts zeros back in front of codes, for a person to see, and half-width holders into full width, in
 * which their hyphen is a long-vowel mark as banks mean it. A system that sends rows is refused, as with a single payout.
 */
const batchRow = rowFields.superRefine((row, context) => {
  const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  for (const [field, text] of Object.entries(row))
    if (BREAKS_LINE.test(text)) refuse(field, problem("unusableCharacter"));
  if (row.currency !== "JPY") return;
  const codes = japaneseCodes.safeParse(row);
  if (!codes.success) for (const [field, code] of Object.entries(fieldProblems(codes.error))) refuse(field, code);
  if (hasDashForProlonged(row.destinationAccountName)) refuse("destinationAccountName", problem("nameUnconfirmed"));
});

const ROWS_MAX = 10_000;
const FILE_MAX = 10 * 1024 * 1024;

/** Either rows, or the text of a file that the console reads: CSV of its template, GMO-style CSV or 全銀. */
export const batchRequest = z.strictObject({
  name: line(200).describe("What the batch is called in the console, as a file would be."),
  rows: z.array(batchRow).min(1).max(ROWS_MAX).optional().describe("The payouts. Either these or `file`."),
  file: z
    .string()
    .min(1)
    .max(FILE_MAX)
    .optional()
    .describe(
      "The text of a file, instead of rows: CSV of the console's template, GMO Aozora's CSV, 全銀 (type 21), or a header whose columns were mapped in the console.",
    ),
  request: z
    .boolean()
    .default(true)
    .describe("`false`: it stays a draft, which a person completes. `true`: it is requested if no row needs a person."),
});
export type BatchRequest = z.output<typeof batchRequest>;

export const batchAnswer = z.object({
  batchId: z.uuid(),
  isNew: z.boolean().describe("`false`: the same list was sent before, and this is its newest run."),
  state: z.enum(BATCH_STATES),
  needs: nullable(z.enum(["trailers_differ", "rows_open", "same_list", "request"])).describe(
    "What a person has to do with a draft. `trailers_differ`: say why the sums of the file are other than those of its rows. `rows_open`: correct or accept rows. `same_list`: say why a list is paid again that another batch has paid. `request`: request it in the console, as it was there before, `request` is false, or zeros were put back in front of a bank or branch code of a file (`restored`). null: it is no draft.",
  ),
  rows: z.array(
    z.object({
      line: z.int().describe("Of the list, as the console counts. `rows` stand below a header: the first is 2."),
      referenceId: z.string().describe("That of its order, which exists once the row is sent."),
      problems: z.array(z.object({ field: z.string(), code: z.string() })),
      // Answers that were kept before they had these two are answered as they were.
      restored: z
        .array(z.string())
        .optional()
        .describe("Fields in front of whose digits zeros were put back, as spreadsheets drop them."),
      converted: z
        .array(z.string())
        .optional()
        .describe(
          "Fields read in another form: a half-width holder in full width, a customer code of 全銀 as a player's ID.",
        ),
      warnings: z.array(z.string()).describe("What a person has to accept, such as `paid_before`."),
    }),
  ),
});

const evidence = nullable(z.object({ source: z.enum(SOURCES), at })).describe("Where the status comes from.");

export const orderAnswer = z.object({
  referenceId: z.string(),
  transactionId: nullable(z.string()),
  type: z.string(),
  currency: z.string(),
  amount,
  fee: nullable(amount),
  netAmount: nullable(amount),
  actualAmount: nullable(amount),
  playerId: nullable(z.string()),
  submission: nullable(z.enum(SUBMISSIONS)).describe("Our request; null: another system created the order."),
  status: nullable(z.string()).describe("As the service reported it. SUCCESS means accepted, not paid."),
  evidence,
  paid: z.boolean().describe("COMPLETED, with evidence and no discrepancy, resolved or not. Nothing else is paid."),
  paidAt: nullable(at),
  discrepancy: z.boolean().describe("Reports disagree: a person decides. `false` again once resolved."),
  held: z
    .boolean()
    .describe("It is kept from being sent until a person acts: it is held, or a freeze of payouts covers it."),
  recipient: nullable(
    z.object({
      bank: nullable(z.string()),
      account: nullable(z.string()).describe("Masked without the scope personal:read."),
      name: nullable(z.string()).describe("Masked without the scope personal:read."),
    }),
  ),
  createdAt: at,
  updatedAt: at,
});
export type OrderAnswer = z.output<typeof orderAnswer>;

export const orderPath = z.object({ referenceId: z.string().min(1).max(200).describe("That of the order.") });

const list = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item) });
const next = nullable(z.string()).describe("`after` of the next page; null where there is none. A page may be empty.");

export const ordersQuery = z.strictObject({
  after: cursor.optional(),
  type: z.enum(ORDER_TYPES).optional().describe("Deposits or payouts only."),
  state: z
    .enum(SHOWN_STATES)
    .optional()
    .describe("As the console shows it. `discrepancy`: those whose `discrepancy` is true, beside any other state."),
  currency: z.enum(WITHDRAWAL_CURRENCIES).optional().describe("Orders in this currency."),
  playerId: z.string().min(1).max(128).optional().describe("Orders of exactly this player."),
  from: day.optional().describe("First Tokyo day on which an order was created, such as 2026-11-25; included."),
  to: day.optional().describe("Last Tokyo day on which an order was created; included."),
});
export const ordersAnswer = list(orderAnswer).extend({ next });

export const payeesQuery = z.strictObject({
  after: cursor.optional(),
  status: z.enum(PAYEE_STATUSES).optional().describe("Payees in this state only."),
});
export const payeesAnswer = list(
  z.object({
    payeeId: z.uuid(),
    currency: z.string(),
    status: z.enum(PAYEE_STATUSES).describe("Only an active payee is paid."),
    playerId: nullable(z.string()),
    bank: z.string(),
    branch: nullable(z.string()),
    account: z.string().describe("Masked without the scope personal:read."),
    name: z.string().describe("Masked without the scope personal:read."),
    createdAt: at,
  }),
).extend({ next });

export const balancesAnswer = list(
  z.object({ currency: z.string(), available: amount, ledger: amount, asOf: at.describe("When the service said so.") }),
).extend({ stale: z.boolean().describe("The service did not answer just now: these figures are old.") });

export const playerPath = z.object({ playerId: player.min(1) });
export const playerAnswer = z.object({
  playerId: z.string(),
  currency: z.literal(KYC_CURRENCY),
  submission: nullable(z.enum(SUBMISSIONS)),
  status: nullable(z.string()).describe("PENDING, REGISTERED, FAILED, EXPIRED, or as the service reported it."),
  evidence,
  registered: z
    .boolean()
    .describe(
      "Deposits are accepted. False, also beside the status REGISTERED, where the service has said since that it has no registration.",
    ),
  name: nullable(z.string()).describe("Masked without the scope personal:read."),
  since: at,
  updatedAt: at,
});

const EVENTS_MAX = 500;
export const eventsQuery = z.strictObject({
  after: z
    .string()
    .regex(/^-?\d{1,16}-\d{1,16}$/)
    .optional()
    .describe("`next` of the request before; none: from the first event that is kept."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(EVENTS_MAX)
    .default(100)
    .describe(`How many events are answered at most: 100 by default, ${EVENTS_MAX} at most.`),
});
export const eventsAnswer = list(
  z.object({
    id: z.string().describe("The webhook-id of the same event."),
    type: z.enum(WEBHOOK_EVENTS),
    timestamp: at,
    data: z.record(z.string(), z.unknown()).describe("As in webhooks. An order is paid where its `paid` is true."),
  }),
).extend({ next: z.string().describe("`after` of the next request, also where there is nothing new.") });

export const problemAnswer = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(API_PROBLEM_CODES),
  detail: z.string().optional(),
  errors: z
    .array(
      z.object({
        field: z.string().describe("As a path, such as rows.1.amount; empty: the whole body."),
        code: z
          .enum(API_FIELD_CODES)
          .describe(
            "`required`: it is missing or empty. `unknownField`: the endpoint has no such field. `other`: a value of another type or form than the document says. The rest are those of the forms.",
          ),
      }),
    )
    .optional(),
  requestId: z.string().optional(),
});

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .describe("A new one for each payout or batch. A repeat with the same body has the same answer and creates nothing.");
