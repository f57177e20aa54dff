import { useTranslations } from "next-intl";

/** Beside the label of a field that may stay empty. */
export function OptionalNote() {
  const t = useTranslations("fields");
  return <span className="font-normal text-subtle-foreground">{t("optional")}</span>;
}
