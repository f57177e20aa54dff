import { useTranslations } from "next-intl";
import { FormField, TextField } from "@/components/forms/form-field";
import { NativeSelect } from "@/components/ui/native-select";
import type { WithdrawalCurrency } from "@/lib/money/currencies";
import { DAYS, REACH_HOURS, type Reach } from "@/lib/notifications/reach";
import { LeastFields } from "./least-fields";

type Props = {
  /** Names the inputs. */
  name: string;
  /** Where the problems of the fields are: empty, or `reaches.ID.`. */
  path: string;
  /** Whose hours and amounts these are. */
  label: string;
  reach: Reach;
  currencies: readonly WithdrawalCurrency[];
  fields: Record<string, string>;
  onChange: (part: Partial<Reach>) => void;
};

/** When a channel or a user hears, and from which amounts on. */
export function ReachFields({ name, path, label, reach, currencies, fields, onChange }: Props) {
  const t = useTranslations("notifications");
  const { hours, own, least } = reach;
  const clock = (end: "from" | "to") => (
    <TextField
      name={`${name}-${end}`}
      label={t(`reach.${end}`)}
      hint={t("routing.clockHint")}
      problem={fields[`${path}own.${end}`]}
      value={own[end]}
      onChange={(text) => onChange({ own: { ...own, [end]: text } })}
    />
  );
  return (
    <div className="grid gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-4">
        <FormField name={`${name}-hours`} label={t("reach.hours")} problem={undefined}>
          {(control) => (
            <NativeSelect
              {...control}
              value={hours}
              onChange={({ target }) => onChange({ hours: REACH_HOURS.find((one) => one === target.value) ?? hours })}
            >
              {REACH_HOURS.map((one) => (
                <option key={one} value={one}>
                  {one === "always" || one === "working" ? t(`hours.${one}`) : t(`reach.choices.${one}`)}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
        {hours === "own" && (
          <>
            {clock("from")}
            {clock("to")}
            <FormField name={`${name}-days`} label={t("reach.days")} problem={undefined}>
              {(control) => (
                <NativeSelect
                  {...control}
                  value={own.days}
                  onChange={({ target }) =>
                    onChange({ own: { ...own, days: DAYS.find((one) => one === target.value) ?? own.days } })
                  }
                >
                  {DAYS.map((one) => (
                    <option key={one} value={one}>
                      {t(`reach.daysOf.${one}`)}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </FormField>
          </>
        )}
      </div>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">{t("reach.least")}</legend>
        <LeastFields
          {...{ label, least, currencies, fields }}
          path={`${path}least`}
          onChange={(next) => onChange({ least: next })}
        />
        <p className="text-xs text-muted-foreground">{t("reach.leastHint")}</p>
      </fieldset>
    </div>
  );
}
