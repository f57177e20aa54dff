import "server-only";
import { SettingsError } from "@/lib/env";

type Cause = { code: string; message: string };

/** Of an address as it was typed, which is not quoted: it holds a password, as does the error of a parser. */
export const addressProblem = (databaseUrl: string, setting = "DATABASE_URL"): string | null =>
  /^postgres(ql)?:/.test(databaseUrl) && URL.canParse(databaseUrl)
    ? null
    : `${setting}: must be a postgres:// address; write / in a password as %2F`;

/** How the driver fails with what is no address: it cannot be read, or is taken for a path on an unknown host. */
const UNREADABLE = new Set(["ERR_INVALID_URL", "ENOTFOUND", "EAI_AGAIN"]);

/** Explains an unusable database in terms of the settings; null for other errors. */
export function databaseProblem(error: unknown, databaseUrl: string, setting = "DATABASE_URL"): SettingsError | null {
  const cause = causeOf(error);
  const malformed = addressProblem(databaseUrl, setting);
  if (malformed !== null) {
    // It may be one that only the driver takes, as of a socket, whose errors name it.
    return cause && UNREADABLE.has(cause.code) ? new SettingsError([malformed]) : null;
  }
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const [host, user] = [`${hostname}:${port || 5432}`, decodeURIComponent(username)];
  const database = decodeURIComponent(pathname.slice(1));
  const sentence = cause && sentenceOf(cause, { host, user, database });
  return sentence ? new SettingsError([`${setting}: ${sentence}`]) : null;
}

type Place = { host: string; user: string; database: string };

function sentenceOf({ code, message }: Cause, { host, user, database }: Place): string | null {
  switch (code) {
    case "ECONNREFUSED":
      return `no database server listens at ${host}`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `the host of ${host} is not known to the name service`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `${host} cannot be reached`;
    case "28P01":
      return `the server at ${host} refused the password of the role ${user}`;
    case "28000":
      return `the server at ${host} does not let the role ${user} in (does it exist, and does pg_hba.conf allow it?)`;
    case "3D000":
      return `the server at ${host} has no database ${database}`;
    case "42501":
      return `the role ${user} lacks a right in the database ${database}; start once with MIGRATION_DATABASE_URL, which grants them`;
    case "42P01":
    case "3F000":
      return `the database ${database} lacks tables of this version; npm run migrate makes them, or says why it cannot`;
    case "53300":
      return `the server at ${host} has no connection left`;
    case "57P03":
      return `the server at ${host} is starting or stopping; try again in a moment`;
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "CERT_HAS_EXPIRED":
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `the certificate of ${host} cannot be trusted (${code}); name its authority with sslrootcert=FILE in the address`;
    default:
      if (/does not support SSL/i.test(message))
        return `the server at ${host} does not offer TLS, which sslmode asks for`;
      if (/timeout/i.test(message)) return `the server at ${host} does not answer`;
      return null;
  }
}

/** The cause below wrapped errors; a host with several addresses fails once for each. */
function causeOf(error: unknown): Cause | null {
  if (!(error instanceof Error)) return null;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  const deeper = causeOf(inner);
  if (deeper) return { ...deeper, message: `${error.message}: ${deeper.message}` };
  return { code: "code" in error ? String(error.code) : "", message: error.message };
}
