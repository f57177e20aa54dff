import { Money } from "@/components/display/money";
import { cn } from "@/lib/cn";

/** `isStacked`: each on a line of its own. */
type Props = { sums: { currency: string; amount: string }[]; isStacked?: boolean; className?: string };

/** One amount a currency: they are never added up. */
export function Sums({ sums, isStacked = false, className }: Props) {
  if (sums.length === 0) return <span className={className}>–</span>;
  return sums.map(({ currency, amount }, index) => (
    <span key={currency} className={cn(isStacked && "block", className)}>
      {index > 0 && !isStacked && " · "}
      <Money amount={amount} currency={currency} />
    </span>
  ));
}
