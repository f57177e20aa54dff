import { Money } from "@/components/display/money";

type Props = { sums: { currency: string; amount: string }[]; className?: string };

/** One amount a currency: they are never added up. */
export function Sums({ sums, className }: Props) {
  if (sums.length === 0) return <span className={className}>–</span>;
  return sums.map(({ currency, amount }, index) => (
    <span key={currency} className={className}>
      {index > 0 && " · "}
      <Money amount={amount} currency={currency} />
    </span>
  ));
}
