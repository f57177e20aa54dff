import "server-only";
import { createTransport } from "nodemailer";
import { log } from "@/lib/log";
import { err, ok } from "@/lib/result";
import type { EmailFailure, SendEmail } from "./email";

const TIMEOUT_MS = 15_000;

type Server = { url: string; from: string; timeoutMs?: number };

/** Sends e-mail through this server (`smtp://` or `smtps://`), one connection each. */
export function createMailer({ url, from, timeoutMs = TIMEOUT_MS }: Server): SendEmail {
  const patience = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  return async (message) => {
    try {
      const transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true });
      await transport.sendMail({ from, ...message });
      return ok(null);
    } catch (error) {
      const failure = notMailed(error);
      log.warn({ reason: failure.reason }, "mail: an e-mail was not sent");
      return err(failure);
    }
  };
}

/**
 * A 5xx to the recipient is the server's last word about an address (RFC 5321, 4.2.1). One to the sender or to the
 * message is about us, and ends once the server or its settings are in order.
 */
function notMailed(error: unknown): EmailFailure {
  const { code, responseCode, command } = { ...NOTHING_SAID, ...(error instanceof Error ? error : {}) };
  const isOfAddress = command === "RCPT TO";
  const reason = [isOfAddress ? "address_refused" : code || "EUNKNOWN", responseCode || ""].join(" ").trim();
  return { kind: "not_mailed", reason, isFinal: isOfAddress && responseCode >= 500 };
}

const NOTHING_SAID = { code: "", responseCode: 0, command: "" };
