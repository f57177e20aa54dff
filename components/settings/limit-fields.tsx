import { TextField } from "@/components/forms/form-field";
import { type DailyLimit, limitOf } from "@/lib/limits/rules";
import { WITHDRAWAL_CURRENCIES, type WithdrawalCurrency } from "@/lib/money/currencies";

type TypedLimits = Record<string, string>;
type Limits = { currency: WithdrawalCurrency; amount: string }[];

/** Those that were filled in, as the action takes them: the server reads every amount. */
export const limitsIn = (typed: TypedLimits): Limits =>
  WITHDRAWAL_CURRENCIES.map((currency) => ({ currency, amount: typed[currency] ?? "" })).filter(
    ({ amount }) => amount.trim() !== "",
  );

export const typedLimits = (limits: DailyLimit[]): TypedLimits =>
  Object.fromEntries(WITHDRAWAL_CURRENCIES.map((currency) => [currency, limitOf(limits, currency) ?? ""]));

type Props = {
  /** Makes the names of the fields unique on the page. */
  of: string;
  typed: TypedLimits;
  problems: Record<string, string>;
  onChange: (typed: TypedLimits) => void;
};

/** One field a currency, empty where there is no limit. */
export function LimitFields({ of, typed, problems, onChange }: Props) {
  const filled = limitsIn(typed);
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {WITHDRAWAL_CURRENCIES.map((currency, place) => {
        // What is wrong with all of them is said at the first.
        const at = filled.findIndex((one) => one.currency === currency);
        return (
          <TextField
            key={currency}
            name={`${of}-${currency}`}
            label={currency}
            problem={problems[`limits.${at}.amount`] ?? (place === 0 ? problems.limits : undefined)}
            value={typed[currency] ?? ""}
            onChange={(amount) => onChange({ ...typed, [currency]: amount })}
            inputMode="decimal"
            required={false}
          />
        );
      })}
    </div>
  );
}
