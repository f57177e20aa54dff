/** For how long after the press a form, a decision or a retry may still arrive. */
export const SEND_WINDOW_MS = 15_000;

/** What `/api/server-time` answers: the server's own clock, because the browser's may be wrong. */
export type ServerTime = { now: string };

/**
 * Until when the server accepts what was pressed, on the server's clock. The server's time was read after the press and
 * arrived `elapsedMs` after it, so this is never later than the press plus the window.
 */
export const sendByOf = ({ now }: ServerTime, elapsedMs: number) =>
  new Date(Date.parse(now) + SEND_WINDOW_MS - elapsedMs).toISOString();

/** Anything that is not a time in the future counts as too late. */
export const isTooLate = (sendBy: string, now: Date) => !(now.getTime() <= Date.parse(sendBy));
