/**
 * The service's clock: what its answers, its records and its check of
 * timestamps go by. An operator may set it off, to test clients with a skew.
 */
export class Clock {
  offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
