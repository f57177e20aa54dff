import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { notificationChannels, notificationPreferences, pushSubscriptions } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { isPerson, may, type Permission } from "@/lib/auth/permissions";
import type { Db, Tx } from "@/lib/db/connection";
import type { NotificationEvent } from "@/lib/events/events";
import type { Target } from "./enqueue-delivery";
import { type Hours, hoursOf, type Least, leastOf, USUAL_REACH } from "./reach";
import { hears, NO_CHOICES, type NotificationChoices, type NotificationSettings, workingHours } from "./settings";

type Where = Pick<Ctx, "environment">;

export async function channelsIn(db: Db | Tx, { environment }: Where): Promise<string[]> {
  const used = and(eq(notificationChannels.environment, environment), isNull(notificationChannels.removedAt));
  return (await db.select({ id: notificationChannels.id }).from(notificationChannels).where(used)).map(({ id }) => id);
}

/** Active users, with what they chose. */
export async function usersIn(db: Db | Tx, { environment }: Where) {
  const own = and(eq(notificationPreferences.userId, users.id), eq(notificationPreferences.environment, environment));
  const rows = await db
    .select({ id: users.id, role: users.role, choices: notificationPreferences.choices })
    .from(users)
    .leftJoin(notificationPreferences, own)
    .where(isNull(users.disabledAt));
  return rows.filter(isPerson).map(({ choices, ...user }) => ({ ...user, choices: { ...NO_CHOICES, ...choices } }));
}
type Reader = Awaited<ReturnType<typeof usersIn>>[number];

/** The devices that users have added. */
export async function devicesByUser(db: Db | Tx): Promise<Map<string, string[]>> {
  const { id, userId, removedAt } = pushSubscriptions;
  const rows = await db.select({ id, userId }).from(pushSubscriptions).where(isNull(removedAt));
  const byUser = Map.groupBy(rows, (row) => row.userId);
  return new Map([...byUser].map(([user, devices]) => [user, devices.map((device) => device.id)]));
}

/** When an event reaches a reader (null: at any time), and from which amounts on. */
export type Terms = { hours: Hours | null; least: Least[] };

export function channelTerms(
  settings: NotificationSettings,
  event: NotificationEvent,
  channelId: string,
): Terms | null {
  const route = settings.routes[event];
  if (!route.channels.includes(channelId)) return null;
  return termsOf(settings, event, settings.reaches[channelId] ?? USUAL_REACH);
}

/** `decidedWith`: of a proposal, the permission to decide about it. */
export function userTerms(
  settings: NotificationSettings,
  event: NotificationEvent,
  reader: Reader,
  decidedWith?: Permission,
): Terms | null {
  const isReader =
    decidedWith === undefined ? hears(settings, event, reader) : hearsOfProposal(settings, event, reader, decidedWith);
  return isReader ? termsOf(settings, event, reader.choices) : null;
}

/**
 * Of a proposal those hear who may decide about it, whichever roles hear of other approvals. A user may switch the event
 * off, and where no role hears of it only who switched it on does.
 */
function hearsOfProposal(
  { routes }: NotificationSettings,
  event: NotificationEvent,
  { role, choices }: Reader,
  decidedWith: Permission,
): boolean {
  const choice = choices.events[event] ?? (routes[event].roles.length > 0 ? "on" : "off");
  return may(role, decidedWith) && choice === "on";
}

/** Whether a channel, or a user themselves or on a device, hears of an event now, and in which hours (null: at any time). */
export async function listenerOf(
  ctx: Ctx,
  settings: NotificationSettings,
  { channelId, userId, subscriptionId }: Target,
) {
  const devices = subscriptionId === null ? undefined : await devicesByUser(ctx.db);
  const isReader = ({ id }: Reader) => id === userId || devices?.get(id)?.includes(subscriptionId ?? "");
  const reader = channelId === null ? (await usersIn(ctx.db, ctx)).find(isReader) : undefined;
  const reach = reader?.choices ?? settings.reaches[channelId ?? ""] ?? USUAL_REACH;
  return {
    hears(event: NotificationEvent, decidedWith?: Permission): boolean {
      if (channelId !== null) return channelTerms(settings, event, channelId) !== null;
      return reader !== undefined && userTerms(settings, event, reader, decidedWith) !== null;
    },
    hoursOf: (event: NotificationEvent): Hours | null => termsOf(settings, event, reach).hours,
  };
}

function termsOf(
  settings: NotificationSettings,
  event: NotificationEvent,
  reach: Pick<NotificationChoices, "hours" | "own" | "least">,
): Terms {
  const { hours, least } = settings.routes[event];
  return { hours: hoursOf(reach, hours, workingHours(settings)), least: leastOf(reach, least) };
}
