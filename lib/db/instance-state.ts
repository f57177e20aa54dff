import "server-only";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { env, SettingsError } from "@/lib/env";
import { ENVIRONMENTS } from "@/lib/environment";
import { parsedJson } from "@/lib/fields";
import type { SentOrder } from "@/lib/freezes/schema";
import { log } from "@/lib/log";
import { perProcess } from "@/lib/process/per-process";

/** Identifies a database: its server, its timeline, and the newest link of each audit chain. */
export type DatabaseMark = z.output<typeof mark>;

/** The mark of the database that was last written to, and the last create request that was committed there. */
export type KnownDatabase = NonNullable<Content["known"]>;

/** What an instance stores outside the database, to notice when the database was replaced. */
export type InstanceState = {
  /** Null before the first check. */
  known: () => KnownDatabase | null;
  /** The checked database is the known one. */
  confirm: (mark: DatabaseMark) => void;
  /** The database was replaced and payouts are frozen; it becomes the known one. */
  accept: (mark: DatabaseMark) => void;
  /** Called between the commit of a create request and its first byte. */
  sending: (order: SentOrder) => void;
  /** The latest orders sent by this instance, oldest first. */
  sent: () => SentOrder[];
};

/** Covers the time between a backup and its restore, and is small enough to write for each order. */
const SENT_KEPT = 500;

const mark = z.object({
  systemIdentifier: z.string().nullable(),
  timeline: z.string().nullable(),
  heads: z.array(z.object({ chain: z.string(), position: z.number(), hash: z.string() })),
  /** The database's own time. */
  at: z.string(),
});
const sentOrder = z.object({
  environment: z.enum(ENVIRONMENTS),
  referenceId: z.string(),
  attemptId: z.string(),
  at: z.string(),
});
const content = z.object({
  known: z.object({ mark, attemptId: z.string().nullable() }).nullable(),
  sent: z.array(sentOrder),
});
type Content = z.output<typeof content>;

/** Without a file the state lasts as long as the process. */
export function createInstanceState(file: string | null): InstanceState {
  let state = file === null ? { known: null, sent: [] } : readInstanceState(file);
  const keep = (next: Content) => {
    state = next;
    if (file === null) return;
    try {
      write(file, state);
    } catch (error) {
      // The copy in memory still counts; a payout does not wait for this file.
      log.error({ error, file }, "instance state: it could not be written");
    }
  };
  return {
    known: () => state.known,
    confirm: (mark) => keep({ ...state, known: { mark, attemptId: state.known?.attemptId ?? null } }),
    accept: (mark) => keep({ ...state, known: { mark, attemptId: null } }),
    sending: (order) => {
      const { environment, referenceId, attemptId } = order;
      log.info({ environment, referenceId, attemptId }, "order: sending");
      const known = state.known && { ...state.known, attemptId };
      keep({ known, sent: [...state.sent, order].slice(-SENT_KEPT) });
    },
    sent: () => state.sent,
  };
}

function write(file: string, state: Content): void {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(state), { mode: 0o600 });
  renameSync(unfinished, file);
}

/** At the start, where a wrong path is noticed by the person who set it: later on, payouts do not wait for this file. */
export function checkStateFile(file: string): void {
  const state = readInstanceState(file);
  try {
    write(file, state);
  } catch (error) {
    const where = "Name a file in an existing folder that this process may write to";
    throw problem(`${file} cannot be written (${codeOf(error)}). ${where}`);
  }
}

/** Throws if the file cannot be read or has other content: a broken file would protect nothing. */
export function readInstanceState(file: string): Content {
  if (!existsSync(file)) return { known: null, sent: [] };
  const read = content.safeParse(parsedJson(textOf(file)));
  if (read.success) return read.data;
  throw problem(
    `${file} is empty, cut off or not the state of a console. Where the database may be a restored one, freeze payouts ` +
      "first; then move the file away and start again",
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw problem(`${file} cannot be read (${codeOf(error)})`);
  }
}

const problem = (sentence: string) => new SettingsError([`STATE_FILE: ${sentence}`]);
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : "unknown error");

export const instanceState = (): InstanceState =>
  perProcess("instance state", () => createInstanceState(env().stateFile));
