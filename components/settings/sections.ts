import {
  Bell,
  BookOpenText,
  ClipboardList,
  Code,
  Database,
  Hand,
  Hash,
  KeyRound,
  type LucideIcon,
  Plug,
  Send,
  Stamp,
  Users,
  Webhook,
} from "lucide-react";
import type { Messages } from "next-intl";
import { may, type Permission, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";

type SettingName = keyof Messages["settings"]["about"];
type Setting = { name: SettingName; needs: Permission; icon: LucideIcon };
type Group = { name: keyof Messages["settings"]["groups"]; settings: Setting[] };

const GROUPS: Group[] = [
  {
    name: "workspace",
    settings: [
      { name: "team", needs: "users:read", icon: Users },
      { name: "approval-rules", needs: "approval_rules:read", icon: Stamp },
      { name: "freezes", needs: "freezes:freeze", icon: Hand },
      { name: "journal-accounts", needs: "journal_accounts:change", icon: BookOpenText },
      { name: "notifications", needs: "notifications:own", icon: Bell },
      { name: "audit", needs: "audit:read", icon: ClipboardList },
    ],
  },
  {
    name: "developers",
    settings: [
      { name: "callbacks", needs: "callbacks:read", icon: Webhook },
      { name: "ledger-source", needs: "reconciliation:change", icon: Database },
      { name: "api-keys", needs: "api_keys:manage", icon: Hash },
      { name: "webhooks", needs: "webhooks:manage", icon: Send },
      { name: "developers", needs: "activity:read", icon: Code },
      { name: "connection", needs: "activity:read", icon: Plug },
    ],
  },
  { name: "personal", settings: [{ name: "security", needs: "security:own", icon: KeyRound }] },
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
