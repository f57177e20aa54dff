import { transaction } from "@/lib/payments-api/shapes";
import type { History } from "../history";
import { later } from "../order";
import { randomFrom } from "../random";
import { keepExchange, questionOf } from "./exchange";
import { foundAt } from "./heard";
import { rowIdOf } from "./order-records";
import type { Recorder } from "./records";
import { clockAt } from "./sent";

/** Beside a lost request another order was asked about: that it was found makes "not found" worth something. */
export function keepControl(recorder: Recorder, { orders }: History): void {
  for (const lost of orders.filter(({ notCreatedAt }) => notCreatedAt !== null)) {
    const at = later(lost.notCreatedAt ?? recorder.at, -0.2);
    const known = orders.findLast(({ placedAt }) => placedAt !== null && placedAt < at);
    if (!known) continue;
    const random = randomFrom(`control ${lost.referenceId}`);
    const sentAt = later(at, -0.1);
    keepExchange(recorder, "query", transaction, {
      ...{
        id: random.uuid(),
        transactionRow: rowIdOf(lost),
        purpose: "control",
        path: "/transactions",
        sentAt,
        answeredAt: at,
      },
      requestBody: questionOf({ id: known.referenceId }, sentAt, random.hex(16)),
      answer: foundAt(recorder, known, at),
      clock: clockAt(sentAt),
    });
  }
}
