import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/form-field";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import type { NotificationSettings } from "@/lib/notifications/settings";

/** Without what is kept as it was typed, which need not be a number yet. */
export type EditedSettings = Omit<NotificationSettings, "unseenMinutes" | "lowBalance">;

type Props = {
  edited: EditedSettings;
  /** As typed. */
  minutes: string;
  floors: Record<string, string>;
  fields: Record<string, string>;
  problemOf: (currency: string) => string | undefined;
  onChange: (settings: EditedSettings) => void;
  onMinutes: (text: string) => void;
  onFloor: (currency: string, amount: string) => void;
};

/** What messages may hold, times, after how long an approval counts as unseen, and below what a balance is low. */
export function RoutingOptions(props: Props) {
  const { edited, minutes, floors, fields, problemOf, onChange, onMinutes, onFloor } = props;
  const t = useTranslations("notifications.routing");
  const clock = (name: "closeBy" | "workFrom" | "workTo" | "digestAt", hint: string) => (
    <TextField
      name={name}
      label={t(name)}
      hint={hint}
      problem={fields[name]}
      value={edited[name]}
      onChange={(text) => onChange({ ...edited, [name]: text })}
    />
  );
  return (
    <fieldset className="grid gap-3 border-t border-border px-4 py-3.5">
      <legend className="sr-only">{t("options")}</legend>
      <label className="flex min-h-6 w-fit items-center gap-2 text-md">
        <input
          type="checkbox"
          checked={edited.showAmounts}
          onChange={() => onChange({ ...edited, showAmounts: !edited.showAmounts })}
        />
        <span>
          {t("showAmounts")} <span className="text-xs text-muted-foreground">{t("showAmountsHint")}</span>
        </span>
      </label>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {clock("closeBy", t("clockHint"))}
        {clock("workFrom", t("workHint"))}
        {clock("workTo", t("workHint"))}
        {clock("digestAt", t("digestHint"))}
        <TextField
          name="unseenMinutes"
          label={t("unseenMinutes")}
          hint={t("unseenHint")}
          problem={fields.unseenMinutes}
          value={minutes}
          onChange={onMinutes}
          inputMode="numeric"
        />
        {WITHDRAWAL_CURRENCIES.map((currency) => (
          <TextField
            key={currency}
            name={`floor-${currency}`}
            label={t("floor", { currency })}
            hint={t("floorHint")}
            problem={problemOf(currency)}
            value={floors[currency] ?? ""}
            onChange={(amount) => onFloor(currency, amount)}
            inputMode="decimal"
            required={false}
          />
        ))}
      </div>
    </fieldset>
  );
}
