/** Counts what is under way, in all and per host: a host that answers slowly uses only its own share. */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #maxPerHost: number;
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(max: number, maxPerHost: number) {
    this.#max = max;
    this.#maxPerHost = maxPerHost;
  }

  get free(): number {
    return this.#max - this.#count;
  }

  get fullHosts(): string[] {
    return [...this.#taken].filter(([, count]) => count >= this.#maxPerHost).map(([host]) => host);
  }

  take(host: string): void {
    this.#taken.set(host, (this.#taken.get(host) ?? 0) + 1);
    this.#count += 1;
  }

  release(host: string): void {
    const left = (this.#taken.get(host) ?? 0) - 1;
    if (left > 0) this.#taken.set(host, left);
    else this.#taken.delete(host);
    this.#count -= 1;
  }
}
