import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/forms/choice-field";
import { TextField } from "@/components/forms/form-field";
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
  fields: Record<string, string>;
  onChange: (part: Partial<Reach>) => void;
};

/** When a channel or a user hears, and from which amounts on. */
export function ReachFields({ name, path, label, reach, fields, onChange }: Props) {
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
        <ChoiceField
          name={`${name}-hours`}
          label={t("reach.hours")}
          options={REACH_HOURS}
          text={(one) => (one === "always" || one === "working" ? t(`hours.${one}`) : t(`reach.choices.${one}`))}
          value={hours}
          onChange={(chosen) => onChange({ hours: chosen })}
        />
        {hours === "own" && (
          <>
            {clock("from")}
            {clock("to")}
            <ChoiceField
              name={`${name}-days`}
              label={t("reach.days")}
              options={DAYS}
              text={(one) => t(`reach.daysOf.${one}`)}
              value={own.days}
              onChange={(days) => onChange({ own: { ...own, days } })}
            />
          </>
        )}
      </div>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">{t("reach.least")}</legend>
        <LeastFields
          {...{ label, least, fields }}
          path={`${path}least`}
          onChange={(next) => onChange({ least: next })}
        />
        <p className="text-xs text-muted-foreground">{t("reach.leastHint")}</p>
      </fieldset>
    </div>
  );
}
