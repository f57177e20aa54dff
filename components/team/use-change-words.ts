import { useTranslations } from "next-intl";
import type { ChangeView } from "@/lib/team/schema";

/** What would be changed of a user, in one line. */
export function useChangeWords() {
  const t = useTranslations("team.proposals");
  const roles = useTranslations("roles");
  const named = (role: ChangeView["role"]) => (role === null ? "" : roles(role));
  return ({ change, about, role, roleNow, unlink }: ChangeView): string =>
    t("what", { change, about, role: named(role), roleNow: named(roleNow), unlink: String(unlink) });
}
