import { invalid } from "../wire/refusal";

/** The nonce of one request. It is used up before anything is done, or in the transaction that does it. */
export class Nonce {
  readonly text: string;
  readonly #take: () => Promise<boolean>;
  #isUsedUp = false;

  constructor(text: string, take: () => Promise<boolean>) {
    this.text = text;
    this.#take = take;
  }

  /** Uses it up, unless it is already; refuses the request when an earlier one had it. */
  async use(): Promise<void> {
    if (this.#isUsedUp) return;
    this.#isUsedUp = true;
    if (!(await this.#take())) throw nonceUsed();
  }

  /** For an order, which uses it up as it is made; null when that has been done. */
  handOver(): string | null {
    if (this.#isUsedUp) return null;
    this.#isUsedUp = true;
    return this.text;
  }
}

export const nonceUsed = () => invalid("nonce: was used before");
