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
import type { SettingName } from "@/lib/i18n/setting-words";

const ICONS: Record<SettingName, LucideIcon> = {
  team: Users,
  "approval-rules": Stamp,
  freezes: Hand,
  "journal-accounts": BookOpenText,
  notifications: Bell,
  audit: ClipboardList,
  callbacks: Webhook,
  "ledger-source": Database,
  "api-keys": Hash,
  webhooks: Send,
  developers: Code,
  connection: Plug,
  security: KeyRound,
};

/** The same picture of a setting wherever it is offered. */
export function SettingIcon({ name, className }: { name: SettingName; className: string }) {
  const Drawn = ICONS[name];
  return <Drawn aria-hidden className={className} />;
}
