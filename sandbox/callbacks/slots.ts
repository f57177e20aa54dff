/**
 * How many callbacks may be under way, in all and to one host: a host that
 * answers slowly fills its own share, and the others keep theirs.
 */
export class Slots {
  readonly #most: number;
  readonly #mostForOne: number;
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(most: number, mostForOne: number) {
    this.#most = most;
    this.#mostForOne = mostForOne;
  }

  get free(): number {
    return this.#most - this.#count;
  }

  /** The hosts that have their share. */
  get full(): string[] {
    return [...this.#taken].filter(([, count]) => count >= this.#mostForOne).map(([host]) => host);
  }

  take(host: string): boolean {
    const taken = this.#taken.get(host) ?? 0;
    if (this.free === 0 || taken >= this.#mostForOne) return false;
    this.#taken.set(host, taken + 1);
    this.#count += 1;
    return true;
  }

  release(host: string): void {
    const taken = this.#taken.get(host) ?? 0;
    if (taken > 1) this.#taken.set(host, taken - 1);
    else this.#taken.delete(host);
    this.#count -= 1;
  }
}
