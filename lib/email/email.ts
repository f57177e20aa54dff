import type { Result } from "@/lib/result";

/** A plain-text e-mail. It may contain a one-time link, so it is never logged. */
export type EmailMessage = { to: string; subject: string; text: string };

/**
 * Why a letter did not leave. `reason` is the server's code, without its words, which quote addresses. `isFinal`: the
 * address itself was refused, and trying again changes nothing.
 */
export type EmailFailure = { kind: "not_mailed"; reason: string; isFinal: boolean };

export type SendEmail = (letter: EmailMessage) => Promise<Result<null, EmailFailure>>;
