/** What goes wrong at a boundary. A statement is counted from 1; a shorter transaction ends at its commit instead. */
export type Mishap =
  | { kind: "none" }
  | { kind: "dies"; atStatement: number }
  | { kind: "dies after it is done" }
  | { kind: "loses the database"; atStatement: number }
  | { kind: "loses the acknowledgement" };

export const NO_MISHAP: Mishap = { kind: "none" };

export type Ending = { kind: "returned"; value: unknown } | { kind: "threw"; error: unknown } | { kind: "died" };

/**
 * One use case at work. It stops before every effect outside of itself until it may continue; so
 * any number of them can be interleaved in any order, each step is whole, and a run can be repeated from its seed.
 */
export class Process {
  readonly name: string;
  ending: Ending | null = null;
  /** It has begun a transaction and not ended it. */
  inTransaction = false;
  /** Everything that it waits to do: more than one where it does several things at a time. */
  #waiting: ((mishap: Mishap) => void)[] = [];
  #stands: (() => void) | null = null;

  constructor(name: string) {
    this.name = name;
  }

  /** Runs the use case up to its first boundary. */
  async start(work: () => Promise<unknown>): Promise<void> {
    const stands = this.#untilItStands();
    work().then(
      (value) => this.#end({ kind: "returned", value }),
      (error: unknown) => this.#end({ kind: "threw", error }),
    );
    await stands;
  }

  /** Lets it do the one thing that it waits to do, and everything up to the next boundary. */
  async step(mishap: Mishap): Promise<void> {
    if (this.ending === null && this.#waiting.length === 0) await this.#untilItStands();
    const goOn = this.#waiting.shift();
    if (!goOn) return;
    const stands = this.#untilItStands();
    goOn(mishap);
    await stands;
  }

  /** Called from inside: waits for permission to continue, and returns the fault to raise. */
  boundary(): Promise<Mishap> {
    const mishap = new Promise<Mishap>((resolve) => this.#waiting.push(resolve));
    this.#stands?.();
    return mishap;
  }

  /** Called from inside: the permitted effect is done, or has failed. */
  rested(): void {
    this.#stands?.();
  }

  /** Called from inside: the power fails. Nothing after it is ever run, no `finally` and no last words. */
  die(): Promise<never> {
    this.#end({ kind: "died" });
    return new Promise(() => undefined);
  }

  #end(ending: Ending) {
    this.ending ??= ending;
    // Detached work is lost with it: the worst possible outcome.
    this.#waiting.length = 0;
    this.#stands?.();
  }

  /** It may have come to a boundary and to its end in one go, where it left something for later. */
  #untilItStands = async () => {
    await new Promise<void>((resolve) => {
      this.#stands = resolve;
    });
    await new Promise(setImmediate);
  };
}
