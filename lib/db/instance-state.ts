import "server-only";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { env } from "@/lib/env";
import { ENVIRONMENTS } from "@/lib/environment";
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
      const unfinished = `${file}.unfinished`;
      writeFileSync(unfinished, JSON.stringify(state), { mode: 0o600 });
      renameSync(unfinished, file);
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

/** Throws if the file has other content: a broken file would protect nothing. */
export function readInstanceState(file: string): Content {
  if (!existsSync(file)) return { known: null, sent: [] };
  const read = content.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!read.success) throw new Error(`${file} is not the state of a console; see STATE_FILE in .env.example`);
  return read.data;
}

export const instanceState = (): InstanceState =>
  perProcess("instance state", () => createInstanceState(env().stateFile));
