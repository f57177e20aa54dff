import { useTranslations } from "next-intl";
import { useFieldWords } from "@/components/forms/use-field-words";
import { Input } from "@/components/ui/input";
import { WITHDRAWAL_CURRENCIES, type WithdrawalCurrency } from "@/lib/money/currencies";
import type { Least } from "@/lib/notifications/reach";

type Props = {
  /** Names the inputs, and says in the problems where they are. */
  path: string;
  /** What the amounts are of, for those who hear it. */
  label: string;
  least: Least[];
  fields: Record<string, string>;
  onChange: (least: Least[]) => void;
};

/** The smallest amount of each currency; none where it is empty. */
export function LeastFields({ path, label, least, fields, onChange }: Props) {
  const t = useTranslations("notifications.reach");
  const problems = useFieldWords();
  return (
    <div className="flex flex-wrap gap-2">
      {WITHDRAWAL_CURRENCIES.map((currency) => {
        const index = least.findIndex((one) => one.currency === currency);
        const code = index < 0 ? undefined : fields[`${path}.${index}.amount`];
        const id = `${path}-${currency}`;
        return (
          <label key={currency} htmlFor={id} className="grid gap-0.5 text-xs text-muted-foreground">
            {currency} <span className="sr-only">{t("leastOf", { what: label })}</span>
            <Input
              id={id}
              className="min-h-8 w-28 py-0.5 text-right text-sm text-foreground figures"
              inputMode="decimal"
              autoComplete="off"
              value={least[index]?.amount ?? ""}
              aria-invalid={code === undefined ? undefined : true}
              aria-describedby={`${id}-problem`}
              onChange={({ target }) => onChange(changed(least, currency, target.value))}
            />
            <span id={`${id}-problem`} className="text-destructive empty:hidden">
              {code && problems(code)}
            </span>
          </label>
        );
      })}
    </div>
  );
}

function changed(least: Least[], currency: WithdrawalCurrency, amount: string): Least[] {
  const others = least.filter((one) => one.currency !== currency);
  return amount.trim() === "" ? others : [...others, { currency, amount }];
}
