import type { Route } from "next";
import type { Messages } from "next-intl";
import { may, type Permission, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";

export type SectionName = keyof Messages["sections"];

type SectionAddress = Route<`/${Environment}` | `/${Environment}/${Exclude<SectionName, "dashboard">}`>;

/** By job. `day` stands first without a heading, `foot` at the lower end. */
const GROUPS = ["day", "money", "payouts", "control", "developers", "foot"] as const;
export type SectionGroup = (typeof GROUPS)[number];

export type Section = {
  name: SectionName;
  group: SectionGroup;
  needs: Permission;
  address: (environment: Environment) => SectionAddress;
};

const SECTIONS: Section[] = [
  { name: "dashboard", group: "day", needs: "transactions:read", address: (at) => `/${at}` },
  { name: "approvals", group: "day", needs: "approvals:read", address: (at) => `/${at}/approvals` },
  { name: "balances", group: "money", needs: "balances:read", address: (at) => `/${at}/balances` },
  { name: "transactions", group: "money", needs: "transactions:read", address: (at) => `/${at}/transactions` },
  { name: "deposits", group: "money", needs: "transactions:read", address: (at) => `/${at}/deposits` },
  { name: "withdrawals", group: "payouts", needs: "transactions:read", address: (at) => `/${at}/withdrawals` },
  { name: "batches", group: "payouts", needs: "transactions:read", address: (at) => `/${at}/batches` },
  { name: "payees", group: "payouts", needs: "payees:read", address: (at) => `/${at}/payees` },
  { name: "reconciliation", group: "control", needs: "reconciliation:read", address: (at) => `/${at}/reconciliation` },
  { name: "daily-close", group: "control", needs: "daily_close:read", address: (at) => `/${at}/daily-close` },
  { name: "reports", group: "control", needs: "transactions:read", address: (at) => `/${at}/reports` },
  { name: "players", group: "control", needs: "players:read", address: (at) => `/${at}/players` },
  { name: "activity", group: "developers", needs: "activity:read", address: (at) => `/${at}/activity` },
  { name: "api-status", group: "developers", needs: "activity:read", address: (at) => `/${at}/api-status` },
  { name: "banks", group: "developers", needs: "banks:read", address: (at) => `/${at}/banks` },
  { name: "settings", group: "foot", needs: "security:own", address: (at) => `/${at}/settings` },
];

export const sectionsFor = (role: Role) => SECTIONS.filter(({ needs }) => may(role, needs));

/** The groups that hold anything for this role. */
export const groupsFor = (role: Role) =>
  GROUPS.map((group) => ({ group, sections: sectionsFor(role).filter((section) => section.group === group) })).filter(
    ({ sections }) => sections.length > 0,
  );

/** The section that an address lies in: `/sandbox/withdrawals/new` is in withdrawals. */
export function sectionAt(pathname: string): SectionName {
  const [, , segment] = pathname.split("/");
  if (segment === "search") return "transactions";
  return SECTIONS.find(({ name }) => name === segment)?.name ?? "dashboard";
}

/** The same section in the other environment. A single order is left behind: it exists in one of them only. */
export function sameSectionIn(environment: Environment, pathname: string): SectionAddress {
  const name = sectionAt(pathname);
  return SECTIONS.find((section) => section.name === name)?.address(environment) ?? `/${environment}`;
}
