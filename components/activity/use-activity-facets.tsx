import { useTranslations } from "next-intl";
import { choiceFacet, daysFacet, optionsOf, textFacet } from "@/components/data-table/facets";
import type { Facet } from "@/components/data-table/filter-bar";
import { EFFECTS, REFUSALS, SIGNATURES } from "@/lib/callbacks/delivery";

/** The filters of the event log. */
export function useActivityFacets(): Facet[] {
  const t = useTranslations("activity");
  const causes = [
    { value: "waiting", text: t("waiting") },
    ...optionsOf(EFFECTS, (effect) => t(`effects.${effect}`)),
    ...optionsOf(REFUSALS, (refusal) => t("refused", { reason: t(`refusals.${refusal}`) })),
  ];
  return [
    daysFacet(t("when"), [t("fromDay"), t("toDay")]),
    choiceFacet(t("cause"), "cause", causes),
    choiceFacet(
      t("proof"),
      "signature",
      optionsOf(SIGNATURES, (name) => t(`signatures.${name}`)),
    ),
    textFacet(t("ofOrder"), "order"),
  ];
}
