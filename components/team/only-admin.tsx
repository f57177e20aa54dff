import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";

/** For the only admin: why a change that needs a second one cannot be applied, and who can add one. */
export function OnlyAdmin({ deciders }: { deciders: number }) {
  const t = useTranslations("team");
  return deciders === 0 && <Alert tone="watch">{t("onlyAdmin")}</Alert>;
}
