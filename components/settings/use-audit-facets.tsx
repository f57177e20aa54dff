import { useLocale, useTranslations } from "next-intl";
import { choiceFacet, daysFacet } from "@/components/data-table/facets";
import type { Facet } from "@/components/data-table/filter-bar";
import { actionName } from "@/components/messages/audit-sentence";
import type { AuditChoices } from "@/lib/audit/schema";

export function useAuditFacets({ users, actions }: AuditChoices): Facet[] {
  const t = useTranslations("audit.filters");
  const names = useTranslations("audit.names");
  const words = { names, actions: useTranslations("actions"), states: useTranslations("states") };
  const locale = useLocale();
  const people = [{ value: "users", text: t("users") }, ...users.map(({ id, name }) => ({ value: id, text: name }))];
  return [
    daysFacet(t("when"), [t("from"), t("to")]),
    choiceFacet(t("who"), "who", people),
    choiceFacet(
      t("action"),
      "action",
      actions.map((action) => ({ value: action, text: actionName(words, locale, action), code: action })),
    ),
  ];
}
