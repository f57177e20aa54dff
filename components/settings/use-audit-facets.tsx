import { useTranslations } from "next-intl";
import { ChoiceFilter } from "@/components/data-table/choice-filter";
import type { Facet } from "@/components/data-table/filter-bar";
import { DaysFilter } from "@/components/data-table/filters";
import type { AuditChoices } from "@/lib/audit/schema";

/** The filters of the audit log. */
export function useAuditFacets({ users, actions }: AuditChoices): Facet[] {
  const t = useTranslations("audit.filters");
  const people = [{ value: "users", text: t("users") }, ...users.map(({ id, name }) => ({ value: id, text: name }))];
  const names = actions.map((name) => ({ value: name, text: name }));
  const days = { parts: ["from", "to"], words: [t("from"), t("to")] } as const;
  const facet = (name: string, parts: readonly string[], filter: Facet["filter"]): Facet => ({
    ...{ name, parts, filter, isFirst: true },
  });
  return [
    facet(t("when"), days.parts, <DaysFilter name={t("when")} {...days} />),
    facet(t("who"), ["who"], <ChoiceFilter part="who" name={t("who")} options={people} />),
    facet(t("action"), ["action"], <ChoiceFilter part="action" name={t("action")} options={names} />),
  ];
}
