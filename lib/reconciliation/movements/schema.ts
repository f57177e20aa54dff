import { z } from "zod";
import {
  amountIn,
  anchorParts,
  clockTime,
  dayParts,
  findText,
  optionalReason,
  problem,
  reasonText,
  severalOf,
  withAnchor,
} from "@/lib/fields";
import type { Page } from "@/lib/list/page";
import { compareAmounts } from "@/lib/money/amount";
import { MOVEMENT_KINDS, MOVEMENT_STATES, type MovementKind, type MovementState } from "./movement";
import { AMOUNT_CONDITIONS, type RuleConditions } from "./rule";

const CURRENCY = /^[A-Z]{3,5}$/;

export const movementsAsked = z
  .object({
    state: severalOf(MOVEMENT_STATES),
    kind: severalOf(MOVEMENT_KINDS),
    currency: z.string().regex(CURRENCY).optional().catch(undefined),
    ...dayParts,
    q: findText(40),
    ...anchorParts,
  })
  .transform(withAnchor);
export type MovementsAsked = z.output<typeof movementsAsked>;

export const oneMovement = z.object({ movementId: z.uuid() });

/** What a rule says besides the currency and the direction, which are those of the movement that it is made from. */
const ruleInput = z.object({
  condition: z.enum(AMOUNT_CONDITIONS),
  amount: z.string().max(60),
  amountTo: z.string().max(60),
  onWeekdays: z.boolean(),
  /** Both, or neither. */
  times: z.object({ from: clockTime, to: clockTime }).nullable(),
});

export const nameInput = z
  .object({
    movementId: z.uuid(),
    kind: z.enum(MOVEMENT_KINDS),
    note: optionalReason,
    /** The movement's own, by which the amounts of a rule are read. */
    currency: z.string().regex(CURRENCY),
    rule: ruleInput.nullable(),
  })
  .transform(({ rule, ...named }, context) => {
    if (rule === null) return { ...named, rule: null };
    const amount = (part: "amount" | "amountTo") => {
      const read = amountIn(named.currency).safeParse(rule[part]);
      if (read.success) return read.data;
      for (const { message } of read.error.issues) context.addIssue({ code: "custom", message, path: ["rule", part] });
      return "0";
    };
    const least = amount("amount");
    const most = rule.condition === "range" ? amount("amountTo") : null;
    const { condition, onWeekdays, times } = rule;
    if (most !== null && compareAmounts(most, least) < 0)
      context.addIssue({ code: "custom", message: problem("amountNotANumber"), path: ["rule", "amountTo"] });
    if (times && times.to < times.from)
      context.addIssue({ code: "custom", message: problem("timeOrder"), path: ["rule", "times"] });
    return {
      ...named,
      rule: {
        ...{ condition, amount: least, amountTo: most, onWeekdays },
        ...{ timeFrom: times?.from ?? null, timeTo: times?.to ?? null },
      },
    };
  });
export type NameInput = z.output<typeof nameInput>;

export const undoNameInput = oneMovement.extend({ reason: reasonText });
export type UndoNameInput = z.output<typeof undoNameInput>;
export const oneMovementRule = z.object({ ruleId: z.uuid() });

/** Times are ISO 8601; the amount has its sign. */
export type MovementRow = {
  movementId: string;
  currency: string;
  amount: string;
  from: string;
  until: string;
  state: MovementState;
  /** Null while it has none. `by`: who named it, or who made the rule that did. */
  name: { kind: MovementKind; note: string; rule: number | null; by: string; at: string } | null;
  /** The entry of a bank statement that is its other end; its day as `2026-11-24`. */
  entry: { entryId: string; bookedOn: string } | null;
};

/** A sum of movements of one currency. `kind`: null for those without a name. */
export type MovementSum = { currency: string; kind: MovementKind | null; count: number; amount: string };

export type MovementsView = Page<MovementRow> & { sums: MovementSum[] };

export type MovementRule = RuleConditions & {
  ruleId: string;
  number: number;
  kind: MovementKind;
  note: string;
  by: string;
  at: string;
  /** Null while it names movements. */
  endedAt: string | null;
  /** How many movements have their name from it. */
  named: number;
};

/** Times are ISO 8601. */
export type MovementEvent =
  | { kind: "found" | "explained"; at: string }
  | { kind: "named"; at: string; by: string; rule: number | null; name: MovementKind; note: string }
  | { kind: "undone"; at: string; by: string; reason: string };

export type MovementDetail = MovementRow & {
  history: MovementEvent[];
  /** Rules that were made after it and fit it. */
  offers: { number: number; kind: MovementKind; note: string }[];
};
