import { z } from "zod";
import { type Fault, fault } from "./fault-injection";

/** A fault for the next requests to a path. */
export const plannedFault = z
  .object({ path: z.string().startsWith("/"), times: z.int().positive().default(1) })
  .and(fault);
export type PlannedFault = z.output<typeof plannedFault>;

/** The faults that the operator has planned; kept in memory only. */
export class PlannedFaults {
  #planned: PlannedFault[] = [];
  readonly #ending = new AbortController();

  /** Aborted when the sandbox stops. */
  readonly ended = this.#ending.signal;

  plan(fault: PlannedFault): void {
    this.#planned.push(fault);
  }

  planned(): readonly PlannedFault[] {
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
    found.times -= 1;
    this.#planned = this.#planned.filter(({ times }) => times > 0);
    return found;
  }
}
