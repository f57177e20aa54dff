import "server-only";
import { and, asc, desc, eq, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { auditEvents, auditLinks } from "@/drizzle/schema/audit";
import { people } from "@/drizzle/schema/people";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { tokyoDaysRange } from "@/lib/time";
import type { Chain } from "./chain";
import type { AuditChoices, AuditFilter, AuditLinkView, AuditPage } from "./schema";

const PAGE = 50;

/** A page of one chain, newest first. */
export async function readAudit(ctx: Ctx, { before, ...filter }: AuditFilter): Promise<AuditPage> {
  requirePermission(ctx, "audit:read");
  const { id, at } = auditEvents;
  const older = before && sql`(${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::bigint)`;
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(and(wanted(ctx, filter), older))
    // The environment stands first, though it is one: only so is the index of lines without one read in its order.
    .orderBy(asc(auditEvents.environment), desc(at), desc(id))
    .limit(PAGE + 1);
  const lines = rows.slice(0, PAGE).map((event) => ({
    ...{ id: String(event.id), at: event.at.toISOString() },
    actor: { kind: event.actorKind, name: event.actorName },
    ...{ action: event.action, subject: event.subject, detail: event.detail },
  }));
  const last = lines.at(-1);
  return { lines, older: last && rows.length > PAGE ? `${last.at}~${last.id}` : null };
}

/** The link of one line of this environment, or of those that belong to none; null where there is no such line. */
export async function getAuditLink(ctx: Ctx, { lineId }: { lineId: string }): Promise<AuditLinkView | null> {
  requirePermission(ctx, "audit:read");
  const { id, environment } = auditEvents;
  const isHere = or(isNull(environment), eq(environment, ctx.environment));
  const [line] = await ctx.db
    .select({ position: auditLinks.position, hash: auditLinks.hash })
    .from(auditEvents)
    .leftJoin(auditLinks, eq(auditLinks.eventId, id))
    .where(and(eq(id, BigInt(lineId)), isHere));
  if (!line) return null;
  const { position, hash } = line;
  return { link: position === null || hash === null ? null : { position, hash: hash.toString("hex") } };
}

/** The chain that a filter asks for: this environment's, or that of what belongs to none. */
export const chainOf = ({ environment }: Ctx, { chain }: Pick<AuditFilter, "chain">): Chain =>
  chain === "console" ? chain : environment;

/** The lines of a chain that the filter lets through. */
export function wanted(ctx: Ctx, filter: Omit<AuditFilter, "before">): SQL | undefined {
  const { environment, actorKind, actorId, action, subject, at } = auditEvents;
  const { from, before } = tokyoDaysRange(filter);
  const who = filter.who === "people" ? undefined : filter.who;
  return and(
    filter.chain === "console" ? isNull(environment) : eq(environment, ctx.environment),
    filter.who === undefined ? undefined : eq(actorKind, "person"),
    who === undefined ? undefined : eq(actorId, who),
    filter.action === undefined ? undefined : eq(action, filter.action),
    filter.subject === undefined ? undefined : eq(subject, filter.subject),
    from ? gte(at, from) : undefined,
    before ? lt(at, before) : undefined,
  );
}

/** Everybody who can have done something, and everything that was ever done in this chain. */
export async function listAuditChoices(ctx: Ctx, { chain }: Pick<AuditFilter, "chain">): Promise<AuditChoices> {
  requirePermission(ctx, "audit:read");
  const { db, environment } = ctx;
  const inChain = chain === "console" ? sql`e.environment is null` : sql`e.environment = ${environment}`;
  const next = (more: SQL) =>
    sql`(select e.action from audit_events e where ${inChain} ${more} order by e.environment, e.action limit 1)`;
  const [known, { rows }] = await Promise.all([
    db.select({ id: people.id, name: people.name }).from(people).orderBy(people.name),
    // From one action to the next by the index: there are a few dozen, however long the log is.
    db.execute<{ action: string }>(sql`
      with recursive known(action) as (
        select ${next(sql``)}
        union all
        select ${next(sql`and e.action > known.action`)} from known where known.action is not null
      ) select action from known where action is not null`),
  ]);
  return { people: known, actions: rows.map(({ action }) => action) };
}
