import { cn } from "@/lib/cn";
import { formatAmount } from "@/lib/money/format";

type Props = { amount: string; currency: string; className?: string };

/** An amount with its currency: every digit that came, figures that line up. */
export function Money({ amount, currency, className }: Props) {
  return <span className={cn("figures", className)}>{formatAmount(amount, currency)}</span>;
}
