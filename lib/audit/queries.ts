import "server-only";
import { and, eq, gte, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { type AuditEvent, auditEvents, auditLinks, auditUnlinked } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readFresh } from "@/lib/db/replica";
import { tokyoDaysRange } from "@/lib/time";
import type { Chain } from "./chain";
import { scanAuditLines } from "./list";
import type { AuditChoice, AuditChoices, AuditFilter, AuditLine, AuditLinkView, AuditPage } from "./schema";

const PAGE = 50;

/** A page of one chain, newest first. */
export async function readAudit(ctx: Ctx, { before, ...filter }: AuditFilter): Promise<AuditPage> {
  requirePermission(ctx, "audit:read");
  const { leading, others } = conditionsOf(ctx, filter);
  const wanted = { leading, others, before, most: PAGE + 1 };
  const { found, end } = await readFresh(ctx, (reader) => scanAuditLines(reader, wanted));
  const lines = found.slice(0, PAGE).map(lineOf);
  const last = found.length > PAGE ? lines.at(-1) : null;
  const older = last ? `${last.at}~${last.id}` : end && `${end.at}~${end.id}`;
  return { lines, older, isPart: older !== null && !last };
}

const lineOf = ({ id, at, actorKind, actorName, action, subject, detail }: AuditEvent): AuditLine => ({
  ...{ id: String(id), at: at.toISOString() },
  actor: { kind: actorKind, name: actorName },
  ...{ action, subject, detail },
});

/** One line of this environment, or of those that belong to none; null where there is no such line. */
export async function getAuditLine(ctx: Ctx, { lineId }: { lineId: string }): Promise<AuditLine | null> {
  requirePermission(ctx, "audit:read");
  const [line] = await readFresh(ctx, ({ db }) => db.select().from(auditEvents).where(withId(ctx, lineId)));
  return line ? lineOf(line) : null;
}

function withId(ctx: Ctx, lineId: string): SQL | undefined {
  const { id, environment } = auditEvents;
  return and(eq(id, BigInt(lineId)), or(isNull(environment), eq(environment, ctx.environment)));
}

/** The link of such a line. */
export async function getAuditLink(ctx: Ctx, { lineId }: { lineId: string }): Promise<AuditLinkView | null> {
  requirePermission(ctx, "audit:read");
  const { id } = auditEvents;
  const [line] = await ctx.db
    .select({ position: auditLinks.position, hash: auditLinks.hash, waiting: auditUnlinked.eventId })
    .from(auditEvents)
    .leftJoin(auditLinks, eq(auditLinks.eventId, id))
    .leftJoin(auditUnlinked, eq(auditUnlinked.eventId, id))
    .where(withId(ctx, lineId));
  if (!line) return null;
  const { position, hash, waiting } = line;
  const link = position === null || hash === null ? null : { position, hash: hash.toString("hex") };
  return { link, isWaiting: waiting !== null };
}

/** The chain that a filter asks for: this environment's, or that of what belongs to none. */
export const chainOf = ({ environment }: Ctx, { chain }: Pick<AuditFilter, "chain">): Chain =>
  chain === "console" ? chain : environment;

/**
 * As typed, as another system may have registered a player in full width, and as the console writes its own IDs: in half
 * width, those of orders in upper case, others in lower case.
 */
export function spellings(id: string): string[] {
  const half = id.normalize("NFKC");
  return [...new Set([id, half, half.toUpperCase(), half.toLowerCase()])];
}

/** The lines of a chain that the filter lets through. */
export function wanted(ctx: Ctx, filter: AuditChoice): SQL | undefined {
  const { leading, others } = conditionsOf(ctx, filter);
  return and(...leading, ...others);
}

/** `leading` is what one index knows of, in the order of the log; `others` is asked of each line. */
function conditionsOf(ctx: Ctx, filter: AuditChoice): Record<"leading" | "others", SQL[]> {
  const { environment, actorKind, actorId, action, subject, at } = auditEvents;
  const { from, before } = tokyoDaysRange(filter);
  const { who = [], action: actions = [] } = filter;
  const byUser = [eq(actorKind, "user")];
  if (who.length > 0 && !who.includes("users")) byUser.push(inArray(actorId, who));
  const doneBy = actions.length > 0 ? [inArray(action, actions)] : [];
  // What there is least of comes first; that people did it is true of all that is done by one action, or of none. An
  // index has the lines of one user or action in the log's order, and those of several in none: they never lead.
  const asked = [
    filter.subject === undefined ? [] : [inArray(subject, spellings(filter.subject))],
    who.length === 1 && byUser.length > 1 ? byUser : [],
    actions.length === 1 ? doneBy : [],
    who.includes("users") ? byUser : [],
  ].filter((conditions) => conditions.length > 0);
  const several = [...(who.length > 1 && byUser.length > 1 ? byUser : []), ...(actions.length > 1 ? doneBy : [])];
  const [lead = [], ...others] = asked;
  const place = [
    filter.chain === "console" ? isNull(environment) : eq(environment, ctx.environment),
    ...(from ? [gte(at, from)] : []),
    ...(before ? [lt(at, before)] : []),
  ];
  return { leading: [...place, ...lead], others: [...others.flat(), ...several] };
}

/** All users, and all actions recorded in this chain. */
export async function listAuditChoices(ctx: Ctx, { chain }: Pick<AuditFilter, "chain">): Promise<AuditChoices> {
  requirePermission(ctx, "audit:read");
  const { db, environment } = ctx;
  const inChain = chain === "console" ? sql`e.environment is null` : sql`e.environment = ${environment}`;
  const next = (more: SQL) =>
    sql`(select e.action from audit_events e where ${inChain} ${more} order by e.environment, e.action limit 1)`;
  const [known, { rows }] = await Promise.all([
    db.select({ id: users.id, name: users.name }).from(users).where(ne(users.role, "api_key")).orderBy(users.name),
    // From one action to the next by the index: there are a few dozen, however long the log is.
    db.execute<{ action: string }>(sql`
      with recursive known(action) as (
        select ${next(sql``)}
        union all
        select ${next(sql`and e.action > known.action`)} from known where known.action is not null
      ) select action from known where action is not null`),
  ]);
  return { users: known, actions: rows.map(({ action }) => action) };
}
