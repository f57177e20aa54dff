import "server-only";
import { Client, DatabaseError } from "pg";

/*
 * The merchant's own database: read by one query, in one read-only transaction, in batches. What comes is text, as the
 * database writes it with ISO days and the clock of Tokyo.
 */

const CONNECT_MS = 10_000;
const BATCH = 1_000;
const TIMESTAMPTZ = 1184;

/** `superuser`: the role could end the transaction that only reads. */
export type ReadFailure =
  | { kind: "unreachable" | "access_denied" | "connection_lost" | "superuser" }
  | { kind: "timeout" | "write_refused" | "query_failed"; message: string };

export class MerchantDatabaseError extends Error {
  override name = "MerchantDatabaseError";
  readonly failure: ReadFailure;
  constructor(failure: ReadFailure) {
    // Without the original error, which may name the address.
    super(failure.kind);
    this.failure = failure;
  }
}

/** The days as `2026-11-24`, and their first moment and that after the last. */
export type Period = { firstDay: string; lastDay: string; from: Date; before: Date };

type Asked = { url: string; query: string; period: Period; statementSeconds: number };
type Batch = { header: string[]; rows: (string | null)[][] };

/**
 * The rows of a query, batch by batch; the first one has the header alone. `period` is a table of the query, with the
 * columns `first_day`, `last_day`, `from_at` and `before_at`. The connection ends with the iteration.
 */
export async function* readMerchantDatabase(asked: Asked): AsyncGenerator<Batch> {
  const client = new Client({
    ...{ connectionString: asked.url, application_name: "choba ledger", connectionTimeoutMillis: CONNECT_MS },
    ...{ keepAlive: true, types: { getTypeParser: (type: number) => (type === TIMESTAMPTZ ? withMinutes : asText) } },
  });
  // The query that runs fails with its own error.
  client.on("error", () => undefined);
  let step: Step = "connect";
  try {
    await client.connect();
    step = "prepare";
    await prepare(client, asked.statementSeconds);
    step = "query";
    // By the extended protocol, which takes one statement and no more.
    const declared = { text: cursorOf(asked), queryMode: "extended" };
    await client.query(declared);
    for (let isFirst = true; ; isFirst = false) {
      const fetched = { text: `fetch forward ${isFirst ? 0 : BATCH} from ledger`, rowMode: "array" as const };
      const { rows, fields } = await client.query<(string | null)[]>(fetched);
      if (!isFirst && rows.length === 0) return;
      yield { header: fields.map(({ name }) => name), rows };
    }
  } catch (error) {
    throw error instanceof MerchantDatabaseError ? error : new MerchantDatabaseError(failureOf(error, step));
  } finally {
    await client.end().catch(() => undefined);
  }
}

const asText = (text: string) => text;
/** `+09` is written `+09:00`, as every reader of ISO 8601 takes it. */
const withMinutes = (text: string) => text.replace(/([+-]\d\d)$/, "$1:00");

async function prepare(client: Client, statementSeconds: number): Promise<void> {
  await client.query("set default_transaction_read_only = on");
  await client.query("begin isolation level repeatable read read only");
  const settings = {
    ...{ statement_timeout: `${statementSeconds}s`, lock_timeout: "5s", idle_in_transaction_session_timeout: "60s" },
    ...{ timezone: "Asia/Tokyo", datestyle: "ISO, YMD", intervalstyle: "iso_8601", bytea_output: "hex" },
  };
  for (const [name, value] of Object.entries(settings)) await client.query(`set local ${name} = '${value}'`);
  const { rows } = await client.query("select rolsuper as super from pg_roles where rolname = current_user");
  if (rows[0]?.super !== "f") throw new MerchantDatabaseError({ kind: "superuser" });
}

/** The query stands in parentheses: no statement but SELECT and WITH can, and no part of WITH that writes. */
function cursorOf({ query, period: { firstDay, lastDay, from, before } }: Asked): string {
  const moment = (at: Date) => `timestamptz '${at.toISOString()}'`;
  return `declare ledger no scroll cursor for
    with period (first_day, last_day, from_at, before_at) as (
      values (date '${firstDay}', date '${lastDay}', ${moment(from)}, ${moment(before)})
    ) select * from (
${query}
    ) ledger`;
}

type Step = "connect" | "prepare" | "query";

function failureOf(error: unknown, step: Step): ReadFailure {
  if (!(error instanceof DatabaseError)) return { kind: step === "connect" ? "unreachable" : "connection_lost" };
  const { code = "", message } = error;
  if (code.startsWith("28") || code === "3D000") return { kind: "access_denied" };
  // The server ends it, or is shutting down.
  if (code.startsWith("57P") || code.startsWith("08")) return { kind: "connection_lost" };
  if (step === "connect") return { kind: "unreachable" };
  if (code === "57014" || code === "55P03") return { kind: "timeout", message };
  return { kind: code === "25006" ? "write_refused" : "query_failed", message };
}
