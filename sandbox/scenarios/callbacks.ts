import type { CallbackVariant } from "../callbacks/callback-variants";
import type { Scenario } from "./scenario";

/** All of these complete at once; it is their callback that is special. */
const on = (account: string, says: string, callback?: CallbackVariant): Scenario => ({
  account,
  says,
  ending: { status: "COMPLETED", afterMs: 0 },
  ...(callback && { callback }),
});

const ANSWER_LATE_MS = 3_000;

export const CALLBACKS: Record<string, Scenario> = {
  "callback-lost": on("9400001", "never sent", "lost"),
  "callback-doubled": on("9400002", "sent twice", "doubled"),
  "callback-ten-times": on("9400003", "sent ten times at once", "ten times"),
  "callback-out-of-order": on("9400004", "followed by one of the earlier status PENDING", "out of order"),
  "callback-first": {
    ...on("9400005", "sent before the create is answered, which takes 3 seconds"),
    answer: { kind: "delay", when: "after", delayMs: ANSWER_LATE_MS },
  },
  "callback-wrong-amount": on("9400006", "with amounts that are too high by one", "wrong amount"),
  "callback-wrong-signature": on("9400007", "signed with another key", "wrong signature"),
  "callback-unknown-status": on(
    "9400008",
    "with the status SETTLED, which the specification does not have",
    "unknown status",
  ),
  "callback-extra-fields": on("9400009", "with fields that nobody announced", "extra fields"),
};
