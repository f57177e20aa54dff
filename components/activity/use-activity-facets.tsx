import { useTranslations } from "next-intl";
import { ChoiceFilter } from "@/components/data-table/choice-filter";
import type { Facet } from "@/components/data-table/filter-bar";
import { DaysFilter, TextFilter } from "@/components/data-table/filters";
import { EFFECTS, REFUSALS, SIGNATURES } from "@/lib/callbacks/delivery";

/** The filters of the event log. */
export function useActivityFacets(): Facet[] {
  const t = useTranslations("activity");
  const causes = [
    { value: "waiting", text: t("waiting") },
    ...EFFECTS.map((effect) => ({ value: effect, text: t(`effects.${effect}`) })),
    ...REFUSALS.map((refusal) => ({ value: refusal, text: t("refused", { reason: t(`refusals.${refusal}`) }) })),
  ];
  const signatures = SIGNATURES.map((name) => ({ value: name, text: t(`signatures.${name}`) }));
  const days = { parts: ["from", "to"], words: [t("fromDay"), t("toDay")] } as const;
  const facet = (name: string, parts: readonly string[], filter: Facet["filter"]): Facet => ({
    ...{ name, parts, filter, isFirst: true },
  });
  return [
    facet(t("when"), days.parts, <DaysFilter name={t("when")} {...days} />),
    facet(t("cause"), ["cause"], <ChoiceFilter part="cause" name={t("cause")} options={causes} />),
    facet(t("proof"), ["signature"], <ChoiceFilter part="signature" name={t("proof")} options={signatures} />),
    facet(t("ofOrder"), ["order"], <TextFilter part="order" name={t("ofOrder")} />),
  ];
}
