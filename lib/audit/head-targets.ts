import "server-only";
import { open } from "node:fs/promises";
import { type HeadsBucket, SettingsError } from "@/lib/env";
import { log } from "@/lib/log";
import { encodePath, signForS3 } from "./aws-signature";
import type { Chain } from "./chain";

/** A head as it is exported, one JSON line. */
export type ExportedHead = { chain: Chain; position: number; hash: string; at: string; exportedAt: string };

const lineOf = (head: ExportedHead) => `${JSON.stringify(head)}\n`;

export function logHeads(heads: ExportedHead[]): void {
  for (const head of heads) log.info(head, "audit: chain head");
}

const NEWLINE = 0x0a;

/** Appends one line a head, and returns when they are on the disk. */
export async function appendHeads(file: string, heads: ExportedHead[]): Promise<void> {
  const handle = await open(file, "a+", 0o600);
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) });
    // A full disk may have cut off the last line; the next one must still be readable.
    const isCut = size > 0 && buffer[0] !== NEWLINE;
    await handle.appendFile((isCut ? "\n" : "") + heads.map(lineOf).join(""));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * At the start, where a wrong path is noticed by the person who set it.
 *
 * @unguarded checks a path of the settings at start
 */
export async function checkHeadsFile(file: string): Promise<void> {
  try {
    await (await open(file, "a", 0o600)).close();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown error";
    throw new SettingsError([
      `AUDIT_HEADS_FILE: cannot be written (${code}). Name a file in an existing folder that the console may write to`,
    ]);
  }
}

const TIMEOUT_MS = 10_000;
const PRECONDITION_FAILED = 412;

/** Stores one object per chain, `DAY/CHAIN.json`. An object of that day that exists already is never overwritten. */
export async function putHeads(bucket: HeadsBucket, heads: ExportedHead[], { day, now }: { day: string; now: Date }) {
  for (const head of heads) {
    const key = `${day}/${head.chain}.json`;
    const status = await putObject(bucket, { key, body: lineOf(head), at: now });
    if (status === PRECONDITION_FAILED) log.warn({ key }, "audit: a chain head of this day is in the bucket already");
    else if (status < 200 || status > 299) throw new Error(`the bucket answered ${status} to ${key}`);
  }
}

type StoredObject = { key: string; body: string; at: Date };

/** The status of the answer. A redirect is not followed: the signature and the head are for this address alone. */
async function putObject({ url: base, keyId, secret, region }: HeadsBucket, { key, body, at }: StoredObject) {
  const url = new URL(base);
  url.pathname = encodePath(`${decodeURIComponent(url.pathname).replace(/\/+$/, "")}/${key}`);
  const headers = { "content-type": "application/json", "if-none-match": "*" };
  const response = await fetch(url, {
    method: "PUT",
    headers: signForS3({ method: "PUT", url, headers, body, at, keyId, secret, region }),
    body,
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.status;
}
