import { useTranslations } from "next-intl";
import { Asking } from "@/components/asking";

export default function Loading() {
  const t = useTranslations("common");
  return <Asking>{t("loading")}</Asking>;
}
