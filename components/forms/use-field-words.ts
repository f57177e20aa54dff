import { useTranslations } from "next-intl";
import { problemParts } from "@/lib/i18n/over-limit";

/** The words of a field's problem. One that is too long names the most that the field takes. */
export function useFieldWords() {
  const t = useTranslations("fields");
  return (problem: string) => t("problem", problemParts(problem));
}
