import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";

type Props = { needsPair: boolean; deciders: number };

/** For the only admin: why a change that needs a second one cannot be applied, and who can add one. */
export function OnlyAdmin({ needsPair, deciders }: Props) {
  const t = useTranslations("team");
  return needsPair && deciders === 0 && <Alert tone="watch">{t("onlyAdmin")}</Alert>;
}
