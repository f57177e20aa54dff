import type { Route } from "next";
import type { Messages } from "next-intl";
import { may, type Permission, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";

export type SectionName = keyof Messages["sections"];

type SectionAddress = Route<
  | `/${Environment}`
  | `/${Environment}/${Exclude<SectionName, "today" | "settings">}`
  | `/${Environment}/settings/approval-rules`
>;

export type Section = {
  name: SectionName;
  needs: Permission;
  address: (environment: Environment) => SectionAddress;
};

/** By job, in the order of the day. A phone has room for the first four. */
const SECTIONS: Section[] = [
  { name: "today", needs: "transactions:read", address: (at) => `/${at}` },
  { name: "balances", needs: "balances:read", address: (at) => `/${at}/balances` },
  { name: "transactions", needs: "transactions:read", address: (at) => `/${at}/transactions` },
  { name: "withdrawals", needs: "transactions:read", address: (at) => `/${at}/withdrawals` },
  { name: "deposits", needs: "transactions:read", address: (at) => `/${at}/deposits` },
  { name: "players", needs: "players:read", address: (at) => `/${at}/players` },
  { name: "closing", needs: "daily_close:read", address: (at) => `/${at}/closing` },
  { name: "banks", needs: "banks:read", address: (at) => `/${at}/banks` },
  { name: "activity", needs: "activity:read", address: (at) => `/${at}/activity` },
  { name: "settings", needs: "approval_rules:read", address: (at) => `/${at}/settings/approval-rules` },
];

export const sectionsFor = (role: Role) => SECTIONS.filter(({ needs }) => may(role, needs));

/** The section that an address lies in: `/sandbox/withdrawals/new` is in withdrawals. */
export function sectionAt(pathname: string): SectionName {
  const [, , segment] = pathname.split("/");
  if (segment === "connection") return "activity";
  if (segment === "search") return "transactions";
  return SECTIONS.find(({ name }) => name === segment)?.name ?? "today";
}

/** The same section in the other environment. A single order is left behind: it exists in one of them only. */
export function sameSectionIn(environment: Environment, pathname: string): SectionAddress {
  const name = sectionAt(pathname);
  return SECTIONS.find((section) => section.name === name)?.address(environment) ?? `/${environment}`;
}
