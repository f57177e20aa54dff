import type { Result } from "@/lib/result";

/** A plain-text e-mail. It may contain a one-time link, so it is never logged. */
export type EmailMessage = { to: string; subject: string; text: string };

/**
 * Why an e-mail was not sent. `reason` is `address_refused` and the server's code, or the mailer's code, without a text,
 * which quotes addresses. `isFinal`: the address was refused permanently, and a retry is useless.
 */
export type EmailFailure = { kind: "not_mailed"; reason: string; isFinal: boolean };

export type SendEmail = (message: EmailMessage) => Promise<Result<null, EmailFailure>>;
