import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/filters/tab-links";
import { may, type Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";

const TABS = [
  { name: "team", needs: "users:read" },
  { name: "approval-rules", needs: "approval_rules:read" },
  { name: "freezes", needs: "freezes:freeze" },
  { name: "callbacks", needs: "callbacks:read" },
  { name: "audit", needs: "audit:read" },
] as const;

type Props = { environment: Environment; role: Role; current: (typeof TABS)[number]["name"] };

/** What there is to set or to check, as far as this role may see it. */
export function SettingsTabs({ environment, role, current }: Props) {
  const t = useTranslations("settings");
  const tabs = TABS.filter(({ needs }) => may(role, needs)).map(({ name }) => ({
    name,
    text: t(name),
    href: `/${environment}/settings/${name}` as const,
  }));
  return tabs.length > 1 && <TabLinks label={t("label")} tabs={tabs} current={current} />;
}
