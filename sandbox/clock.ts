/**
 * The service's clock: what its answers, its records and its check of
 * timestamps go by. An operator may set it off, to test clients with a skew, or
 * keep it from being told, as where something in between removes that header.
 */
export class Clock {
  offsetMs = 0;
  isTold = true;
  /** How far the `Date` header runs ahead of the clock that timestamps are checked by. */
  toldAheadMs = 0;

  /** What the answers to merchants say of it. */
  get told(): { date?: string } {
    return this.isTold ? { date: new Date(this.now().getTime() + this.toldAheadMs).toUTCString() } : {};
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
