import type { Role } from "@/lib/auth/permissions";
import { NOTIFICATION_EVENTS, type NotificationEvent } from "@/lib/events/events";

/** `working`: outside working hours a notification waits for the next morning, and is withdrawn if handled by then. */
export const ROUTE_HOURS = ["always", "working"] as const;
export type RouteHours = (typeof ROUTE_HOURS)[number];

/** Who hears of an event: users of these roles by e-mail, and these channels. */
export type Route = { roles: Role[]; channels: string[]; hours: RouteHours };

/** In Tokyo, Monday to Friday: `09:00` to `18:00`. */
export type WorkingHours = { workFrom: string; workTo: string };

export type NotificationSettings = WorkingHours & {
  routes: Record<NotificationEvent, Route>;
  /** Whether messages hold amounts. Names and accounts are in none. */
  showAmounts: boolean;
  /** By when yesterday is to be closed. */
  closeBy: string;
  /** Below these, the balance of a currency is low. */
  lowBalance: { currency: string; amount: string }[];
};

const to = (...roles: Role[]): Route => ({ roles, channels: [], hours: "always" });

/** Who can do something about it hears of it. */
const DEFAULT_ROUTES: Record<NotificationEvent, Route> = {
  approval_waiting: to("approver"),
  approval_expiring: to("admin", "approver"),
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
};

const DEFAULTS: NotificationSettings = {
  routes: DEFAULT_ROUTES,
  ...{ showAmounts: false, closeBy: "12:00", workFrom: "09:00", workTo: "18:00", lowBalance: [] },
};

/** What holds: as it was saved, and the default for what was not there to be saved. */
export const settingsFrom = (saved: Partial<NotificationSettings> = {}): NotificationSettings => ({
  ...DEFAULTS,
  ...saved,
  routes: { ...DEFAULT_ROUTES, ...saved.routes },
});

/** What a user wants to hear by e-mail, where it is not what their role hears. */
export type NotificationChoices = {
  events: Partial<Record<NotificationEvent, "on" | "off">>;
  /** `route`: as the event's route says. */
  hours: "route" | RouteHours;
};

export const NO_CHOICES: NotificationChoices = { events: {}, hours: "route" };

type Person = { role: Role; choices: NotificationChoices };

/** When this user hears of the event by e-mail, or null. */
export function hoursFor({ routes }: NotificationSettings, event: NotificationEvent, { role, choices }: Person) {
  const { roles, hours } = routes[event];
  const hears = choices.events[event] ? choices.events[event] === "on" : roles.includes(role);
  if (!hears) return null;
  return choices.hours === "route" ? hours : choices.hours;
}

/** The events that a channel or a role hears of. */
export const eventsOf = ({ routes }: NotificationSettings, hears: (route: Route) => boolean): NotificationEvent[] =>
  NOTIFICATION_EVENTS.filter((event) => hears(routes[event]));
