"use client";

import { useTranslations } from "next-intl";
import { ChoiceFilter } from "@/components/data-table/choice-filter";
import { FilterBar } from "@/components/data-table/filter-bar";
import { DaysFilter, TextFilter } from "@/components/data-table/filters";
import { FindField } from "@/components/data-table/find-field";
import { ListAddressProvider } from "@/components/data-table/list-address";
import { EFFECTS, REFUSALS, SIGNATURES } from "@/lib/callbacks/delivery";
import type { Environment } from "@/lib/environment";

const PARTS = ["kind", "cause", "signature", "order", "from", "to", "q", "before"] as const;

/** What the log shows. All of it stands in the address, so that a view can be kept, shared and gone back to. */
export function LogFilters({ environment }: { environment: Environment }) {
  const t = useTranslations("activity");
  const causes = [
    { value: "waiting", text: t("waiting") },
    ...EFFECTS.map((effect) => ({ value: effect, text: t(`effects.${effect}`) })),
    ...REFUSALS.map((refusal) => ({ value: refusal, text: t("refused", { reason: t(`refusals.${refusal}`) }) })),
  ];
  const signatures = SIGNATURES.map((name) => ({ value: name, text: t(`signatures.${name}`) }));
  const days = { parts: ["from", "to"], words: [t("fromDay"), t("toDay")] } as const;
  return (
    <ListAddressProvider path={`/${environment}/activity`} parts={PARTS} isReadByPage>
      <div className="mb-3">
        <FilterBar
          isNarrow={false}
          find={<FindField part="q" name={t("search")} hint={t("searchHint")} />}
          facets={[
            { name: t("when"), parts: days.parts, isFirst: true, filter: <DaysFilter name={t("when")} {...days} /> },
            {
              name: t("cause"),
              parts: ["cause"],
              isFirst: true,
              filter: <ChoiceFilter part="cause" name={t("cause")} options={causes} />,
            },
            {
              name: t("proof"),
              parts: ["signature"],
              isFirst: true,
              filter: <ChoiceFilter part="signature" name={t("proof")} options={signatures} />,
            },
            {
              name: t("ofOrder"),
              parts: ["order"],
              isFirst: true,
              filter: <TextFilter part="order" name={t("ofOrder")} />,
            },
          ]}
        />
      </div>
    </ListAddressProvider>
  );
}
