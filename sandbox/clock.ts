/**
 * The service's clock, for its answers, records and check of timestamps. An operator may set it off to test clients with
 * a clock skew, and may leave out the `Date` header or set that header alone ahead. The names are the operator's API.
 */
export class Clock {
  offsetMs = 0;
  isTold = true;
  toldAheadMs = 0;

  get dateHeader(): string | undefined {
    return this.isTold ? new Date(this.now().getTime() + this.toldAheadMs).toUTCString() : undefined;
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
