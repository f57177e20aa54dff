import { useTranslations } from "next-intl";
import { FIELD_PROBLEMS, type FieldProblem } from "@/lib/fields";

export const isFieldProblem = (code: string): code is FieldProblem => FIELD_PROBLEMS.some((one) => one === code);

export function useFieldProblem(): (code: FieldProblem) => string {
  const t = useTranslations("fieldProblems");
  return (code) => t(code);
}
