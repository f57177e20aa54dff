import { z } from "zod";

const when = z.enum(["before", "after"]);
const common = { path: z.string().startsWith("/"), times: z.int().positive().default(1) };

/** How an answer is to go wrong: before the request is processed, or after. */
export const fault = z.discriminatedUnion("kind", [
  z.strictObject({ ...common, kind: z.literal("drop"), when }),
  z.strictObject({ ...common, kind: z.literal("delay"), when, delayMs: z.int().positive() }),
  z.strictObject({
    ...common,
    kind: z.literal("status"),
    when,
    status: z.int().min(400).max(599),
    code: z.string().optional(),
    html: z.boolean().default(false),
  }),
  z.strictObject({ ...common, kind: z.literal("unreadable"), body: z.string().default('{"transactionId":') }),
]);
export type Fault = z.output<typeof fault>;

/** The faults that are waiting for a request to happen to. */
export class Faults {
  #planned: Fault[] = [];
  readonly #ending = new AbortController();

  /** Ends every delay, so that a server can close. */
  readonly ended = this.#ending.signal;

  plan(fault: Fault): void {
    this.#planned.push(fault);
  }

  planned(): readonly Fault[] {
    return this.#planned;
  }

  clear(): void {
    this.#planned = [];
  }

  end(): void {
    this.#ending.abort();
  }

  /** The next fault for a path; it is used up. */
  take(path: string): Fault | undefined {
    const found = this.#planned.find((fault) => fault.path === path);
    if (!found) return undefined;
    this.#planned = this.#planned.flatMap((fault) => {
      if (fault !== found) return [fault];
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    });
    return found;
  }
}
