import type { Ctx } from "@/lib/auth/context";
import type { Prepared } from "@/lib/payments-api/client";

/** Where a sender can die. Everything it touches comes in through its ctx, so death needs no door in the product. */
export const POINTS = [
  "before claim",
  "after claim",
  "during send",
  "after answer",
  "while the outcome is written",
  "after outcome",
] as const;
export type Point = (typeof POINTS)[number];

/** No clean-up, no last words: the process is gone as if the power had failed. */
function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("still alive");
}

/** The same ctx, in a process that dies at this point. A sender's first transaction is the claim, its second the outcome. */
export function dyingAt(point: Point, ctx: Ctx): Ctx {
  let transactions = 0;
  const { db, api } = ctx;

  const transaction: typeof db.transaction = async (work, config) => {
    transactions += 1;
    if (point === "before claim" && transactions === 1) die();
    const isOutcome = transactions === 2;
    const done = await db.transaction(async (tx) => {
      const value = await work(tx);
      if (point === "while the outcome is written" && isOutcome) die();
      return value;
    }, config);
    if (point === "after claim" && transactions === 1) die();
    if (point === "after outcome" && isOutcome) die();
    return done;
  };

  const dyingSend =
    <A>(send: (prepared: Prepared) => Promise<A>) =>
    async (prepared: Prepared): Promise<A> => {
      const answer = send(prepared);
      if (point === "during send") {
        // Long enough for the request to be inside the service, and for nobody to read its answer.
        await new Promise((resolve) => setTimeout(resolve, 150));
        die();
      }
      const read = await answer;
      if (point === "after answer") die();
      return read;
    };

  const dying = new Proxy(db, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name, target)),
  });
  const sending = { sendWithdraw: dyingSend(api.sendWithdraw), sendDeposit: dyingSend(api.sendDeposit) };
  return { ...ctx, db: dying, api: { ...api, ...sending } };
}
