import "server-only";
import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Actor } from "./actor";

/**
 * What one admin proposes waits for another for three days, then it is over: nobody should agree today to what was
 * meant weeks ago. When that is says the database's clock, which all instances share (`expiresAt` in drizzle/schema).
 */
type Proposals = { decidedAt: AnyPgColumn; expiresAt: AnyPgColumn };

export const isOpen = ({ decidedAt, expiresAt }: Proposals): SQL | undefined =>
  and(isNull(decidedAt), sql`${expiresAt} > now()`);

/** Over, and not written down as that yet. */
export const isOverdue = ({ decidedAt, expiresAt }: Proposals): SQL | undefined =>
  and(isNull(decidedAt), sql`${expiresAt} <= now()`);

/** A proposal that has ended without anybody having decided has lapsed. */
export const hasLapsed = ({ decidedAt, decidedBy }: { decidedAt: Date | null; decidedBy: string | null }) =>
  decidedAt !== null && decidedBy === null;

/** No person lets a proposal lapse, whoever finds out that it has. */
export const EXPIRY: Actor = { kind: "system", id: "expiry", name: "expiry" };
