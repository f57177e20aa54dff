import { useTranslations } from "next-intl";
import { DayRange } from "@/components/filters/day-range";
import { FilterForm, PLAIN } from "@/components/filters/filter-form";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { addressOf } from "@/lib/activity/filter";
import type { ActivityFilter } from "@/lib/activity/schema";
import { EFFECTS, REFUSALS, SIGNATURES } from "@/lib/callbacks/delivery";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; filter: ActivityFilter };

/** What the log shows. All of it stands in the address, so that a view can be kept, shared and gone back to. */
export function LogFilters({ environment, filter }: Props) {
  const t = useTranslations("activity");
  const { kind, cause = "", signature = "", order = "", q = "" } = filter;
  const count = new URLSearchParams(addressOf({ ...filter, kind: "all" })).size;
  return (
    // Remounted for each address, so that the fields always match the list below.
    <FilterForm
      key={addressOf(filter)}
      path={`/${environment}/activity`}
      count={count}
      clear={addressOf({ kind })}
      words={{ apply: t("apply"), clear: t("clear") }}
    >
      {kind !== "all" && <input type="hidden" name="kind" value={kind} />}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field className="sm:col-span-2">
          <FieldLabel htmlFor="log-q">{t("search")}</FieldLabel>
          <Input
            id="log-q"
            name="q"
            type="search"
            defaultValue={q}
            kind="code"
            {...PLAIN}
            aria-describedby="log-q-hint"
          />
          <FieldDescription id="log-q-hint">{t("searchHint")}</FieldDescription>
        </Field>
        <Field className="sm:col-span-2">
          <FieldLabel htmlFor="log-order">{t("ofOrder")}</FieldLabel>
          <Input id="log-order" name="order" defaultValue={order} kind="code" {...PLAIN} />
        </Field>
        <Field>
          <FieldLabel htmlFor="log-cause">{t("cause")}</FieldLabel>
          <NativeSelect id="log-cause" name="cause" defaultValue={cause}>
            <option value="">{t("any")}</option>
            <option value="waiting">{t("waiting")}</option>
            {EFFECTS.map((effect) => (
              <option key={effect} value={effect}>
                {t(`effects.${effect}`)}
              </option>
            ))}
            {REFUSALS.map((refusal) => (
              <option key={refusal} value={refusal}>
                {t("refused", { reason: t(`refusals.${refusal}`) })}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field>
          <FieldLabel htmlFor="log-signature">{t("proof")}</FieldLabel>
          <NativeSelect id="log-signature" name="signature" defaultValue={signature}>
            <option value="">{t("any")}</option>
            {SIGNATURES.map((name) => (
              <option key={name} value={name}>
                {t(`signatures.${name}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <DayRange id="log" days={filter} words={{ from: t("fromDay"), to: t("toDay") }} />
      </div>
    </FilterForm>
  );
}
