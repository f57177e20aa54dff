import { z } from "zod";
import { type Misbehaviour, misbehaviour } from "./misbehaviour";

/** A misbehaviour that waits for the next requests to a path. */
export const fault = z
  .object({ path: z.string().startsWith("/"), times: z.int().positive().default(1) })
  .and(misbehaviour);
export type Fault = z.output<typeof fault>;

/** What the operator has planned to go wrong; kept in memory only. */
export class Faults {
  #planned: Fault[] = [];
  readonly #ending = new AbortController();

  /** Ends every wait, so that a server can close. */
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

  /** The next misbehaviour for a path; it is used up. */
  take(path: string): Misbehaviour | undefined {
    const found = this.#planned.find((fault) => fault.path === path);
    if (!found) return undefined;
    found.times -= 1;
    this.#planned = this.#planned.filter(({ times }) => times > 0);
    return found;
  }
}
