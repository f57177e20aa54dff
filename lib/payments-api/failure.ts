/** `create` creates something at the service; `query` only reads. */
export type Call = "create" | "query";

/** Why the outcome of a request is unknown. */
export type Doubt =
  | "no_answer"
  | "connection_lost"
  | "server_error"
  | "unreadable_answer"
  | "undocumented_status"
  | "outdated_answer";

/**
 * The three reactions of a caller. `refused`: nothing happened; show the service's reason. `not sent`: it provably
 * never left; retry. `unknown`: something may have happened; check the order first.
 */
export type Failure =
  | { kind: "refused"; status: number; message: string; fields: string[]; code?: string }
  | { kind: "not_sent"; reason: "name_not_found" | "connection_refused" }
  | { kind: "unknown"; reason: Doubt; status?: number; code?: string; message?: string };

/** The answers that say in so many words that nothing was created (merchant-payments-api.md, "Errors"). */
const REFUSALS: Record<Call, readonly number[]> = {
  create: [400, 401, 403],
  // A 404 is documented for queries only; from a create call it may come from a proxy.
  query: [400, 401, 403, 404],
};

export type ErrorBody = { message: string; fields: string[]; code?: string | undefined };

/** Reads an answer that is no 200. `body` is null where it was not the JSON that the service promises for errors. */
export function failureFrom(call: Call, status: number, body: ErrorBody | null): Failure {
  const code = body?.code === undefined ? {} : { code: body.code };
  const message = body === null ? {} : { message: body.message };

  // "Any 5xx or timeout on deposit or withdraw is an unknown outcome": the listed 502 codes included.
  if (status >= 500) return { kind: "unknown", reason: "server_error", status, ...code, ...message };
  if (!REFUSALS[call].includes(status)) {
    return { kind: "unknown", reason: "undocumented_status", status, ...code, ...message };
  }
  if (body === null) return { kind: "unknown", reason: "unreadable_answer", status };
  return { kind: "refused", status, message: body.message, fields: body.fields, ...code };
}

/** The service does not know what a query asked for. Its words differ from place to place, its status does not. */
export const isNotFound = (failure: Failure) => failure.kind === "refused" && failure.status === 404;

/** The service names the id as what it does not like: asking again would change nothing, and it is well otherwise. */
export const isAboutId = (failure: Failure) =>
  failure.kind === "refused" &&
  failure.status === 400 &&
  failure.fields.some((field) => /^(id|playerId)\b/.test(field));

/** Codes of a 502 that say that the KYC channel takes no such request: nothing was begun. */
const KYC_REFUSALS: readonly (string | undefined)[] = ["GATEWAY_NOT_ENABLED", "KYC_NOT_SUPPORTED"];

export const refusesKyc = (failure: Failure) => failure.kind === "unknown" && KYC_REFUSALS.includes(failure.code);

/** The service does not like the KYC channel of a query: until that is set right, it answers the same about every player. */
export const isAboutChannel = (failure: Failure) =>
  refusesKyc(failure) || (failure.kind === "refused" && failure.fields.some((field) => /^gateway\b/.test(field)));
