import { useTranslations } from "next-intl";
import { choiceFacet, daysFacet, optionsOf } from "@/components/data-table/facets";
import type { Facet } from "@/components/data-table/filter-bar";
import type { AuditChoices } from "@/lib/audit/schema";

export function useAuditFacets({ users, actions }: AuditChoices): Facet[] {
  const t = useTranslations("audit.filters");
  const people = [{ value: "users", text: t("users") }, ...users.map(({ id, name }) => ({ value: id, text: name }))];
  return [
    daysFacet(t("when"), [t("from"), t("to")]),
    choiceFacet(t("who"), "who", people),
    choiceFacet(t("action"), "action", optionsOf(actions, String)),
  ];
}
