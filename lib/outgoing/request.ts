import type { Result } from "@/lib/result";

export type OutgoingRequest = { url: string; headers: Record<string, string>; body: string | Buffer };

export const OUTGOING_PROBLEMS = [
  /** The address itself: not https, with a user in it, or none at all. */
  "bad_address",
  "private_address",
  "name_not_found",
  "connection_failed",
  "certificate",
  "timeout",
  "redirect",
  /** Any other answer than 2xx; `status` has it. */
  "status",
  "unreadable",
  /** AUTH_SECRET was replaced without its former value. The address cannot be read, and has to be added again. */
  "sealed_with_another_secret",
] as const;
export type OutgoingProblem = (typeof OUTGOING_PROBLEMS)[number];

export type OutgoingFailure = { kind: "not_delivered"; problem: OutgoingProblem; status: number | null };

/** One POST to a system of the merchant. It is never repeated by the client, and its answer's body is not kept. */
export type PostOutside = (request: OutgoingRequest) => Promise<Result<{ status: number }, OutgoingFailure>>;

/** As it is stored and shown: `status 500`. It never holds the address. */
export const failureText = ({ problem, status }: OutgoingFailure): string =>
  status === null ? problem : `${problem} ${status}`;

/** What is said of a stored failure: `kind` has a case in the messages. The codes of the mailer are in capitals. */
export function failureParts(failure: string): { kind: string; code: string } {
  if (/^[A-Z]/.test(failure)) return { kind: "mail_server", code: failure };
  const [kind = "", code = ""] = failure.split(" ");
  return { kind, code };
}

/** 404 and 410: what was there is gone, and a retry is useless. */
export const isGone = ({ status }: OutgoingFailure): boolean => status === 404 || status === 410;
