import type { Messages } from "next-intl";
import { may, type Permission, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import type { SettingName } from "@/lib/i18n/setting-words";

type Setting = { name: SettingName; needs: Permission };
type Group = { name: keyof Messages["settings"]["groups"]; settings: Setting[] };

const GROUPS: Group[] = [
  {
    name: "workspace",
    settings: [
      { name: "team", needs: "users:read" },
      { name: "approval-rules", needs: "approval_rules:read" },
      { name: "freezes", needs: "freezes:freeze" },
      { name: "journal-accounts", needs: "journal_accounts:change" },
      { name: "notifications", needs: "notifications:own" },
      { name: "audit", needs: "audit:read" },
    ],
  },
  {
    name: "developers",
    settings: [
      { name: "callbacks", needs: "callbacks:read" },
      { name: "ledger-source", needs: "reconciliation:change" },
      { name: "api-keys", needs: "api_keys:manage" },
      { name: "webhooks", needs: "webhooks:manage" },
      { name: "developers", needs: "activity:read" },
      { name: "connection", needs: "activity:read" },
    ],
  },
  { name: "personal", settings: [{ name: "security", needs: "security:own" }] },
];

/** Who has to set up a second factor first can reach nothing else. */
type Reader = { role: Role; isConfined?: boolean | undefined };

/** What this person can set or check, in groups. */
export const settingsFor = ({ role, isConfined }: Reader): Group[] =>
  GROUPS.map(({ name, settings }) => ({
    name,
    settings: settings.filter((one) => may(role, one.needs) && (!isConfined || one.name === "security")),
  })).filter(({ settings }) => settings.length > 0);

/** The connection has a page of its own, for all roles. */
export const settingPath = (environment: Environment, name: SettingName) =>
  name === "connection" ? (`/${environment}/api-status` as const) : (`/${environment}/settings/${name}` as const);
