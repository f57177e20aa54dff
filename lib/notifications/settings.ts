import type { Role } from "@/lib/auth/permissions";
import { NOTIFICATION_EVENTS, type NotificationEvent } from "@/lib/events/events";
import { type Hours, type Least, type Reach, type RouteHours, USUAL_REACH } from "./reach";

/** Who hears of an event: users of these roles, and these channels. `least`: from which amounts on. */
export type Route = { roles: Role[]; channels: string[]; hours: RouteHours; least: Least[] };

/** In Tokyo, Monday to Friday: `09:00` to `18:00`. */
export type WorkingHours = { workFrom: string; workTo: string };

export type NotificationSettings = WorkingHours & {
  routes: Record<NotificationEvent, Route>;
  /** Of channels that do not hear as the events say, by their ID. */
  reaches: Record<string, Reach>;
  /** Whether messages hold amounts. Names and accounts are in none. */
  showAmounts: boolean;
  /** By when a day is to be closed, on the next one. */
  closeBy: string;
  /** When the daily digest is sent to those who have set no time of their own. */
  digestAt: string;
  /** After so many minutes an approval that no approver has opened is announced as unseen. */
  unseenMinutes: number;
  /** Below these, the balance of a currency is low. */
  lowBalance: Least[];
};

/** Minutes as they are typed, also in the digits of an input method. NaN where it is no number, which is refused. */
export function minutesIn(text: string): number {
  const digits = text.normalize("NFKC").trim();
  return /^\d{1,5}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Events about orders and batches, which have an amount. */
export const EVENTS_WITH_AMOUNT = [
  "approval_waiting",
  "approval_expiring",
  "approval_unseen",
  "outcome_unknown",
  "discrepancy",
  "batch_paused",
  "batch_attention",
  "batch_completed",
] as const satisfies readonly NotificationEvent[];

const to = (...roles: Role[]): Route => ({ roles, channels: [], hours: "always", least: [] });

/** Who can do something about it hears of it. The digest is for those who choose it. */
const DEFAULT_ROUTES: Record<NotificationEvent, Route> = {
  approval_waiting: to("approver"),
  approval_expiring: to("admin", "approver"),
  approval_unseen: to("admin"),
  outcome_unknown: to("admin", "ops"),
  discrepancy: to("admin", "finance"),
  forged_callbacks: to("admin"),
  batch_paused: to("ops"),
  batch_attention: to("ops"),
  service_unreachable: to("admin", "ops"),
  day_not_closed: to("finance"),
  low_balance: to("admin", "finance"),
  webhook_disabled: to("admin"),
  ledger_source_failed: to("admin", "finance"),
  batch_completed: to("ops"),
  payee_changed: to("approver"),
  kyc_failed: to("support"),
  daily_digest: to(),
};

const DEFAULTS: NotificationSettings = {
  ...{ routes: DEFAULT_ROUTES, reaches: {}, showAmounts: false, closeBy: "12:00" },
  ...{ workFrom: "09:00", workTo: "18:00", digestAt: "09:00", unseenMinutes: 60, lowBalance: [] },
};

/** What holds: as it was saved, and the default for what was not there to be saved. */
export const settingsFrom = (saved: Partial<NotificationSettings> = {}): NotificationSettings => ({
  ...DEFAULTS,
  ...saved,
  routes: { ...DEFAULT_ROUTES, ...saved.routes },
});

type OfChannels = Pick<NotificationSettings, "routes" | "reaches">;

/** Of channels that were removed nothing is kept. */
export function withoutRemoved<S extends OfChannels>(settings: S, channels: { id: string }[]): S {
  const isThere = (id: string) => channels.some((channel) => channel.id === id);
  const routes = { ...settings.routes };
  for (const event of NOTIFICATION_EVENTS) {
    routes[event] = { ...routes[event], channels: routes[event].channels.filter(isThere) };
  }
  const reaches = Object.fromEntries(Object.entries(settings.reaches).filter(([id]) => isThere(id)));
  return { ...settings, routes, reaches };
}

export const workingHours = ({ workFrom, workTo }: WorkingHours): Hours => ({
  ...{ from: workFrom, to: workTo, days: "workdays" },
});

/** What a user wants to hear, where it is not what their role hears. */
export type NotificationChoices = Reach & {
  events: Partial<Record<NotificationEvent, "on" | "off">>;
  /** When the daily digest is sent; null: as the settings say. */
  digestAt: string | null;
};

export const NO_CHOICES: NotificationChoices = { ...USUAL_REACH, events: {}, digestAt: null };

type Person = { role: Role; choices: NotificationChoices };

/** Whether this user hears of the event. */
export function hears({ routes }: NotificationSettings, event: NotificationEvent, { role, choices }: Person): boolean {
  return choices.events[event] ? choices.events[event] === "on" : routes[event].roles.includes(role);
}

/** The events that a channel or a role hears of. */
export const eventsOf = ({ routes }: NotificationSettings, isAmong: (route: Route) => boolean): NotificationEvent[] =>
  NOTIFICATION_EVENTS.filter((event) => isAmong(routes[event]));
