import type { Route } from "next";
import type { Messages } from "next-intl";
import { may, type Permission, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";

export type SectionName = keyof Messages["sections"];

type SectionAddress = Route<`/${Environment}` | `/${Environment}/${Exclude<SectionName, "dashboard">}`>;

/** By job. `day` stands first without a heading, `foot` at the lower end. */
const GROUPS = ["day", "money", "payouts", "control", "developers", "foot"] as const;
export type SectionGroup = (typeof GROUPS)[number];

/** What is seen of a page while it is on its way: a list; figures and cards; or one order or player. */
export type PageShape = "list" | "cards" | "record";

export type Section = { name: SectionName; group: SectionGroup; needs: Permission; shape: PageShape };

const SECTIONS: Section[] = [
  { name: "dashboard", group: "day", needs: "transactions:read", shape: "cards" },
  { name: "approvals", group: "day", needs: "approvals:read", shape: "record" },
  { name: "balances", group: "money", needs: "balances:read", shape: "cards" },
  { name: "transactions", group: "money", needs: "transactions:read", shape: "list" },
  { name: "deposits", group: "money", needs: "transactions:read", shape: "list" },
  { name: "withdrawals", group: "payouts", needs: "transactions:read", shape: "list" },
  { name: "batches", group: "payouts", needs: "transactions:read", shape: "list" },
  { name: "payees", group: "payouts", needs: "payees:read", shape: "list" },
  { name: "reconciliation", group: "control", needs: "reconciliation:read", shape: "list" },
  { name: "daily-close", group: "control", needs: "daily_close:read", shape: "list" },
  { name: "reports", group: "control", needs: "transactions:read", shape: "cards" },
  { name: "players", group: "control", needs: "players:read", shape: "list" },
  { name: "activity", group: "developers", needs: "activity:read", shape: "list" },
  { name: "api-status", group: "developers", needs: "activity:read", shape: "cards" },
  { name: "banks", group: "developers", needs: "banks:read", shape: "list" },
  { name: "settings", group: "foot", needs: "security:own", shape: "record" },
];

export const sectionsFor = (role: Role) => SECTIONS.filter(({ needs }) => may(role, needs));

/** The groups that hold anything for this role. */
export const groupsFor = (role: Role) =>
  GROUPS.map((group) => ({ group, sections: sectionsFor(role).filter((section) => section.group === group) })).filter(
    ({ sections }) => sections.length > 0,
  );

export const sectionPath = (environment: Environment, name: SectionName): SectionAddress =>
  name === "dashboard" ? `/${environment}` : `/${environment}/${name}`;

/** The section that an address lies in: `/sandbox/withdrawals/new` is in withdrawals. */
export function sectionAt(pathname: string): SectionName {
  const [, , segment] = pathname.split("/");
  if (segment === "search") return "transactions";
  return SECTIONS.find(({ name }) => name === segment)?.name ?? "dashboard";
}

/** The same section in the other environment. A single order is left behind: it exists in one of them only. */
export const sameSectionIn = (environment: Environment, pathname: string) =>
  sectionPath(environment, sectionAt(pathname));
