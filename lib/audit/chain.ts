import { createHash } from "node:crypto";
import { ENVIRONMENTS } from "@/lib/environment";

/** One chain for each environment, and one for what belongs to none, such as signing in. */
export const CHAINS = [...ENVIRONMENTS, "console"] as const;
export type Chain = (typeof CHAINS)[number];

/**
 * A line of the audit log as it is hashed: every column as text, in the order of the table. `at` is UTC with
 * microseconds (`2026-11-21T09:30:05.123000Z`), `detail` is PostgreSQL's text of the jsonb.
 */
export type HashedLine = (string | null)[];

const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/** What the first link of a chain follows, so that two chains can never be exchanged for one another. */
export const genesis = (chain: Chain): Buffer => sha256(`choba audit: ${chain}`);

/** SHA-256 over the hash before it and the line. The same is computed by `link_audit_lines` in the database. */
export const linkHash = (previous: Buffer, line: HashedLine): Buffer => sha256(previous, framedLine(line));

/** What a line is known by until it has its link. The same is computed by `await_audit_link` in the database. */
export const lineDigest = (line: HashedLine): Buffer => sha256(framedLine(line));

/** The text of a line that is hashed. The same is made by `audit_line_text` in the database. */
export const framedLine = (line: HashedLine): string => line.map(framed).join(",");

/** With its length in front, so that no two lines have the same text. */
const framed = (field: string | null) => (field === null ? "-" : `${Buffer.byteLength(field)}:${field}`);
