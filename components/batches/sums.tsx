import { Money } from "@/components/display/money";

/** `isStacked`: each on a line of its own. */
type Props = { sums: { currency: string; amount: string }[]; isStacked?: boolean };

/** One amount a currency: they are never added up. */
export function Sums({ sums, isStacked = false }: Props) {
  if (sums.length === 0) return <span>–</span>;
  return sums.map(({ currency, amount }, index) => (
    <span key={currency} className={isStacked ? "block" : undefined}>
      {index > 0 && !isStacked && " · "}
      <Money amount={amount} currency={currency} />
    </span>
  ));
}
